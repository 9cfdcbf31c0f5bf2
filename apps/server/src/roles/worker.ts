import type { Services } from '../composition/compose.ts';
import type { NewsBus, Work } from '../engine/remote/news.ts';

/** Others have left something for the worker. It looks by itself, too, but seldom. */
export function hearWork({ feed, outbox, push }: Services, news: NewsBus): void {
  const wake = {
    feed: () => feed.wake(),
    mails: () => outbox.wake(),
    pushes: () => push.outbox.wake(),
  } satisfies Record<Work, () => void>;
  news.hear(heard => {
    if (heard.kind === 'work') wake[heard.what]();
  });
}
