import type { LaunchTexts } from './text.ts';

export const zh: LaunchTexts = {
  launchAllocated: {
    subject: '{code}：您获配 {allocated}',
    paragraphs: [
      '{code} 申购已截止。您获配 {allocated} {code}，支付 {spent}。',
      '未使用的金额已退回现货账户：{refunded}。任何人都可以核对全部申购名单与分配结果。',
    ],
    sms: 'Tallystick：获配 {allocated} {code}，支付 {spent}，退回 {refunded}。',
  },
  launchReturned: {
    subject: '{code}：申购已取消',
    paragraphs: ['{code} 的申购已取消。您申购的全部金额已退回现货账户：{refunded}。'],
    sms: 'Tallystick：{code} 的申购已取消，{refunded} 已退回现货账户。',
  },
  launchReleased: {
    subject: '{code}：已向您释放 {released}',
    paragraphs: ['{released} {code} 已释放至您的现货账户，可立即交易。'],
    sms: 'Tallystick：{released} {code} 已释放至现货账户。',
  },
};
