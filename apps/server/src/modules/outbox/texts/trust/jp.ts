import type { TrustTexts } from './text.ts';

export const jp: TrustTexts = {
  trustInterest: {
    subject: '利息を受け取りました：{amount} {currency}',
    paragraphs: [
      '{day}（UTC）の利息 {amount} {currency} が運用口座に入金されました。',
      '各日の利息は一度だけ、購入時に取り置かれた資金から支払われます。',
    ],
    sms: 'Tallystick：{day}（UTC）の利息 {amount} {currency} が入金されました。',
  },
  trustCompleted: {
    subject: '預け入れ満了：{principal} {currency} が戻りました',
    paragraphs: [
      '預け入れ {order} は {days} 日の期間を満了しました。{principal} {currency} を運用口座で再びご利用いただけます。',
      '利息の合計は {interest} {currency} です。',
    ],
    sms: 'Tallystick：預け入れ {order} が満了し、{principal} {currency} が利用可能です。利息合計 {interest} {currency}。',
  },
  trustRenewed: {
    subject: '預け入れを更新しました：{principal} {currency}',
    paragraphs: [
      '預け入れ {order} は {days} 日の期間を満了し、ご希望どおり同じ条件で預け入れ {next} として継続します。利息は {interest} {currency} でした。',
      '自動更新はいつでもオフにできます。',
    ],
    sms: 'Tallystick：預け入れ {order} は満了し、{next} として継続します。利息 {interest} {currency}。',
  },
};
