import type { ReferralTexts } from './text.ts';

export const th: ReferralTexts = {
  rebatesPaid: {
    subject: 'ได้รับค่าตอบแทนแนะนำเพื่อน {amounts}',
    paragraphs: [
      'ค่าธรรมเนียมการซื้อขายของเพื่อนทำให้คุณได้ค่าตอบแทน {amounts} นับถึง {until} (UTC) เข้าบัญชีสปอตแล้ว',
      'ค่าตอบแทนแต่ละรายการกันไว้พร้อมกับค่าธรรมเนียมที่เป็นที่มา ดูทั้งสองอย่างได้ในหน้าแนะนำเพื่อน',
    ],
    sms: 'Tallystick: ค่าตอบแทนแนะนำเพื่อน {amounts} นับถึง {until} (UTC) เข้าบัญชีสปอตแล้ว',
  },
};
