import type { CorrectionWords } from './text.ts';

export const th: CorrectionWords = {
  goodwill: {
    subject: 'เราจ่ายเงินให้คุณ: {amount} {currency}',
    paragraphs: ['เราจ่าย {amount} {currency} เข้าบัญชีสปอตของคุณแล้ว {reason}', 'หมายเหตุจากเรา: {text}'],
    sms: 'Tallystick: เราจ่าย {amount} {currency} เข้าบัญชีสปอตของคุณแล้ว',
  },
  goodwillReasons: {
    fault: 'เกิดข้อผิดพลาดจากทางเรา เราขออภัย',
    late: 'การจ่ายเงินใช้เวลานานกว่าที่เราแจ้งไว้ เราขออภัย',
    information: 'เราให้ข้อมูลที่ไม่ถูกต้องแก่คุณ เราขออภัย',
    courtesy: 'นี่คือน้ำใจเล็กน้อยจากเรา',
  },
  announced: {
    subject: 'เงินฝากจะถูกเรียกคืน: {amount} {currency}',
    paragraphs: [
      'เรานำ {amount} {currency} เข้าบัญชีคุณโดยผิดพลาด {reason} หมายเหตุจากเรา: {text}',
      'ยอดนี้จะถูกเรียกคืนเมื่อ {due} (UTC) หากคุณเห็นว่าไม่ถูกต้อง โปรดคัดค้านก่อนเวลานั้นในแอปที่รายการฝาก เราจะไม่เรียกคืนจนกว่าเจ้าหน้าที่อีกสองคนจะตรวจสอบใหม่ ระหว่างนี้ถอนยอดนี้ไม่ได้ แต่ยังใช้ซื้อขายได้',
    ],
    sms: 'Tallystick: ยอด {amount} {currency} ที่เข้าผิดจะถูกเรียกคืน คุณคัดค้านได้ในแอป',
  },
  reversalReasons: {
    wrongCustomer: 'เงินนี้เป็นของผู้อื่น',
    wrongAmount: 'จำนวนเงินไม่ถูกต้อง',
    notReceived: 'เราไม่เคยได้รับเงินนี้',
    creditedTwice: 'เงินถูกนำเข้าบัญชีสองครั้ง',
  },
  upheld: {
    subject: 'ตรวจสอบคำคัดค้านแล้ว: {amount} {currency}',
    paragraphs: [
      'เจ้าหน้าที่อีกสองคนตรวจสอบคำคัดค้านของคุณแล้ว {amount} {currency} จะถูกเรียกคืน',
      'ส่วนที่ไม่พอถือเป็นยอดค้าง ซึ่งเงินฝาก {currency} ครั้งต่อไปจะชำระให้ หากมีคำถามโปรดติดต่อฝ่ายสนับสนุน',
    ],
    sms: 'Tallystick: หลังตรวจสอบอีกครั้ง {amount} {currency} จะถูกเรียกคืน โปรดดูในแอป',
  },
  dropped: {
    subject: 'เงินฝากจะไม่ถูกเรียกคืน: {amount} {currency}',
    paragraphs: ['{amount} {currency} ที่แจ้งไว้จะไม่ถูกเรียกคืน', 'คุณถอนได้เต็มจำนวนอีกครั้ง'],
    sms: 'Tallystick: {amount} {currency} จะไม่ถูกเรียกคืน',
  },
  done: {
    subject: 'เงินฝากถูกเรียกคืนแล้ว: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} ที่เข้าบัญชีโดยผิดพลาดถูกเรียกคืนจากบัญชีสปอตของคุณแล้ว',
      'หากยอดคงเหลือไม่พอ ส่วนที่ขาดถือเป็นยอดค้าง ซึ่งเงินฝาก {currency} ครั้งต่อไปจะชำระให้',
    ],
    sms: 'Tallystick: {amount} {currency} ที่เข้าผิดถูกเรียกคืนแล้ว',
  },
};
