import type { HelpTexts } from './text.ts';

export const zh: HelpTexts = {
  ticketAnswered: {
    subject: '您的工单 {ticket} 已有回复',
    paragraphs: [
      '我们已回复您的工单 {ticket}：“{title}”。',
      '请在应用的帮助中心“我的工单”中查看，并可在那里继续回复。',
    ],
    sms: 'Tallystick：您的工单 {ticket} 已有回复，请在应用中查看。',
  },
  feedbackAnswered: {
    subject: '我们对您反馈的回复',
    paragraphs: [
      '感谢您的反馈。我们的回复如下：',
      '{answer}',
      '请勿直接回复本邮件。如需继续联系，请在帮助中心再次给我们写信。',
    ],
    sms: 'Tallystick：对您反馈的回复：{answer}',
  },
};
