import type { WireFill, WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { compareDecimals } from '#lib/decimal.ts';
import { parseTicks, unitsOf } from '#lib/market-units.ts';

/** Orders of one market, or of all, newest first. */
export function listWaiting(orders: Iterable<WireOrder>, marketId: number | undefined): WireOrder[] {
  return [...orders]
    .filter(order => marketId === undefined || order.market_id === marketId)
    .toSorted((a, b) => b.placed_at_ms - a.placed_at_ms || b.order_id - a.order_id);
}

export interface RestingTicks {
  readonly bids: ReadonlySet<bigint>;
  readonly asks: ReadonlySet<bigint>;
}

/** Prices at which the customer's orders rest in the book; stops that have not fired are not in it. */
export function restingTicks(orders: Iterable<WireOrder>, market: WireMarket): RestingTicks {
  const bids = new Set<bigint>();
  const asks = new Set<bigint>();
  for (const order of orders) {
    if (order.market_id !== market.id || order.price === null || !order.triggered) continue;
    const ticks = parseTicks(order.price, unitsOf(market));
    if (ticks !== null) (order.side === 'buy' ? bids : asks).add(ticks);
  }
  return { bids, asks };
}

export function sameTicks(a: RestingTicks, b: RestingTicks): boolean {
  const equal = (one: ReadonlySet<bigint>, other: ReadonlySet<bigint>) =>
    one.size === other.size && [...one].every(ticks => other.has(ticks));
  return equal(a.bids, b.bids) && equal(a.asks, b.asks);
}

/**
 * Whether a stop fires at or above its trigger, as it was told; those placed before that was kept tell it by the last
 * price.
 */
export function firesAbove(order: WireOrder, lastPrice: string | null): boolean | undefined {
  if (order.trigger_price === null || order.triggered) return undefined;
  if (order.trigger_direction !== null) return order.trigger_direction === 'rises';
  return lastPrice === null ? undefined : compareDecimals(order.trigger_price, lastPrice) > 0;
}

/** Orders that ended by their date or by the cancel timer, which the customer did not see coming. */
export function endedByClock(
  orders: readonly WireOrder[],
): Readonly<Record<'expired' | 'cancel_timer', number>> {
  const count = (reason: WireOrder['reason']) => orders.filter(order => order.reason === reason).length;
  return { expired: count('expired'), cancel_timer: count('cancel_timer') };
}

/**
 * Fills to announce: those of resting orders and of fired stops. Fills of an order the
 * customer just sent are in its response.
 */
export function newsworthy(
  fills: readonly WireFill[],
  afterTradeId: number,
  isStop: (orderId: number) => boolean,
): WireFill[] {
  return fills.filter(
    fill => fill.trade_id > afterTradeId && (fill.role === 'maker' || isStop(fill.order_id)),
  );
}
