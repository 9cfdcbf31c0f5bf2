import type { home as english } from '../en/home.ts';
import type { Shape } from '../shape.ts';

export const home: Shape<typeof english> = {
  welcome: {
    title: '誰でも帳簿を確かめられる取引所',
    demo: 'これはデモです。体験用の資金を使い、実際の価格で取引できます。',
    live: 'ご自分で確かめられる価格と板で取引できます。',
  },
  quick: {
    label: 'ショートカット',
    option: 'オプション',
    launch: '新規コイン',
    convert: '交換',
    referral: '招待',
    proof: '証明',
    records: '履歴',
    verify: '本人確認',
    help: 'ヘルプ',
  },
  banner: {
    label: '私たちの約束',
    proof: '帳簿をご自分で確かめる',
    proofText: '割符の両半分のように、どの記録にも対になる記録があります。',
    option: '誰にも曲げられない結果',
    optionText: '開始・終了価格と支払いは公開価格から決まり、再計算できます。',
    trust: '利息は初日に確保済み',
    trustText: '運用で得られる利息は、始まる前に取り分けられます。',
  },
  search: 'コイン、注文、ページ',
};
