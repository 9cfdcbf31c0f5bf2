import { formatMinor } from '@tallystick/core/money/decimal';
import type { FeedEvent } from '../../events/event.ts';
import type { Feed } from '../../feed/feed.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Notifier } from '../notification/notifier.ts';
import type { Notification } from '../notification/notification.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';

export interface ReferralNewsOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly units: Pick<MarketUnitsTable, 'currency'>;
  readonly notifier: Pick<Notifier, 'news' | 'wake'>;
}

/**
 * Tells promoters what an hour's rebates were, one notice for all currencies (a second one only if it takes the exchange
 * longer than we gather to pay all of theirs).
 */
export function notifyOfRebates({ feed, units, notifier }: ReferralNewsOptions): void {
  feed.subscribe({
    name: 'referral-news',
    kinds: ['rebateSettled'],
    from: 'beginning',
    // An hour is paid by many commands.
    gatherMs: 5_000,
    async handle(client, events) {
      await notifier.news(client, notificationsOf(events, units));
      return () => notifier.wake();
    },
  });
}

function notificationsOf(
  events: readonly FeedEvent<'rebateSettled'>[],
  units: ReferralNewsOptions['units'],
): Notification[] {
  const hours = Map.groupBy(events, ({ customerId, body }) => `${customerId}/${body.untilMs}`);
  return [...hours.values()].flatMap(paid => {
    const [first] = paid;
    if (first === undefined || first.customerId === null) return [];
    const amounts = paid.map(({ body }) => {
      const { code, decimals } = units.currency(body.currencyId);
      return `${formatMinor(body.amountMinor, decimals)} ${code}`;
    });
    const values = { amounts: amounts.join(' + '), until: utcMinute(first.body.untilMs) };
    return [{ id: first.id, customerId: first.customerId, kind: 'rebatesPaid', atMs: first.atMs, values }];
  });
}
