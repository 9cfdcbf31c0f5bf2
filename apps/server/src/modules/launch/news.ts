import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { FeedBodies, FeedEvent } from '../../events/event.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Tell } from '../tell/tell.ts';
import type { Told } from '../tell/told.ts';

export interface LaunchNewsOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly exchange: Pick<ReadonlyExchange, 'launch' | 'currency'>;
  readonly tell: Pick<Tell, 'news' | 'wake'>;
}

type Amounts = FeedBodies['launchAllocated']['spent'];
type LaunchEvent = FeedEvent<'launchAllocated' | 'launchReturned' | 'launchReleased'>;

/** Tells customers what came of their commitments: allocated, returned, released. */
export function tellOfLaunches({ feed, exchange, tell }: LaunchNewsOptions): void {
  feed.subscribe({
    name: 'launch-news',
    kinds: ['launchAllocated', 'launchReturned', 'launchReleased'],
    from: 'beginning',
    async handle(client, events) {
      await tell.news(
        client,
        events.flatMap(event => noticeOf(event, exchange)),
      );
      return () => tell.wake();
    },
  });
}

function noticeOf(event: LaunchEvent, exchange: LaunchNewsOptions['exchange']): Told[] {
  const { id, customerId, atMs, kind, body } = event;
  const offer = exchange.launch.offer(body.offerId);
  if (customerId === null || offer === null) return [];
  const { code, decimals } = offer.terms.currency;
  const units = (minor: bigint): string => formatMinor(minor, decimals);
  const shown = (amounts: Amounts): string => amountsText(amounts, exchange);
  switch (kind) {
    case 'launchAllocated': {
      const refunded = shown(minus(body.committed, body.spent));
      const values = { code, allocated: units(body.allocatedMinor), spent: shown(body.spent), refunded };
      return [{ id, customerId, atMs, kind, values }];
    }
    case 'launchReturned':
      return [{ id, customerId, atMs, kind, values: { code, refunded: shown(body.committed) } }];
    case 'launchReleased':
      return [{ id, customerId, atMs, kind, values: { code, released: units(body.releasedMinor) } }];
    default:
      event satisfies never;
      return [];
  }
}

/** `12.5 USDT + 0.001 BTC`, or 0. */
function amountsText(amounts: Amounts, exchange: Pick<ReadonlyExchange, 'currency'>): string {
  const shown = amounts.map(([currencyId, amountMinor]) => {
    const currency = exchange.currency(currencyId);
    return currency === null ? '' : `${formatMinor(amountMinor, currency.decimals)} ${currency.code}`;
  });
  return shown.length === 0 ? '0' : shown.join(' + ');
}

function minus(committed: Amounts, spent: Amounts): Amounts {
  return committed.flatMap(([currencyId, amountMinor]) => {
    const left = amountMinor - (spent.find(([id]) => id === currencyId)?.[1] ?? 0n);
    return left === 0n ? [] : [[currencyId, left] as const];
  });
}
