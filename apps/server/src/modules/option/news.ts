import { formatMinor } from '@tallystick/core/money/decimal';
import type { FeedEvent } from '../../events/event.ts';
import type { Feed } from '../../feed/feed.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Notifier } from '../notification/notifier.ts';
import type { Notification } from '../notification/notification.ts';

export interface OptionNewsOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly units: MarketUnitsTable;
  readonly notifier: Pick<Notifier, 'news' | 'wake'>;
}

/** Tells customers of stakes returned because prices stood still. They expect wins and losses, but not this. */
export function notifyOfOptions({ feed, units, notifier }: OptionNewsOptions): void {
  feed.subscribe({
    name: 'option-news',
    kinds: ['optionSettled'],
    from: 'beginning',
    async handle(client, events) {
      await notifier.news(
        client,
        events.flatMap(event => noticeOf(event, units)),
      );
      return () => notifier.wake();
    },
  });
}

function noticeOf(
  { id, customerId, atMs, body }: FeedEvent<'optionSettled'>,
  units: MarketUnitsTable,
): Notification[] {
  const stale = body.result === 'staleEntry' || body.result === 'staleExit';
  if (body.practice || !stale || customerId === null) return [];
  const { code, decimals } = units.currency(body.currencyId);
  return [
    {
      id,
      customerId,
      kind: body.result === 'staleEntry' ? 'optionStaleEntry' : 'optionStaleExit',
      atMs,
      values: {
        option: String(body.optionId),
        symbol: units.of(body.marketId).market.symbol,
        seconds: String(body.seconds),
        amount: formatMinor(body.stakeMinor, decimals),
        currency: code,
      },
    },
  ];
}
