import type { ReadonlyExchange } from '@tallystick/core';
import type { noticeChange } from '@tallystick/protocol/desk/changes';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import { appendToFeed } from '../../../../feed/append.ts';
import { readNotice, removeNotice, writeListing, writeNotice } from '../../../notice/store.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';

type Change = z.output<typeof noticeChange>;

/** Announcements, also of new listings, in up to eight languages, now or at a time to come. */
export function noticeKind(
  now: () => number,
  exchange: Pick<ReadonlyExchange, 'market' | 'currency'>,
): ProposalKind<Change> {
  const marketOf = (marketId: number) => {
    const market = exchange.market(marketId);
    if (market === null) throw new CallFailure('unknown_market', { field: 'market_id' });
    return { symbol: market.symbol, currency: exchange.currency(market.baseCurrencyId)?.code ?? '' };
  };
  return {
    propose: 'notice.propose',
    confirm: 'notice.confirm',
    async prepare(client, change) {
      if (change.listing !== null) marketOf(change.listing.market_id);
      const { published_at_ms, texts, listing } = change;
      const after = change.remove ? null : { published_at_ms, texts, listing };
      if (change.notice_id === null) {
        if (after === null) throw new CallFailure('nothing_changed');
        return { subject: 'notice:new', before: null, after };
      }
      const found = await readNotice(client, change.notice_id);
      if (found === null) throw new CallFailure('not_found', { field: 'notice_id' });
      const before = { published_at_ms: found.publishedAtMs, texts: found.texts, listing: found.listing };
      if (after !== null && isDeepStrictEqual(before, { ...after, texts: withoutGaps(after.texts) })) {
        throw new CallFailure('nothing_changed');
      }
      return { subject: `notice:${change.notice_id}`, before, after };
    },
    async apply(client, change) {
      const { notice_id, texts, listing } = change;
      const before = notice_id === null ? null : await readNotice(client, notice_id);
      let noticeId = notice_id;
      if (change.remove) {
        if (noticeId === null) return;
        await removeNotice(client, noticeId);
      } else {
        noticeId = await writeNotice(client, notice_id, change.published_at_ms ?? now(), texts);
        await writeListing(client, noticeId, listing && { ...listing, ...marketOf(listing.market_id) });
      }
      // A notice not announced yet is announced with its current text; later corrections are not announced.
      if (before === null || before.publishedAtMs > now()) {
        const body = { noticeId };
        await appendToFeed(client, { kind: 'noticePublished', customerId: null, atMs: now(), body });
      }
    },
  };
}

function withoutGaps<Texts extends object>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Partial<Texts>;
}
