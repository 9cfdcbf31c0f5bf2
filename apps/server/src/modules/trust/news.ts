import { formatMinor } from '@tallystick/core/money/decimal';
import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import type { FeedEvent } from '../../events/event.ts';
import type { Feed } from '../../feed/feed.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Notifier } from '../notification/notifier.ts';
import type { Notification } from '../notification/notification.ts';

export interface TrustNewsOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly units: MarketUnitsTable;
  readonly notifier: Pick<Notifier, 'news' | 'wake'>;
}

type Ended = FeedEvent<'trustOrderEnded'>;

/**
 * Tells customers what their deposits paid and which are complete. One notice per day and currency, or more if the
 * exchange takes longer to pay all interest than events are gathered.
 */
export function notifyOfTrust({ feed, units, notifier }: TrustNewsOptions): void {
  feed.subscribe({
    name: 'trust-news',
    kinds: ['trustInterestPaid', 'trustOrderEnded'],
    from: 'beginning',
    // Many commands pay one day's interest: gather them into one notice.
    gatherMs: 5_000,
    async handle(client, events) {
      const paid = events.filter(event => event.kind === 'trustInterestPaid');
      const ended = events.filter(event => event.kind === 'trustOrderEnded');
      await notifier.news(client, [
        ...(await interest(client, paid, units)),
        ...(await completed(client, ended, units)),
      ]);
      return () => notifier.wake();
    },
  });
}

async function interest(
  client: pg.ClientBase,
  events: readonly FeedEvent<'trustInterestPaid'>[],
  units: MarketUnitsTable,
): Promise<Notification[]> {
  if (events.length === 0) return [];
  const { rows } = await client.query<{
    customer_id: number;
    currency_id: number;
    utc_day: number;
    amount: string;
    paid_at_ms: string;
    last_sequence: string;
  }>(
    `select customer_id, currency_id, utc_day, sum(amount_minor) as amount, max(paid_at_ms) as paid_at_ms,
            max(sequence) as last_sequence
       from trust_payments where sequence = any ($1::bigint[])
      group by utc_day, customer_id, currency_id order by utc_day, customer_id, currency_id`,
    [events.map(({ body }) => body.sequence)],
  );
  return rows.map(row => {
    const { code, decimals } = units.currency(row.currency_id);
    return {
      // Interest paid after gathering ended gets another notice for the same day, named after the last payment.
      id: `interest-${row.utc_day}-${row.currency_id}-${row.last_sequence}`,
      customerId: row.customer_id,
      kind: 'trustInterest',
      atMs: Number(row.paid_at_ms),
      values: {
        amount: formatMinor(BigInt(row.amount), decimals),
        currency: code,
        day: new Date(row.utc_day * DAY_MS).toISOString().slice(0, 10),
      },
    };
  });
}

/** Orders that customers end themselves need no notice. */
async function completed(
  client: pg.ClientBase,
  events: readonly Ended[],
  units: MarketUnitsTable,
): Promise<Notification[]> {
  const complete = events.filter(({ body }) => body.state === 'completed');
  if (complete.length === 0) return [];
  // The command that ends an order also renews it.
  const { rows } = await client.query<{ order_id: string; renewal_of: string }>(
    'select order_id, renewal_of from trust_orders where renewal_of = any ($1::bigint[])',
    [complete.map(({ body }) => body.orderId)],
  );
  const renewals = new Map(rows.map(row => [Number(row.renewal_of), row.order_id]));
  return complete.flatMap(event => noticeOf(event, renewals.get(event.body.orderId) ?? null, units));
}

function noticeOf(
  { id, customerId, atMs, body }: Ended,
  nextId: string | null,
  units: MarketUnitsTable,
): Notification[] {
  if (customerId === null) return [];
  const { code, decimals } = units.currency(body.currencyId);
  return [
    {
      id,
      customerId,
      kind: nextId === null ? 'trustCompleted' : 'trustRenewed',
      atMs,
      values: {
        order: String(body.orderId),
        next: nextId ?? '',
        days: String(body.cycleDays),
        principal: formatMinor(body.principalMinor, decimals),
        interest: formatMinor(body.paidMinor, decimals),
        currency: code,
      },
    },
  ];
}
