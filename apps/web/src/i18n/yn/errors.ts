import type { errors as english } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof english> = {
  unknown: 'Đã có lỗi xảy ra. Vui lòng thử lại.',
  network_error: 'Không kết nối được máy chủ. Hãy kiểm tra mạng rồi thử lại.',
  timeout: 'Máy chủ phản hồi quá lâu. Vui lòng thử lại.',
  bad_reply: 'Không đọc được phản hồi của máy chủ. Vui lòng thử lại.',
  maintenance: 'Sàn đang bảo trì. Vui lòng thử lại sau.',
  session_invalid: 'Phiên đăng nhập đã hết. Vui lòng đăng nhập lại.',
  why: 'Vì sao?',
};
