import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: '取引明細書',
    trades: '約定履歴',
    taxes: '年間の集計',
  },
  running: 'この期間はまだ終わっていません。記録が増えることがあります。',
  kinds: '種類別',
  credits: '入',
  debits: '出',
  fees: '支払手数料',
  product: {
    spot: '現物',
    contracts: '先物',
    options: 'オプション',
    trust: '運用',
    launches: '新規コイン',
    rebates: '紹介報酬',
    other: 'その他',
  },
};
