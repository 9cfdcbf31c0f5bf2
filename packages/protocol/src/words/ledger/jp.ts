import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: '現物',
    option: 'オプション',
    contract: '先物',
    trust: '運用',
  },
  reason: {
    faucet: 'デモ資金',
    deposit: '入金',
    depositReversal: '入金の取消',
    goodwill: 'お詫びの支払い',
    dustConversion: '少額残高の交換',
    rebate: '紹介報酬',
    launchPayment: '新規コインの申込代金',
    launchRefund: '申込代金の返金',
    launchRelease: '割当の払い出し',
    perpetualTrade: '先物の約定',
    perpetualFunding: '資金調達料',
    perpetualLiquidation: '清算',
    perpetualDeleveraging: '自動減少',
    perpetualOffset: '両建ての相殺',
    trustInterest: '運用の利息',
    trustRedemption: '途中解約の違約金',
    optionPurchase: '秒オプション購入',
    optionPayout: '秒オプション勝ち',
    optionRefund: '秒オプション返金',
    withdrawal: '出金',
    transfer: '振替',
    trade: '約定',
  },
  side: {
    buy: '買い',
    sell: '売り',
  },
  entry: {
    account: '口座',
    amount: '数量',
    balanceAfter: '変動後の残高',
    reference: '参照番号',
  },
  deal: {
    pair: 'ペア',
    price: '価格',
    fee: '手数料',
  },
};
