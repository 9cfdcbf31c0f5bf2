import type { notice as english } from '../en/notice.ts';
import type { Shape } from '../shape.ts';

export const notice: Shape<typeof english> = {
  title: 'Thông báo',
  kinds: 'Loại thông báo',
  all: 'Tất cả',
  empty: 'Chưa có thông báo',
  emptyText: 'Tin chung và tin nhắn về tài khoản của bạn sẽ hiện ở đây.',
  more: 'Xem thông báo cũ hơn',
  one: 'Thông báo',
  withUnread: 'Thông báo, chưa đọc: {number}',
  unread: 'Chưa đọc',
  readAll: 'Đánh dấu tất cả là đã đọc',
};
