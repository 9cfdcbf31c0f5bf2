import type { TrustTexts } from './text.ts';

export const zh: TrustTexts = {
  trustInterest: {
    subject: '收到利息：{amount} {currency}',
    paragraphs: [
      '您的托管在 {day}（UTC）获得利息 {amount} {currency}，已存入托管账户。',
      '每天只支付一次，资金在您购买时已预先拨出。',
    ],
    sms: 'Tallystick：您的托管在 {day}（UTC）获得利息 {amount} {currency}。',
  },
  trustCompleted: {
    subject: '托管到期：已返还 {principal} {currency}',
    paragraphs: [
      '托管 {order} 已满 {days} 天。{principal} {currency} 已可在托管账户中使用。',
      '累计获得利息 {interest} {currency}。',
    ],
    sms: 'Tallystick：托管 {order} 已到期，{principal} {currency} 可用，累计利息 {interest} {currency}。',
  },
  trustRenewed: {
    subject: '托管已续期：{principal} {currency}',
    paragraphs: [
      '托管 {order} 已满 {days} 天，并按您的选择以相同条款续期为托管 {next}。本期利息 {interest} {currency}。',
      '您可随时关闭自动续期。',
    ],
    sms: 'Tallystick：托管 {order} 已到期并续期为 {next}，本期利息 {interest} {currency}。',
  },
};
