import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: 'Sắp ra mắt',
  expect: 'Sẽ có gì',
  trade: 'Giao dịch ngay',
  referral: {
    title: 'Giới thiệu bạn bè',
    text: 'Mời bạn bè và nhận một phần phí họ trả.',
    one: 'Áp phích có mã của bạn để chia sẻ',
    two: 'Mỗi khoản thưởng ghi rõ đến từ khoản phí nào',
    three: 'Mười người dẫn đầu, tên được che',
    already: 'Mã của bạn đã dùng được',
    alreadyText: 'Ai đăng ký bằng mã này đều được tính là bạn bè của bạn ngay từ ngày đầu.',
    code: 'Mã mời của bạn',
    link: 'Liên kết của bạn',
  },
  help: {
    title: 'Trung tâm trợ giúp',
    text: 'Câu trả lời, hướng dẫn và người để trò chuyện.',
    one: 'Tìm trong các câu hỏi thường gặp',
    two: 'Trò chuyện với bộ phận hỗ trợ',
    three: 'Gửi góp ý kèm hình ảnh',
    until: 'Trong lúc chờ',
    securityText: 'Đóng băng tài khoản ngay nếu thấy điều bất thường',
    recordsText: 'Mỗi yêu cầu đang ở bước nào và chờ ai xử lý',
  },
};
