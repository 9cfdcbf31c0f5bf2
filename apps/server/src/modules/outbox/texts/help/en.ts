import type { HelpTexts } from './text.ts';

export const en: HelpTexts = {
  ticketAnswered: {
    subject: 'Your ticket {ticket} has an answer',
    paragraphs: [
      'We have answered your ticket {ticket}: “{title}”.',
      'Read the answer in the app under Help centre, My tickets. You can write back there.',
    ],
    sms: 'Tallystick: your ticket {ticket} has an answer. Read it in the app.',
  },
  feedbackAnswered: {
    subject: 'Our answer to your feedback',
    paragraphs: [
      'Thank you for your feedback. Our answer:',
      '{answer}',
      'Replies to this mail are not read. Please write to us again in the help centre.',
    ],
    sms: 'Tallystick: our answer to your feedback: {answer}',
  },
};
