import type { PerpetualTexts } from './text.ts';

export const th: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}: ใกล้ถูกบังคับปิด',
    paragraphs: [
      'สถานะ {position} ใน {symbol} ใกล้ถูกบังคับปิด ราคามาร์กคือ {mark} และจะถูกบังคับปิดที่ {liquidation}',
      'เพิ่มหลักประกันหรือปิดบางส่วนเพื่อรักษาสถานะไว้ เราแจ้งเพียงครั้งเดียวจนกว่าสถานะจะฟื้นตัว',
    ],
    sms: 'Tallystick: สถานะ {position} ใน {symbol} ใกล้ถูกบังคับปิด ราคามาร์ก {mark} บังคับปิดที่ {liquidation}',
  },
  perpetualTakeProfit: {
    subject: '{symbol}: ทำกำไรสำเร็จ',
    paragraphs: [
      'คำสั่งทำกำไรของสถานะ {position} ใน {symbol} ทำงานที่ราคามาร์ก {mark} ปิดที่ราคาเฉลี่ย {price}',
      'ผลของสถานะหลังหักค่าธรรมเนียมและค่าฟันดิง: {profit} USDT',
    ],
    sms: 'Tallystick: ทำกำไรสถานะ {position} ใน {symbol} ปิดที่ {price} ผล {profit} USDT',
  },
  perpetualStopLoss: {
    subject: '{symbol}: ตัดขาดทุนสำเร็จ',
    paragraphs: [
      'คำสั่งตัดขาดทุนของสถานะ {position} ใน {symbol} ทำงานที่ราคามาร์ก {mark} ปิดที่ราคาเฉลี่ย {price}',
      'ผลของสถานะหลังหักค่าธรรมเนียมและค่าฟันดิง: {profit} USDT',
    ],
    sms: 'Tallystick: ตัดขาดทุนสถานะ {position} ใน {symbol} ปิดที่ {price} ผล {profit} USDT',
  },
  perpetualToppedUp: {
    subject: '{symbol}: เพิ่มหลักประกันอัตโนมัติแล้ว',
    paragraphs: [
      'ราคามาร์ก {mark} จะทำให้สถานะ {position} ใน {symbol} ถูกบังคับปิด จึงเพิ่มหลักประกัน {amount} USDT จากบัญชีสัญญาของคุณ',
      'ตอนนี้สถานะจะถูกบังคับปิดที่ {liquidation} เหลือวงเงิน {left} USDT เมื่อใช้หมดสถานะจะถูกบังคับปิด',
    ],
    sms: 'Tallystick: เพิ่มหลักประกัน {amount} USDT ให้สถานะ {position} ใน {symbol} แล้ว เหลือวงเงิน {left} USDT',
  },
  perpetualLiquidated: {
    subject: '{symbol}: สถานะถูกบังคับปิด',
    paragraphs: [
      'สถานะ {position} ใน {symbol} ถูกบังคับปิดที่ราคามาร์ก {mark} เพราะมูลค่าสุทธิไม่พอสำหรับหลักประกันรักษาสภาพ',
      'หลักประกัน {returned} USDT คืนให้คุณแล้ว แอปแสดงตัวเลขทั้งหมดที่ใช้คำนวณ',
    ],
    sms: 'Tallystick: สถานะ {position} ใน {symbol} ถูกบังคับปิดที่ราคามาร์ก {mark} คืนให้คุณ {returned} USDT',
  },
  perpetualDeleveraged: {
    subject: '{symbol}: สถานะถูกลดอัตโนมัติ',
    paragraphs: [
      'สถานะ {position} ใน {symbol} ถูกลด {lots} ล็อตที่ {price} เพราะสมุดคำสั่งและกองทุนประกันรองรับสถานะฝั่งตรงข้ามที่ถูกบังคับปิดไม่ได้',
      'กำไรของล็อตเหล่านี้เป็นของคุณ แอปแสดงตัวเลขทั้งหมดที่ใช้คำนวณ',
    ],
    sms: 'Tallystick: สถานะ {position} ใน {symbol} ถูกลดอัตโนมัติ {lots} ล็อตที่ {price}',
  },
  perpetualFundingReceived: {
    subject: 'ได้รับค่าฟันดิง: {amount} USDT',
    paragraphs: [
      'สัญญาที่เปิดอยู่ของคุณ ({positions} รายการ) ได้รับค่าฟันดิง {amount} USDT',
      'ค่าฟันดิงจ่ายระหว่างฝั่งซื้อและฝั่งขายทุก 8 ชั่วโมง แอปแสดงทุกรายการพร้อมอัตรา',
    ],
    sms: 'Tallystick: สัญญาที่เปิดอยู่ของคุณได้รับค่าฟันดิง {amount} USDT',
  },
  perpetualFundingPaid: {
    subject: 'จ่ายค่าฟันดิง: {amount} USDT',
    paragraphs: [
      'สัญญาที่เปิดอยู่ของคุณ ({positions} รายการ) จ่ายค่าฟันดิง {amount} USDT',
      'ค่าฟันดิงจ่ายระหว่างฝั่งซื้อและฝั่งขายทุก 8 ชั่วโมง แอปแสดงทุกรายการพร้อมอัตรา',
    ],
    sms: 'Tallystick: สัญญาที่เปิดอยู่ของคุณจ่ายค่าฟันดิง {amount} USDT',
  },
};
