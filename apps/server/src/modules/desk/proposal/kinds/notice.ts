import type { noticeChange } from '@tallystick/protocol/desk/changes';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import { readNotice, removeNotice, writeNotice } from '../../notice/store.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof noticeChange>;

/** Announcements, in up to eight languages, now or at a time to come. */
export function noticeKind(now: () => number): ProposalKind<Change> {
  return {
    propose: 'notice.propose',
    confirm: 'notice.confirm',
    async prepare(client, change) {
      const after = change.remove ? null : { published_at_ms: change.published_at_ms, texts: change.texts };
      if (change.notice_id === null) {
        if (after === null) throw new CallFailure('nothing_changed');
        return { subject: 'notice:new', before: null, after };
      }
      const found = await readNotice(client, change.notice_id);
      if (found === null) throw new CallFailure('not_found', { field: 'notice_id' });
      const before = { published_at_ms: found.publishedAtMs, texts: found.texts };
      if (after !== null && isDeepStrictEqual(before, { ...after, texts: withoutGaps(after.texts) })) {
        throw new CallFailure('nothing_changed');
      }
      return { subject: `notice:${change.notice_id}`, before, after };
    },
    async apply(client, change) {
      if (change.remove) {
        if (change.notice_id !== null) await removeNotice(client, change.notice_id);
        return;
      }
      await writeNotice(client, change.notice_id, change.published_at_ms ?? now(), change.texts);
    },
  };
}

function withoutGaps<Texts extends object>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Partial<Texts>;
}
