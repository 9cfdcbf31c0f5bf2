import type { HelpTexts } from './text.ts';

export const yn: HelpTexts = {
  ticketAnswered: {
    subject: 'Yêu cầu hỗ trợ {ticket} của bạn đã được trả lời',
    paragraphs: [
      'Chúng tôi đã trả lời yêu cầu hỗ trợ {ticket} của bạn: “{title}”.',
      'Đọc câu trả lời trong ứng dụng tại Trung tâm trợ giúp, mục Yêu cầu hỗ trợ của tôi. Bạn có thể viết lại ở đó.',
    ],
    sms: 'Tallystick: yêu cầu hỗ trợ {ticket} của bạn đã được trả lời. Hãy đọc trong ứng dụng.',
  },
  feedbackAnswered: {
    subject: 'Trả lời góp ý của bạn',
    paragraphs: [
      'Cảm ơn góp ý của bạn. Câu trả lời của chúng tôi:',
      '{answer}',
      'Thư trả lời email này không được đọc. Vui lòng viết lại cho chúng tôi ở trung tâm trợ giúp.',
    ],
    sms: 'Tallystick: trả lời góp ý của bạn: {answer}',
  },
};
