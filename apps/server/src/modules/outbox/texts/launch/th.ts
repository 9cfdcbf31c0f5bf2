import type { LaunchTexts } from './text.ts';

export const th: LaunchTexts = {
  launchAllocated: {
    subject: '{code}: คุณได้รับจัดสรร {allocated}',
    paragraphs: [
      'การจองซื้อ {code} ปิดแล้ว คุณได้รับจัดสรร {allocated} {code} โดยชำระ {spent}',
      'ส่วนที่ไม่ได้ใช้คืนเข้าบัญชีสปอตแล้ว: {refunded} ทุกคนสามารถตรวจสอบรายการจองและผลการจัดสรรได้',
    ],
    sms: 'Tallystick: ได้รับ {allocated} {code} ชำระ {spent} คืน {refunded}',
  },
  launchReturned: {
    subject: '{code}: ยกเลิกการจองซื้อแล้ว',
    paragraphs: ['การจองซื้อ {code} ถูกยกเลิก ยอดที่คุณจองทั้งหมดคืนเข้าบัญชีสปอตแล้ว: {refunded}'],
    sms: 'Tallystick: ยกเลิกการจองซื้อ {code} แล้ว {refunded} คืนเข้าบัญชีสปอต',
  },
  launchReleased: {
    subject: '{code}: ปลดล็อก {released} ให้คุณแล้ว',
    paragraphs: ['{released} {code} เข้าบัญชีสปอตของคุณแล้ว ซื้อขายได้ทันที'],
    sms: 'Tallystick: {released} {code} เข้าบัญชีสปอตแล้ว',
  },
};
