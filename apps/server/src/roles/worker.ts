import type { Services } from '../composition/compose.ts';
import type { FollowerEngine } from '../engine/remote/follower-engine.ts';
import type { NewsBus, Work } from '../engine/remote/news.ts';
import { answerNotes, type SpeechOptions } from '../engine/remote/signed-notes.ts';

/** As long as a gateway waits for a signature: later nobody wants it. */
const WAITED_MS = 1_000;

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

/** Signs the terms of options that gateways have sold: what stands in the journal, not what they say. */
export function signForGateways(
  { option }: Pick<Services, 'option'>,
  follower: Pick<FollowerEngine, 'whenAt'>,
  speech: SpeechOptions,
): void {
  answerNotes(speech, async ({ customerId, optionId, sequence }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const giveUp = follower.whenAt(sequence, resolve);
    const timer = setTimeout(resolve, WAITED_MS);
    await promise;
    clearTimeout(timer);
    giveUp();
    return (await option.detail(customerId, optionId)).signed_terms;
  });
}
