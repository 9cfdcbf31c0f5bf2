import type { ReferralTexts } from './text.ts';

export const hk: ReferralTexts = {
  rebatesPaid: {
    subject: '收到返佣：{amounts}',
    paragraphs: [
      '截至 {until}（UTC），您好友的交易手續費為您帶來返佣 {amounts}，已存入現貨帳戶。',
      '每筆返佣都與其來源手續費同時撥出，兩者都列在邀請返佣頁面。',
    ],
    sms: 'Tallystick：截至 {until}（UTC）的返佣 {amounts} 已存入現貨帳戶。',
  },
};
