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
    deposit_reversal: '入金の取消',
    goodwill: 'お詫びの支払い',
    dust_conversion: '少額残高の交換',
    rebate: '紹介報酬',
    launch_payment: '新規コインの申込代金',
    launch_refund: '申込代金の返金',
    launch_release: '割当の払い出し',
    perpetual_trade: '先物の約定',
    perpetual_funding: '資金調達料',
    perpetual_liquidation: '清算',
    perpetual_deleveraging: '自動減少',
    perpetual_offset: '両建ての相殺',
    trust_interest: '運用の利息',
    trust_redemption: '途中解約の違約金',
    option_purchase: '秒オプション購入',
    option_payout: '秒オプション勝ち',
    option_refund: '秒オプション返金',
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
