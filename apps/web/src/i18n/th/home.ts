import type { home as english } from '../en/home.ts';
import type { Shape } from '../shape.ts';

export const home: Shape<typeof english> = {
  notices: 'ประกาศ',
  welcome: {
    title: 'กระดานเทรดที่ใครก็ตรวจบัญชีได้',
    demo: 'นี่คือเดโม: เทรดด้วยเงินทดลองที่ราคาจริง ไม่มีอะไรต้องเสีย',
    live: 'เทรดด้วยราคาและสมุดคำสั่งที่คุณตรวจสอบเองได้',
  },
  quick: {
    label: 'ทางลัด',
    option: 'ออปชัน',
    launch: 'เหรียญใหม่',
    convert: 'แปลงค่า',
    referral: 'ชวนเพื่อน',
    proof: 'หลักฐาน',
    records: 'ประวัติ',
    verify: 'ยืนยันตัวตน',
    help: 'ช่วยเหลือ',
  },
  banner: {
    label: 'คำมั่นของเรา',
    proof: 'ตรวจบัญชีของเราด้วยตัวเอง',
    proofText: 'ทุกรายการมีคู่ของมัน เหมือนไม้ติ้วสองซีก',
    option: 'ผลที่ไม่มีใครบิดได้',
    optionText: 'ราคาเข้า ราคาออก และเงินจ่าย มาจากราคาที่เผยแพร่ คำนวณซ้ำได้',
    trust: 'กันดอกเบี้ยไว้ตั้งแต่วันแรก',
    trustText: 'ดอกเบี้ยที่คุณจะได้ถูกกันไว้ก่อนเริ่มฝาก',
  },
};
