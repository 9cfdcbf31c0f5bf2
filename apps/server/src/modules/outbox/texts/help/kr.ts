import type { HelpTexts } from './text.ts';

export const kr: HelpTexts = {
  ticketAnswered: {
    subject: '문의 {ticket}에 답변이 등록되었습니다',
    paragraphs: [
      '문의 {ticket} “{title}”에 답변했습니다.',
      '앱의 고객센터에서 내 문의를 열어 확인하고 답장할 수 있습니다.',
    ],
    sms: 'Tallystick: 문의 {ticket}에 답변이 등록되었습니다. 앱에서 확인하세요.',
  },
  feedbackAnswered: {
    subject: '의견에 대한 답변',
    paragraphs: [
      '의견을 보내 주셔서 감사합니다. 답변은 다음과 같습니다.',
      '{answer}',
      '이 메일에 보낸 답장은 읽지 않습니다. 고객센터에서 다시 보내 주세요.',
    ],
    sms: 'Tallystick: 의견에 대한 답변: {answer}',
  },
};
