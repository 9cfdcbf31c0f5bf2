import type { LaunchTexts } from './text.ts';

export const yn: LaunchTexts = {
  launchAllocated: {
    subject: '{code}: bạn được phân bổ {allocated}',
    paragraphs: [
      'Đợt đăng ký {code} đã đóng. Bạn được phân bổ {allocated} {code} với giá {spent}.',
      'Phần không dùng đã trở lại tài khoản giao ngay: {refunded}. Bất kỳ ai cũng có thể kiểm tra danh sách cam kết và kết quả phân bổ.',
    ],
    sms: 'Tallystick: được phân bổ {allocated} {code} với giá {spent}; hoàn lại: {refunded}.',
  },
  launchReturned: {
    subject: '{code}: đợt đăng ký đã bị hủy',
    paragraphs: [
      'Đợt đăng ký {code} đã bị hủy. Toàn bộ số bạn cam kết đã trở lại tài khoản giao ngay: {refunded}.',
    ],
    sms: 'Tallystick: đợt đăng ký {code} đã bị hủy; {refunded} đã trở lại tài khoản giao ngay.',
  },
  launchReleased: {
    subject: '{code}: đã mở khóa {released} cho bạn',
    paragraphs: ['{released} {code} đã vào tài khoản giao ngay của bạn và có thể giao dịch ngay.'],
    sms: 'Tallystick: {released} {code} đã vào tài khoản giao ngay.',
  },
};
