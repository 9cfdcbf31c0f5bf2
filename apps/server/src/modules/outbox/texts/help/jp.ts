import type { HelpTexts } from './text.ts';

export const jp: HelpTexts = {
  ticketAnswered: {
    subject: 'チケット {ticket} に回答しました',
    paragraphs: [
      'チケット {ticket}「{title}」に回答しました。',
      'アプリのヘルプセンターの「マイチケット」でご覧いただけます。そこから返信もできます。',
    ],
    sms: 'Tallystick：チケット {ticket} に回答しました。アプリでご覧ください。',
  },
  feedbackAnswered: {
    subject: 'ご意見への回答',
    paragraphs: [
      'ご意見をお寄せいただきありがとうございます。回答は次のとおりです。',
      '{answer}',
      'このメールへの返信は読まれません。ヘルプセンターからもう一度お寄せください。',
    ],
    sms: 'Tallystick：ご意見への回答：{answer}',
  },
};
