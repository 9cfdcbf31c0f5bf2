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
    depositReversal: 'ยกเลิกการฝาก',
    goodwill: 'เงินชดเชย',
    dustConversion: 'แปลงยอดเล็กน้อย',
    rebate: 'ค่าตอบแทนแนะนำเพื่อน',
    launchPayment: 'ชำระค่าจองซื้อ',
    launchRefund: 'คืนเงินค่าจองซื้อ',
    launchRelease: 'ปลดล็อกจากการจองซื้อ',
    perpetualTrade: 'ซื้อขายสัญญา',
    perpetualFunding: 'ค่าฟันดิง',
    perpetualLiquidation: 'บังคับปิด',
    perpetualDeleveraging: 'ลดสถานะอัตโนมัติ',
    perpetualOffset: 'หักล้างสถานะ',
    trustInterest: 'ดอกเบี้ยฝากล็อก',
    trustRedemption: 'ค่าปรับถอนก่อนกำหนด',
    optionPurchase: 'ซื้อออปชันวินาที',
    optionPayout: 'ออปชันชนะ',
    optionRefund: 'คืนเงินออปชัน',
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
