import { defineModule } from '../module/module.ts';
import { createNews } from '../modules/news/module.ts';
import { createNotices } from '../modules/notice/module.ts';
import { createPush } from '../modules/push/module.ts';
import { Messenger } from '../modules/notification/messenger.ts';
import { createNotification } from '../modules/notification/module.ts';
import type { Access } from './access.ts';
import type { Base } from './foundation.ts';

export type Notifications = Awaited<ReturnType<typeof composeNotifications>>;

/** Notices, mails and pushes to customers about events of the feed. */
export async function composeNotifications(base: Base, { sessions, outbox }: Access) {
  const { feed } = base;
  const push = await createPush({ ...base, ...base.push, sessions });
  const notification = createNotification({
    ...base,
    messenger: new Messenger({ outbox }),
    pushes: push.outbox,
  });
  const units = { spot: base.units, perpetual: base.perpetualUnits };
  const news = createNews({ ...base, notifier: notification.notifier, units });
  const notices = createNotices(base);
  const feedModule = defineModule({
    name: 'feed',
    async start() {
      await feed.start();
      return () => feed.stop();
    },
    forgetOld: () => feed.forgetOld(),
  });
  return {
    push,
    notifier: notification.notifier,
    preferences: notification.preferences,
    news: notification.news,
    notices: notices.notices,
    modules: [push, notification, news, notices, feedModule],
  };
}
