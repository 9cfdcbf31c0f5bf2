import type { ReferralTexts } from './text.ts';

export const yn: ReferralTexts = {
  rebatesPaid: {
    subject: 'Đã nhận hoa hồng: {amounts}',
    paragraphs: [
      'Phí giao dịch của bạn bè mang lại cho bạn {amounts} tính đến {until} (UTC). Tiền đã vào tài khoản giao ngay.',
      'Mỗi khoản hoa hồng được để riêng cùng lúc với khoản phí sinh ra nó; cả hai đều có trên trang giới thiệu bạn bè.',
    ],
    sms: 'Tallystick: hoa hồng {amounts} tính đến {until} (UTC) đã vào tài khoản giao ngay.',
  },
};
