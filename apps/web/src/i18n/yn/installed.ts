import type { installed as english } from '../en/installed.ts';
import type { Shape } from '../shape.ts';

export const installed: Shape<typeof english> = {
  later: 'Để sau',
  version: {
    title: 'Phiên bản mới đã sẵn sàng',
    text: 'Chỉ tải khi bạn muốn; không mất gì cả.',
    act: 'Tải ngay',
    busy: 'Một yêu cầu của bạn vẫn đang chờ trả lời.',
  },
  install: {
    title: 'Cài đặt ứng dụng',
    text: 'Mở từ màn hình chính, xem được cả khi không có mạng, và có thể báo cho bạn khi khớp lệnh hay nạp tiền.',
    act: 'Cài đặt',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: 'Chạm nút chia sẻ của trình duyệt.',
    add: 'Chọn “Thêm vào màn hình chính”.',
    open: 'Mở Tallystick từ màn hình chính.',
  },
  shared: {
    nothing: 'Không mở được gì từ nội dung bạn chia sẻ.',
  },
};
