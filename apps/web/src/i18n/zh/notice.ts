import type { notice as english } from '../en/notice.ts';
import type { Shape } from '../shape.ts';

export const notice: Shape<typeof english> = {
  title: '通知',
  kinds: '通知类型',
  all: '全部',
  empty: '暂无通知',
  emptyText: '公告和与您账户有关的消息会显示在这里。',
  more: '查看更早的通知',
  one: '通知',
  withUnread: '通知，未读：{number}',
  unread: '未读',
  readAll: '全部标为已读',
};
