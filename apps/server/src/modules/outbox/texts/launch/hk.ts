import type { LaunchTexts } from './text.ts';

export const hk: LaunchTexts = {
  launchAllocated: {
    subject: '{code}：您獲配 {allocated}',
    paragraphs: [
      '{code} 申購已截止。您獲配 {allocated} {code}，支付 {spent}。',
      '未使用的金額已退回現貨帳戶：{refunded}。任何人都可以核對全部申購名單與分配結果。',
    ],
    sms: 'Tallystick：獲配 {allocated} {code}，支付 {spent}，退回 {refunded}。',
  },
  launchReturned: {
    subject: '{code}：申購已取消',
    paragraphs: ['{code} 的申購已取消。您申購的全部金額已退回現貨帳戶：{refunded}。'],
    sms: 'Tallystick：{code} 的申購已取消，{refunded} 已退回現貨帳戶。',
  },
  launchReleased: {
    subject: '{code}：已向您釋放 {released}',
    paragraphs: ['{released} {code} 已釋放至您的現貨帳戶，可立即交易。'],
    sms: 'Tallystick：{released} {code} 已釋放至現貨帳戶。',
  },
};
