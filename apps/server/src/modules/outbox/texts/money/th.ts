import type { MoneyTexts } from './text.ts';

export const th: MoneyTexts = {
  depositPassed: {
    subject: 'ฝากสำเร็จ: {amount} {currency}',
    paragraphs: ['เงินฝาก {amount} {currency} เข้าบัญชีสปอตของคุณแล้ว', 'คุณเริ่มซื้อขายได้ทันที'],
    sms: 'Tallystick: เงินฝาก {amount} {currency} เข้าบัญชีแล้ว',
  },
  depositRejected: {
    subject: 'ฝากไม่สำเร็จ: {amount} {currency}',
    paragraphs: [
      'ไม่สามารถนำเงินฝาก {amount} {currency} เข้าบัญชีได้ เหตุผล: {reason}',
      'คุณแจ้งใหม่พร้อมหลักฐานที่ชัดขึ้น หรือติดต่อฝ่ายสนับสนุนได้',
    ],
    sms: 'Tallystick: ไม่สามารถนำเงินฝาก {amount} {currency} เข้าบัญชีได้ โปรดดูเหตุผลในแอป',
  },
  depositReversed: {
    subject: 'เงินฝากถูกเรียกคืน: {amount} {currency}',
    paragraphs: [
      'เครือข่ายแทนที่บล็อกที่มีการโอน {amount} {currency} ของคุณ ยอดเข้าจึงถูกเรียกคืน',
      'เมื่อการโอนยืนยันอีกครั้ง ยอดจะเข้าใหม่ ส่วนที่ใช้ไปแล้วถือเป็นยอดค้างจนกว่าจะถึงตอนนั้น',
    ],
    sms: 'Tallystick: เครือข่ายยกเลิกการโอน {amount} {currency} ยอดเข้าจึงถูกเรียกคืน',
  },
  withdrawalAsked: {
    subject: 'คำขอถอน: {amount} {currency}',
    paragraphs: [
      'มีคำขอถอน {amount} {currency} ไปยัง {destination} ยอดนี้จะถูกระงับไว้จนกว่าจะพิจารณาเสร็จ',
      'หากไม่ใช่คุณ โปรดยกเลิก ระงับบัญชีในแอป และติดต่อฝ่ายสนับสนุนทันที',
    ],
    sms: 'Tallystick: มีคำขอถอน {amount} {currency} หากไม่ใช่คุณ โปรดระงับบัญชีทันที',
  },
  withdrawalApproved: {
    subject: 'อนุมัติการถอน: {amount} {currency}',
    paragraphs: ['การถอน {amount} {currency} ของคุณได้รับอนุมัติแล้วและกำลังจะส่ง', 'หากไม่ใช่คุณ โปรดติดต่อฝ่ายสนับสนุนทันที'],
    sms: 'Tallystick: การถอน {amount} {currency} ได้รับอนุมัติแล้ว',
  },
  withdrawalSent: {
    subject: 'ส่งเงินถอนแล้ว: {amount} {currency}',
    paragraphs: ['ส่งเงินถอน {amount} {currency} ไปยัง {destination} แล้ว', 'ธุรกรรม: {transaction}'],
    sms: 'Tallystick: ส่งเงินถอน {amount} {currency} แล้ว',
  },
  withdrawalRejected: {
    subject: 'ปฏิเสธการถอน: {amount} {currency}',
    paragraphs: ['การถอน {amount} {currency} ของคุณถูกปฏิเสธ เหตุผล: {reason}', 'ยอดทั้งหมดใช้ได้อีกครั้ง'],
    sms: 'Tallystick: การถอน {amount} {currency} ถูกปฏิเสธ ยอดใช้ได้อีกครั้ง',
  },
  withdrawalCancelled: {
    subject: 'ยกเลิกการถอน: {amount} {currency}',
    paragraphs: ['การถอน {amount} {currency} ของคุณถูกยกเลิกแล้ว', 'ยอดทั้งหมดใช้ได้อีกครั้ง'],
    sms: 'Tallystick: การถอน {amount} {currency} ถูกยกเลิกแล้ว',
  },
  withdrawalFailed: {
    subject: 'ถอนไม่สำเร็จ: {amount} {currency}',
    paragraphs: [
      'เราได้รับคำขอถอน {amount} {currency} ของคุณแล้ว แต่ดำเนินการไม่ได้',
      'ไม่มีการหักเงินจากบัญชีของคุณ โปรดตรวจสอบยอดแล้วขอใหม่',
    ],
    sms: 'Tallystick: ถอน {amount} {currency} ไม่สำเร็จ ไม่มีการหักเงิน',
  },
  addressAdded: {
    subject: 'เพิ่มที่อยู่ถอนแล้ว',
    paragraphs: [
      'ที่อยู่ {address} ({network}) อยู่ในสมุดที่อยู่ {currency} ของคุณแล้ว',
      'หากไม่ใช่คุณ โปรดระงับบัญชีในแอปและติดต่อฝ่ายสนับสนุนทันที',
    ],
    sms: 'Tallystick: เพิ่มที่อยู่ถอนแล้ว หากไม่ใช่คุณ โปรดระงับบัญชีทันที',
  },
  bankCardSaved: {
    subject: 'บันทึกบัตรธนาคารแล้ว',
    paragraphs: ['ตอนนี้ถอนไปยังบัตรธนาคาร {card} ได้แล้ว', 'หากไม่ใช่คุณ โปรดระงับบัญชีในแอปและติดต่อฝ่ายสนับสนุนทันที'],
    sms: 'Tallystick: บันทึกบัตรธนาคาร {card} แล้ว หากไม่ใช่คุณ โปรดระงับบัญชีทันที',
  },
};
