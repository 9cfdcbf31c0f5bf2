import type { HelpTexts } from './text.ts';

export const hk: HelpTexts = {
  ticketAnswered: {
    subject: '您的工單 {ticket} 已有回覆',
    paragraphs: [
      '我們已回覆您的工單 {ticket}：「{title}」。',
      '請在應用程式的幫助中心「我的工單」中查看，並可在該處繼續回覆。',
    ],
    sms: 'Tallystick：您的工單 {ticket} 已有回覆，請在應用程式中查看。',
  },
  feedbackAnswered: {
    subject: '我們對您意見的回覆',
    paragraphs: [
      '感謝您的意見。我們的回覆如下：',
      '{answer}',
      '請勿直接回覆本郵件。如需繼續聯絡，請在幫助中心再次寫信給我們。',
    ],
    sms: 'Tallystick：對您意見的回覆：{answer}',
  },
};
