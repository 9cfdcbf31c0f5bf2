import type pg from 'pg';
import type { FeedEvent } from '../../events/event.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { PerpetualUnitsTable } from '../perpetual/units.ts';
import type { Notification } from '../notification/notification.ts';

type Filled = FeedEvent<'orderFilled'>;

export interface FillUnits {
  readonly spot: MarketUnitsTable;
  readonly perpetual: PerpetualUnitsTable;
}

/** Orders listed in one message; more orders filled within seconds are only counted. */
const NAMED = 3;

/**
 * Texts for fills: one per order, or the number when a customer has more than three orders filled at once. So frequent
 * traders get at most one message every few seconds.
 */
export function fillNotifications(events: readonly Filled[], units: FillUnits): readonly Notification[] {
  const notifications = events.filter(isNews);
  return [...Map.groupBy(notifications, ({ customerId }) => customerId!).values()].flatMap(ofOne =>
    ofOne.length <= NAMED
      ? ofOne.map(event => fillNotification(event, units))
      : [manyFillsNotification(ofOne, units)],
  );
}

/** Stops and liquidations have their own messages, and customers who close a position need none. */
function isNews({ customerId, body }: Filled): boolean {
  return customerId !== null && !(body.effect === 'close' && body.role === 'taker');
}

function fillNotification(event: Filled, { spot, perpetual }: FillUnits): Notification {
  const { id, customerId, atMs, body } = event;
  const { line, marketId, orderId, side, lots, valueMinor } = body;
  const head = { id, customerId: customerId!, atMs };
  const market = { order: String(orderId), market: String(marketId) };
  if (line === 'spot') {
    const units = spot.of(marketId);
    return {
      ...head,
      kind: side === 'buy' ? 'orderBought' : 'orderSold',
      values: {
        ...market,
        symbol: units.market.symbol,
        base: units.base.code,
        quantity: units.quantity(lots),
        price: units.averagePrice(valueMinor, lots) ?? '',
      },
    };
  }
  const units = perpetual.of(marketId);
  return {
    ...head,
    kind: side === 'buy' ? 'contractBought' : 'contractSold',
    values: {
      ...market,
      symbol: units.contract.symbol,
      base: units.base.code,
      quantity: units.quantity(lots),
      price: units.averagePrice(valueMinor, lots) ?? '',
    },
  };
}

function manyFillsNotification(events: readonly Filled[], { spot, perpetual }: FillUnits): Notification {
  const { id, customerId, atMs, body } = events.at(-1)!;
  const symbol =
    body.line === 'spot' ? spot.of(body.marketId).market.symbol : perpetual.of(body.marketId).contract.symbol;
  const orders = new Set(events.map(event => `${event.body.line}:${event.body.orderId}`));
  return {
    id,
    customerId: customerId!,
    kind: 'ordersFilled',
    atMs,
    values: { count: String(orders.size), symbol },
  };
}

/** Filters customers with fill messages on: the house, demo traders and most others have them off. */
export async function wantFills(db: Pick<pg.ClientBase, 'query'>): Promise<readonly number[]> {
  const { rows } = await db.query<{ customer_id: number }>(
    `select customer_id from push_devices d where not exists
       (select from tell_choices t where t.customer_id = d.customer_id and t.event = 'order_filled' and not t.push)
     union
     select customer_id from tell_choices where event = 'order_filled' and mail`,
  );
  return rows.map(row => row.customer_id);
}
