import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: 'สปอต',
    option: 'ออปชัน',
    contract: 'สัญญา',
    trust: 'ฝากล็อก',
  },
  reason: {
    faucet: 'เงินทดลอง',
    deposit: 'ฝาก',
    deposit_reversal: 'ยกเลิกการฝาก',
    goodwill: 'เงินชดเชย',
    dust_conversion: 'แปลงยอดเล็กน้อย',
    rebate: 'ค่าตอบแทนแนะนำเพื่อน',
    launch_payment: 'ชำระค่าจองซื้อ',
    launch_refund: 'คืนเงินค่าจองซื้อ',
    launch_release: 'ปลดล็อกจากการจองซื้อ',
    perpetual_trade: 'ซื้อขายสัญญา',
    perpetual_funding: 'ค่าฟันดิง',
    perpetual_liquidation: 'บังคับปิด',
    perpetual_deleveraging: 'ลดสถานะอัตโนมัติ',
    perpetual_offset: 'หักล้างสถานะ',
    trust_interest: 'ดอกเบี้ยฝากล็อก',
    trust_redemption: 'ค่าปรับถอนก่อนกำหนด',
    option_purchase: 'ซื้อออปชันวินาที',
    option_payout: 'ออปชันชนะ',
    option_refund: 'คืนเงินออปชัน',
    withdrawal: 'ถอน',
    transfer: 'โอน',
    trade: 'ซื้อขาย',
  },
  side: {
    buy: 'ซื้อ',
    sell: 'ขาย',
  },
  entry: {
    account: 'บัญชี',
    amount: 'จำนวน',
    balanceAfter: 'ยอดหลังรายการ',
    reference: 'อ้างอิง',
  },
  deal: {
    pair: 'คู่เทรด',
    price: 'ราคา',
    fee: 'ค่าธรรมเนียม',
  },
};
