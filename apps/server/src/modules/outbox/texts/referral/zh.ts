import type { ReferralTexts } from './text.ts';

export const zh: ReferralTexts = {
  rebatesPaid: {
    subject: '收到返佣：{amounts}',
    paragraphs: [
      '截至 {until}（UTC），您好友的交易手续费为您带来返佣 {amounts}，已存入现货账户。',
      '每笔返佣都与其来源手续费同时拨出，两者都列在邀请返佣页面。',
    ],
    sms: 'Tallystick：截至 {until}（UTC）的返佣 {amounts} 已存入现货账户。',
  },
};
