import type { OptionTexts } from './text.ts';

export const th: OptionTexts = {
  optionStaleEntry: {
    subject: 'คืนเงินแล้ว: {amount} {currency}',
    paragraphs: [
      'หลังจากคุณซื้อออปชัน {option} ({seconds} วินาที) ไม่มีราคาใหม่ของ {symbol} มาทันเวลา ออปชันจึงไม่เริ่ม เงินกลับเข้าบัญชีออปชันของคุณแล้ว',
      'ใบเสร็จของออปชันแสดงว่ามีราคาใดบ้าง',
    ],
    sms: 'Tallystick: ออปชัน {option} ไม่มีราคาใหม่ {amount} {currency} กลับเข้าบัญชีออปชันของคุณแล้ว',
  },
  optionStaleExit: {
    subject: 'คืนเงินแล้ว: {amount} {currency}',
    paragraphs: [
      'เมื่อออปชัน {option} ({seconds} วินาที) สิ้นสุด ไม่มีราคาใหม่ของ {symbol} จึงไม่มีผลแพ้ชนะ เงินกลับเข้าบัญชีออปชันของคุณแล้ว',
      'ใบเสร็จของออปชันแสดงว่ามีราคาใดบ้าง',
    ],
    sms: 'Tallystick: ออปชัน {option} ไม่มีราคาใหม่ {amount} {currency} กลับเข้าบัญชีออปชันของคุณแล้ว',
  },
};
