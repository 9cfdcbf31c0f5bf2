import { noticeTopics, type NoticeTopicsOptions } from '../modules/notice/topics.ts';
import { Sockets, type SocketsOptions } from '../sockets/sockets.ts';
import type { Services } from './compose.ts';

type Others = Pick<SocketsOptions, 'server' | 'limits' | 'monotonicMs' | 'relay'> &
  Pick<NoticeTopicsOptions, 'noticesEveryMs'>;

/** The realtime side of the services. */
export function openSockets(services: Services, others: Others): Sockets {
  const { topics, clock } = services;
  return new Sockets({
    ...services,
    ...others,
    topics: { ...topics, ...noticeTopics({ ...services, ...others }) },
    operators: services.desk.authenticator,
    aheadMs: clock.aheadMs,
  });
}
