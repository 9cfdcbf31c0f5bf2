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
 * The direction in which a stop waits: it fires at or above its trigger when the price was below it, else at or
 * below. A buy stop below the market or a sell stop above it is told by the last price.
 */
export function firesAbove(order: WireOrder, lastPrice: string | null): boolean | undefined {
  if (order.trigger_price === null || order.triggered || lastPrice === null) return undefined;
  return compareDecimals(order.trigger_price, lastPrice) > 0;
}

/**
 * Fills worth telling: those that came by themselves, to an order that rested or a stop that fired. What a
 * customer just sent has its own answer.
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
