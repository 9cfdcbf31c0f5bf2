import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: '現貨',
    option: '期權',
    contract: '合約',
    trust: '託管',
  },
  reason: {
    faucet: '示範資金',
    deposit: '充值',
    deposit_reversal: '充值撤回',
    goodwill: '補償',
    dust_conversion: '小額兌換',
    rebate: '邀請返佣',
    launch_payment: '申購付款',
    launch_refund: '申購退款',
    launch_release: '申購解鎖',
    perpetual_trade: '合約成交',
    perpetual_funding: '資金費用',
    perpetual_liquidation: '強平',
    perpetual_deleveraging: '自動減倉',
    perpetual_offset: '倉位對沖平倉',
    trust_interest: '託管利息',
    trust_redemption: '提前贖回違約金',
    option_purchase: '購買秒期權',
    option_payout: '秒期權盈利',
    option_refund: '秒期權退款',
    withdrawal: '提現',
    transfer: '劃轉',
    trade: '成交',
  },
  side: {
    buy: '買入',
    sell: '賣出',
  },
  entry: {
    account: '帳戶',
    amount: '數量',
    balanceAfter: '變動後餘額',
    reference: '關聯編號',
  },
  deal: {
    pair: '交易對',
    price: '價格',
    fee: '手續費',
  },
};
