import { defineModule } from '../module/module.ts';
import { createNews } from '../modules/news/module.ts';
import { createNotices } from '../modules/notice/module.ts';
import { createPush } from '../modules/push/module.ts';
import { Messenger } from '../modules/tell/messenger.ts';
import { createTell } from '../modules/tell/module.ts';
import type { Access } from './access.ts';
import type { Base } from './foundation.ts';

export type Telling = Awaited<ReturnType<typeof composeTelling>>;

/** What customers are told: notices, mails and pushes of what the feed brings. */
export async function composeTelling(base: Base, { sessions, outbox }: Access) {
  const { feed } = base;
  const push = await createPush({ ...base, ...base.push, sessions });
  const tell = createTell({
    ...base,
    messenger: new Messenger({ outbox }),
    pushes: push.outbox,
  });
  const units = { spot: base.units, perpetual: base.perpetualUnits };
  const news = createNews({ ...base, tell: tell.tell, units });
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
    tell: tell.tell,
    choices: tell.choices,
    news: tell.news,
    notices: notices.notices,
    modules: [push, tell, news, notices, feedModule],
  };
}
