import type { display as english } from '../en/display.ts';
import type { Shape } from '../shape.ts';

export const display: Shape<typeof english> = {
  valuation: {
    title: 'สกุลเงินที่ใช้แสดงมูลค่า',
    text: 'เลือกสกุลเงินสำหรับแสดงยอดรวม เปลี่ยนเฉพาะการแสดงผล ไม่กระทบสินทรัพย์ที่คุณถือ',
    rate: 'อัตรา: {age}',
    demo: 'อัตราสาธิต: {age}',
    old: 'อัตราเก่า: {age}',
    missing: 'ขณะนี้ไม่มีอัตราของ {currency} จึงแสดงเป็น {shown}',
    noRates: 'ขณะนี้ไม่มีอัตราของสกุลเงินอื่น',
    perUsdt: '{currency} ต่อ USDT',
    perUsdtTitle: 'สกุลเงินอื่น ตามอัตราของ USDT',
  },
  zone: {
    label: 'เขตเวลา',
    change: 'เขตเวลา: {zone} เปลี่ยน',
    device: 'ตามอุปกรณ์นี้',
    deviceShort: 'ท้องถิ่น',
    search: 'ค้นหาเมืองหรือเขตเวลา',
    none: 'ไม่พบเขตเวลา',
    text: 'ใช้กับทุกเวลาในแอปและกราฟ ส่วนวันของระบบ เช่น การชำระและดอกเบี้ยรายวัน ยังคงเป็น UTC',
  },
};
