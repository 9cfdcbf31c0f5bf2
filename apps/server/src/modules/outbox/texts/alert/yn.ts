import type { AlertTexts } from './text.ts';

export const yn: AlertTexts = {
  operatorAlert: {
    subject: 'Cảnh báo: {alert}',
    paragraphs: [
      '{alert}. Giá trị: {figure}. Ngưỡng: {limit}.',
      'Cảnh báo kéo dài đến khi tốt lên rõ rệt; khi đó bạn sẽ được báo. Ai xử lý thì xác nhận tại bàn vận hành: {desk}',
    ],
    sms: 'Bàn vận hành Tallystick: {alert}. Giá trị {figure}, ngưỡng {limit}. {desk}',
  },
  operatorAlertOver: {
    subject: 'Đã hết: {alert}',
    paragraphs: [
      'Vấn đề đã trở lại bình thường: {alert}.',
      'Thời điểm bắt đầu và người xử lý có tại bàn vận hành: {desk}',
    ],
    sms: 'Bàn vận hành Tallystick: đã hết: {alert}. {desk}',
  },
};
