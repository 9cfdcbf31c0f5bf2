import type { installed as english } from '../en/installed.ts';
import type { Shape } from '../shape.ts';

export const installed: Shape<typeof english> = {
  later: 'ภายหลัง',
  version: {
    title: 'มีเวอร์ชันใหม่พร้อมแล้ว',
    text: 'โหลดเมื่อคุณต้องการ ไม่มีข้อมูลใดหายไป',
    act: 'โหลดตอนนี้',
    busy: 'คำขอของคุณยังรอคำตอบอยู่',
  },
  install: {
    title: 'ติดตั้งแอป',
    text: 'เปิดจากหน้าจอหลักได้ทันที ดูได้แม้ไม่มีเครือข่าย และแจ้งเตือนการจับคู่คำสั่งและการฝากได้',
    act: 'ติดตั้ง',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: 'แตะปุ่มแชร์ของเบราว์เซอร์',
    add: 'เลือก “เพิ่มไปยังหน้าจอโฮม”',
    open: 'เปิด Tallystick จากหน้าจอหลัก',
  },
  shared: {
    nothing: 'ไม่มีสิ่งที่คุณแชร์ที่เปิดได้ที่นี่',
  },
};
