import type { TrustTexts } from './text.ts';

export const hk: TrustTexts = {
  trustInterest: {
    subject: '收到利息：{amount} {currency}',
    paragraphs: [
      '您的託管在 {day}（UTC）獲得利息 {amount} {currency}，已存入託管帳戶。',
      '每天只支付一次，資金在您購買時已預先撥出。',
    ],
    sms: 'Tallystick：您的託管在 {day}（UTC）獲得利息 {amount} {currency}。',
  },
  trustCompleted: {
    subject: '託管到期：已返還 {principal} {currency}',
    paragraphs: [
      '託管 {order} 已滿 {days} 天。{principal} {currency} 已可在託管帳戶中使用。',
      '累計獲得利息 {interest} {currency}。',
    ],
    sms: 'Tallystick：託管 {order} 已到期，{principal} {currency} 可用，累計利息 {interest} {currency}。',
  },
  trustRenewed: {
    subject: '託管已續期：{principal} {currency}',
    paragraphs: [
      '託管 {order} 已滿 {days} 天，並按您的選擇以相同條款續期為託管 {next}。本期利息 {interest} {currency}。',
      '您可隨時關閉自動續期。',
    ],
    sms: 'Tallystick：託管 {order} 已到期並續期為 {next}，本期利息 {interest} {currency}。',
  },
};
