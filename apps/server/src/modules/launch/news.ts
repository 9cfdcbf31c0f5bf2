import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { FeedBodies, FeedEvent } from '../../events/event.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Notifier } from '../notification/notifier.ts';
import type { Notification } from '../notification/notification.ts';

export interface LaunchNewsOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly exchange: Pick<ReadonlyExchange, 'launch' | 'currency'>;
  readonly notifier: Pick<Notifier, 'news' | 'wake'>;
}

type Amounts = FeedBodies['launchAllocated']['spent'];
type LaunchEvent = FeedEvent<'launchAllocated' | 'launchReturned' | 'launchReleased'>;

/** Tells customers the result of their commitments: allocated, returned, released. */
export function notifyOfLaunches({ feed, exchange, notifier }: LaunchNewsOptions): void {
  feed.subscribe({
    name: 'launch-news',
    kinds: ['launchAllocated', 'launchReturned', 'launchReleased'],
    from: 'beginning',
    async handle(client, events) {
      await notifier.news(
        client,
        events.flatMap(event => noticeOf(event, exchange)),
      );
      return () => notifier.wake();
    },
  });
}

function noticeOf(event: LaunchEvent, exchange: LaunchNewsOptions['exchange']): Notification[] {
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
