import type { notice as english } from '../en/notice.ts';
import type { Shape } from '../shape.ts';

export const notice: Shape<typeof english> = {
  title: 'ประกาศ',
  kinds: 'ประเภทประกาศ',
  all: 'ทั้งหมด',
  empty: 'ยังไม่มีประกาศ',
  emptyText: 'ประกาศและข้อความเกี่ยวกับบัญชีของคุณจะแสดงที่นี่',
  more: 'ดูประกาศก่อนหน้า',
  one: 'ประกาศ',
  withUnread: 'ประกาศ ยังไม่ได้อ่าน {number} รายการ',
  unread: 'ยังไม่ได้อ่าน',
  readAll: 'ทำเครื่องหมายว่าอ่านแล้วทั้งหมด',
};
