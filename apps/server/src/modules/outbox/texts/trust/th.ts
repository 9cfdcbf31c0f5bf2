import type { TrustTexts } from './text.ts';

export const th: TrustTexts = {
  trustInterest: {
    subject: 'ได้รับดอกเบี้ย {amount} {currency}',
    paragraphs: [
      'เงินฝากของคุณได้ดอกเบี้ย {amount} {currency} ของวันที่ {day} (UTC) เข้าบัญชีฝากล็อกแล้ว',
      'แต่ละวันจ่ายเพียงครั้งเดียว จากเงินที่กันไว้ตั้งแต่ตอนที่คุณซื้อ',
    ],
    sms: 'Tallystick: เงินฝากของคุณได้ดอกเบี้ย {amount} {currency} ของวันที่ {day} (UTC)',
  },
  trustCompleted: {
    subject: 'เงินฝากครบกำหนด คืน {principal} {currency}',
    paragraphs: [
      'เงินฝาก {order} ครบกำหนด {days} วันแล้ว {principal} {currency} พร้อมใช้ในบัญชีฝากล็อกอีกครั้ง',
      'ได้ดอกเบี้ยรวม {interest} {currency}',
    ],
    sms: 'Tallystick: เงินฝาก {order} ครบกำหนด {principal} {currency} พร้อมใช้ ดอกเบี้ยรวม {interest} {currency}',
  },
  trustRenewed: {
    subject: 'ต่ออายุเงินฝาก {principal} {currency}',
    paragraphs: [
      'เงินฝาก {order} ครบกำหนด {days} วัน และต่ออายุเป็นเงินฝาก {next} ด้วยเงื่อนไขเดิมตามที่คุณเลือก ได้ดอกเบี้ย {interest} {currency}',
      'คุณปิดการต่ออายุอัตโนมัติได้ทุกเมื่อ',
    ],
    sms: 'Tallystick: เงินฝาก {order} ครบกำหนดและต่ออายุเป็น {next} ได้ดอกเบี้ย {interest} {currency}',
  },
};
