import type { HelpTexts } from './text.ts';

export const th: HelpTexts = {
  ticketAnswered: {
    subject: 'คำร้อง {ticket} ของคุณมีคำตอบแล้ว',
    paragraphs: [
      'เราตอบคำร้อง {ticket} ของคุณแล้ว: “{title}”',
      'อ่านคำตอบในแอปที่ศูนย์ช่วยเหลือ คำร้องของฉัน และเขียนตอบกลับได้ที่นั่น',
    ],
    sms: 'Tallystick: คำร้อง {ticket} ของคุณมีคำตอบแล้ว อ่านได้ในแอป',
  },
  feedbackAnswered: {
    subject: 'คำตอบต่อความคิดเห็นของคุณ',
    paragraphs: [
      'ขอบคุณสำหรับความคิดเห็น คำตอบของเรามีดังนี้:',
      '{answer}',
      'เราไม่อ่านอีเมลที่ตอบกลับฉบับนี้ กรุณาเขียนถึงเราอีกครั้งที่ศูนย์ช่วยเหลือ',
    ],
    sms: 'Tallystick: คำตอบต่อความคิดเห็นของคุณ: {answer}',
  },
};
