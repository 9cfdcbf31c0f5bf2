import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: 'เร็ว ๆ นี้',
  expect: 'สิ่งที่จะได้พบ',
  trade: 'เทรดเลย',
  referral: {
    title: 'แนะนำเพื่อน',
    text: 'ชวนเพื่อนและรับส่วนแบ่งจากค่าธรรมเนียมที่เพื่อนจ่าย',
    one: 'โปสเตอร์พร้อมรหัสของคุณไว้แชร์',
    two: 'ทุกส่วนแบ่งระบุว่ามาจากค่าธรรมเนียมใด',
    three: 'สิบอันดับแรก โดยปิดชื่อไว้',
  },
  help: {
    title: 'ศูนย์ช่วยเหลือ',
    text: 'คำตอบ คู่มือ และคนที่พร้อมคุยกับคุณ',
    one: 'ค้นหาคำถามที่พบบ่อย',
    two: 'แชทกับทีมงาน',
    three: 'ส่งความเห็นพร้อมภาพ',
  },
};
