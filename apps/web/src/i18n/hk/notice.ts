import type { notice as english } from '../en/notice.ts';
import type { Shape } from '../shape.ts';

export const notice: Shape<typeof english> = {
  title: '通知',
  kinds: '通知類型',
  all: '全部',
  empty: '暫無通知',
  emptyText: '公告和與您帳戶有關的訊息會顯示在這裡。',
  more: '查看更早的通知',
  one: '通知',
  withUnread: '通知，未讀：{number}',
  unread: '未讀',
  readAll: '全部標為已讀',
};
