import type { notice as english } from '../en/notice.ts';
import type { Shape } from '../shape.ts';

export const notice: Shape<typeof english> = {
  title: '알림',
  kinds: '알림 종류',
  all: '전체',
  empty: '아직 알림이 없습니다',
  emptyText: '공지와 계정 관련 메시지가 여기에 표시됩니다.',
  more: '이전 알림 보기',
  one: '알림',
  withUnread: '알림, 읽지 않음 {number}개',
  unread: '읽지 않음',
  readAll: '모두 읽음으로 표시',
};
