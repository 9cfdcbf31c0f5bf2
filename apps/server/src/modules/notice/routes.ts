import type { RegisterCall } from '../../http/call-router.ts';
import type { NoticeService } from './service.ts';

export function registerNoticeCalls(register: RegisterCall, notices: NoticeService): void {
  register('POST news/list', (input, { session, language }) =>
    notices.list(session?.customerId ?? null, language, input),
  );
  register('POST news/detail', (input, { session, language }) =>
    notices.detail(session?.customerId ?? null, language, input.id),
  );
  register('POST news/read', (input, { session }) => notices.readAll(session.customerId, input.topic));
}
