import type { FastifyBaseLogger } from 'fastify';
import { newInFront, privateTopic } from '../../module/private-topic.ts';
import type { NoticeService } from './service.ts';
import { NoticeWatch } from './watch.ts';
import { wireNotice } from './wire.ts';

export interface NoticeTopicsOptions {
  readonly notices: NoticeService;
  readonly log: FastifyBaseLogger;
  /** Shorter in tests. */
  readonly noticesEveryMs?: number;
}

const NOTICES_SHOWN = 20;
const NOTICES_EVERY_MS = 3_000;

export function noticeTopics({ notices, log, noticesEveryMs = NOTICES_EVERY_MS }: NoticeTopicsOptions) {
  const published = new NoticeWatch({ notices, log, everyMs: noticesEveryMs });
  return {
    notices: privateTopic({
      kind: newInFront((notice: ReturnType<typeof wireNotice>) => notice.id),
      byLanguage: true,
      subscribe: ({ customerId, language }, add) =>
        published.subscribe(customerId, language, fresh => add(fresh.map(wireNotice))),
      async read({ customerId, language }) {
        await published.ready();
        const shown = await notices.list(customerId, language, { limit: NOTICES_SHOWN });
        return shown.map(wireNotice);
      },
    }),
  };
}
