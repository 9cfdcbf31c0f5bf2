import type { errors as english } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof english> = {
  unknown: 'เกิดข้อผิดพลาด โปรดลองอีกครั้ง',
  network_error: 'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ โปรดตรวจสอบเครือข่ายแล้วลองอีกครั้ง',
  timeout: 'เซิร์ฟเวอร์ใช้เวลาตอบนานเกินไป โปรดลองอีกครั้ง',
  bad_reply: 'ไม่เข้าใจคำตอบจากเซิร์ฟเวอร์ โปรดลองอีกครั้ง',
  maintenance: 'กำลังปิดปรับปรุง โปรดลองใหม่ภายหลัง',
  session_invalid: 'เซสชันของคุณสิ้นสุดแล้ว โปรดเข้าสู่ระบบอีกครั้ง',
  why: 'เพราะอะไร',
};
