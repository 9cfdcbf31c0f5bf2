import type { pictures as english } from '../en/pictures.ts';
import type { Shape } from '../shape.ts';

export const pictures: Shape<typeof english> = {
  choose: 'เลือกรูปภาพ',
  limits: 'JPEG, PNG หรือ WebP สูงสุด {mb} MB',
  preparing: 'กำลังเตรียม',
  uploading: 'กำลังอัปโหลด {percent}%',
  uploaded: 'อัปโหลดแล้ว',
  failed: 'อัปโหลดไม่สำเร็จ กรุณาลองใหม่',
  tooLarge: 'ขนาดไฟล์เกินกำหนด: สูงสุด {mb} MB',
  notPicture: 'ไฟล์นี้ไม่ใช่รูปภาพที่อ่านได้',
  retry: 'ลองใหม่',
  another: 'เลือกรูปอื่น',
  stop: 'หยุด',
  view: 'ดู: {label}',
  remove: 'ลบ: {label}',
  removeTitle: 'ลบรูปนี้หรือไม่',
  removeText: 'รูปจะถูกลบจากระบบของเราด้วย',
  removeConfirm: 'ลบรูป',
  previewFailed: 'แสดงตัวอย่างรูปไม่สำเร็จ',
};
