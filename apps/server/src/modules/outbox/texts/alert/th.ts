import type { AlertTexts } from './text.ts';

export const th: AlertTexts = {
  operatorAlert: {
    subject: 'แจ้งเตือน: {alert}',
    paragraphs: [
      '{alert} ค่าที่พบ: {figure} เกณฑ์: {limit}',
      'การแจ้งเตือนคงอยู่จนกว่าจะดีขึ้นชัดเจน แล้วเราจะแจ้งอีกครั้ง ผู้ที่รับดูแลโปรดกดรับทราบที่เดสก์: {desk}',
    ],
    sms: 'เดสก์ Tallystick: {alert} ค่า {figure} เกณฑ์ {limit} {desk}',
  },
  operatorAlertOver: {
    subject: 'จบแล้ว: {alert}',
    paragraphs: ['สิ่งที่ผิดปกติกลับมาดีแล้ว: {alert}', 'ดูเวลาเริ่มและผู้ดูแลได้ที่เดสก์: {desk}'],
    sms: 'เดสก์ Tallystick: จบแล้ว: {alert} {desk}',
  },
};
