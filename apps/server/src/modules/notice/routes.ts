import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readPair } from '../../http/page.ts';
import type { NoticeService } from './service.ts';
import { wireNotice } from './wire.ts';

export const noticeCalls = (notices: NoticeService) => (register: RegisterCall) => {
  register('POST news/list', async ({ topic, cursor, limit }, { session, language }) => {
    const reader = session?.customerId ?? null;
    const asked = { topic, before: readPair(cursor), limit: limit + 1 };
    const rows = await notices.list(reader, language, asked);
    const page = pageOf(rows, limit, row => `${row.publishedAtMs}.${row.id}`, wireNotice);
    const { unread, byTopic } = await notices.unread(reader);
    return { ...page, unread, unread_by_topic: byTopic };
  });
  register('POST news/detail', async ({ id }, { session, language }) => {
    const notice = await notices.detail(session?.customerId ?? null, language, id);
    return { ...wireNotice(notice), paragraphs: notice.paragraphs };
  });
  register('POST news/read', async ({ topic }, { session: { customerId } }) => {
    await notices.readAll(customerId, topic);
    return { unread: (await notices.unread(customerId)).unread };
  });
};
