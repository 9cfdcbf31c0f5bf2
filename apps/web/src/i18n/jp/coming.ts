import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: '近日公開',
  expect: 'できること',
  trade: '取引する',
  referral: {
    title: '友達紹介',
    text: '友達を招待すると、支払われた手数料の一部を受け取れます。',
    one: '招待コード入りのポスターを共有',
    two: '報酬ごとに元の手数料を明示',
    three: '名前を伏せた上位10名のランキング',
    already: '招待コードはもう使えます',
    alreadyText: 'このコードで登録した方は、初日からお友達として数えられます。',
    code: 'あなたの招待コード',
    link: 'あなたのリンク',
  },
  help: {
    title: 'ヘルプセンター',
    text: '答えとガイド、そして相談できる人。',
    one: 'よくある質問を検索',
    two: 'サポートとチャット',
    three: '画像つきでご意見を送信',
    until: 'それまでの間',
    securityText: '異変に気づいたら、すぐに口座を凍結できます',
    recordsText: 'それぞれの状況と、誰の対応を待っているか',
  },
};
