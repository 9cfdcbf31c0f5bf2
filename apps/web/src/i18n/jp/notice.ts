import type { notice as english } from '../en/notice.ts';
import type { Shape } from '../shape.ts';

export const notice: Shape<typeof english> = {
  title: 'お知らせ',
  kinds: 'お知らせの種類',
  all: 'すべて',
  empty: 'お知らせはまだありません',
  emptyText: '告知やアカウントに関するメッセージがここに表示されます。',
  more: '以前のお知らせを見る',
  one: 'お知らせ',
  withUnread: 'お知らせ、未読 {number} 件',
  unread: '未読',
  readAll: 'すべて既読にする',
};
