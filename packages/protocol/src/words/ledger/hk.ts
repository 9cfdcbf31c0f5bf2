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
    depositReversal: '充值撤回',
    goodwill: '補償',
    dustConversion: '小額兌換',
    rebate: '邀請返佣',
    launchPayment: '申購付款',
    launchRefund: '申購退款',
    launchRelease: '申購解鎖',
    perpetualTrade: '合約成交',
    perpetualFunding: '資金費用',
    perpetualLiquidation: '強平',
    perpetualDeleveraging: '自動減倉',
    perpetualOffset: '倉位對沖平倉',
    trustInterest: '託管利息',
    trustRedemption: '提前贖回違約金',
    optionPurchase: '購買秒期權',
    optionPayout: '秒期權盈利',
    optionRefund: '秒期權退款',
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
