import type { WireMarket, WirePerpetualOrder, WirePosition } from '@tallystick/protocol/wire';
import { parseTicks, unitsOf } from '#lib/market-units.ts';
import type { Direction } from './contract.ts';
import { directionOf, opposite } from './held.ts';

/** A resting order, which opens lots of a position or closes some at a price. */
export interface WaitingOrder {
  readonly orderId: number;
  readonly marketId: number;
  readonly symbol: string;
  /** Of the position that it opens or closes. */
  readonly direction: Direction;
  readonly closes: boolean;
  readonly price: string;
  /** Still waiting, and as ordered. */
  readonly lots: number;
  readonly ordered: number;
  readonly multiple: number;
  /** Frozen for it, fee included; null for orders that close. */
  readonly margin: string | null;
  readonly takeProfit: string | null;
  readonly stopLoss: string | null;
  readonly placedAtMs: number;
  /** In hedge and net mode, where an order is none of the positions. */
  readonly isMerged: boolean;
}

function fromPosition(position: WirePosition): WaitingOrder[] {
  const { market_id: marketId, symbol, direction, multiple, price, waiting_lots: lots, closing } = position;
  const shared = {
    marketId,
    symbol,
    direction,
    multiple,
    takeProfit: position.take_profit_price,
    stopLoss: position.stop_loss_price,
    isMerged: false,
  };
  const orders: WaitingOrder[] = [];
  if (lots > 0 && price !== null) {
    orders.push({
      ...shared,
      orderId: position.position_id,
      closes: false,
      price,
      lots,
      ordered: position.lots,
      margin: position.waiting_margin,
      placedAtMs: position.placed_at_ms,
    });
  }
  if (closing) {
    orders.push({
      ...shared,
      orderId: closing.order_id,
      closes: true,
      price: closing.price,
      lots: closing.lots,
      ordered: closing.lots,
      margin: null,
      placedAtMs: closing.placed_at_ms,
    });
  }
  return orders;
}

function fromOrder(order: WirePerpetualOrder): WaitingOrder[] {
  const { price, waiting_lots: lots, reduce_only: closes } = order;
  if (price === null || lots === 0) return [];
  return [
    {
      orderId: order.order_id,
      marketId: order.market_id,
      symbol: order.symbol,
      direction: closes ? opposite(directionOf(order)) : directionOf(order),
      closes,
      price,
      lots,
      ordered: order.lots,
      multiple: order.multiple,
      margin: closes ? null : order.waiting_margin,
      takeProfit: null,
      stopLoss: null,
      placedAtMs: order.placed_at_ms,
      isMerged: true,
    },
  ];
}

/**
 * Resting orders of one contract or of all, newest first. Orders of hedge and net mode also appear among the positions: as
 * one that waits to open, or as the oldest that closes one.
 */
export function listOrders(
  positions: Iterable<WirePosition>,
  orders: Iterable<WirePerpetualOrder>,
  marketId: number | undefined,
): WaitingOrder[] {
  const merged = [...orders].flatMap(fromOrder);
  const known = new Set(merged.map(({ orderId }) => orderId));
  const own = [...positions].flatMap(fromPosition).filter(({ orderId }) => !known.has(orderId));
  return [...merged, ...own]
    .filter(order => (marketId ?? order.marketId) === order.marketId)
    .toSorted((a, b) => b.placedAtMs - a.placedAtMs || b.orderId - a.orderId);
}

/** Prices of a contract's book at which the customer's own orders rest. */
export function restingTicks(orders: readonly WaitingOrder[], market: WireMarket) {
  const [bids, asks] = [new Set<bigint>(), new Set<bigint>()];
  for (const { direction, closes, price, marketId } of orders) {
    const ticks = marketId === market.id ? parseTicks(price, unitsOf(market)) : null;
    if (ticks !== null) ((direction === 'long') !== closes ? bids : asks).add(ticks);
  }
  return { bids, asks };
}
