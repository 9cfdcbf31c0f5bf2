import { BID, ASK } from '../book/side.ts';
import { invariant, InvariantBroken } from '../invariant.ts';
import type { AccountIndex } from '../ledger/ledger.ts';
import { MAX_OPEN_ORDERS } from './admission.ts';
import { neededMinor } from './linked-orders.ts';
import type { OpenOrder, Trader } from './open-order.ts';
import type { SpotMarket } from './spot-market.ts';

/** Checks that a market's waiting orders, book and stops agree. Linear time. */
export function checkSpotMarket(
  market: SpotMarket,
  orders: readonly OpenOrder[],
  lastOrderId: number,
  frozen: Map<AccountIndex, bigint>,
): void {
  checkBook(market);
  checkStops(market);
  const icebergs = orders.filter(({ visibleLots }) => visibleLots > 0).length;
  invariant(
    icebergs === market.icebergs,
    `market ${market.id}: ${market.icebergs} icebergs, ${icebergs} known`,
  );
  const perTrader = new Map<Trader, number>();
  let resting = 0;
  let stops = 0;
  for (const order of orders) {
    checkOrder(market, order, lastOrderId);
    if (order.slot === 0) stops++;
    else resting++;
    const account = order.side === BID ? order.trader.quote : order.trader.base;
    frozen.set(account, (frozen.get(account) ?? 0n) + BigInt(order.frozenMinor));
    perTrader.set(order.trader, (perTrader.get(order.trader) ?? 0) + 1);
  }
  const inBook = market.book.orderCount(BID) + market.book.orderCount(ASK);
  invariant(inBook === resting, `market ${market.id}: ${inBook} orders in the book, ${resting} known`);
  const inHeaps = market.lastWatch.size + market.indexWatch.size;
  invariant(inHeaps === stops, `market ${market.id}: ${inHeaps} stops wait, ${stops} known`);
  for (const [trader, count] of perTrader) checkTrader(trader, count);
}

function checkBook(market: SpotMarket): void {
  try {
    market.book.checkInvariants();
  } catch (cause) {
    throw new InvariantBroken(`market ${market.id}: ${String(cause)}`, { cause });
  }
}

function checkStops(market: SpotMarket): void {
  const last = market.listed.lastPriceTicks;
  if (last === 0) return;
  const rising = market.lastWatch.stops.rising.first();
  invariant(
    rising === undefined || rising.triggerTicks! > last,
    `market ${market.id}: a rising stop was missed`,
  );
  const falling = market.lastWatch.stops.falling.first();
  invariant(
    falling === undefined || falling.triggerTicks! < last,
    `market ${market.id}: a falling stop was missed`,
  );
  const { sell, buy } = market.lastWatch.trails.nearest();
  invariant(sell === null || sell < last, `market ${market.id}: a trailing sale was missed`);
  invariant(buy === null || buy > last, `market ${market.id}: a trailing purchase was missed`);
}

function checkOrder(market: SpotMarket, order: OpenOrder, lastOrderId: number): void {
  const { listed } = market;
  const holds = (condition: boolean, what: string): void =>
    invariant(condition, `order ${order.orderId}: ${what}`);
  holds(order.status === 'waiting' && order.reason === null, 'ended but still kept');
  holds(order.orderId <= lastOrderId, 'has a number not handed out yet');
  const open = order.quantityLots === null ? 0 : order.openLots;
  if (order.slot === 0) {
    holds(!order.triggered && order.heapAt >= 0, 'waits neither in the book nor for a trigger');
    holds(order.filledLots === 0 && order.preventedLots === 0, 'filled before its trigger');
    holds(order.triggerDirection !== null, 'waits for a price to come from nowhere');
  } else {
    holds(order.triggered && order.heapAt < 0, 'rests and waits for a trigger');
    holds(
      market.restingAt(order.slot) === order && market.book.find(order.orderId) === order.slot,
      'lost its slot',
    );
    const shown = market.book.lotsAt(order.slot);
    const { visibleLots } = order;
    holds(
      visibleLots === 0 ? shown === open : shown <= Math.min(open, visibleLots),
      'filled and resting lots are not its quantity',
    );
    holds(market.book.priceAt(order.slot) === order.priceTicks, 'rests at another price');
    holds(market.book.sideAt(order.slot) === order.side, 'rests on the other side');
  }
  holds((order.dueAtMs !== Infinity) === order.dueHeapAt >= 0, 'is not where it would expire');
  const needs = neededMinor(listed, order, open);
  const { linked } = order;
  let expected = needs;
  if (linked !== null) {
    holds(linked.linked === order && linked.kept && linked.listId === order.listId, 'lost its other');
    holds((order.slot === 0) !== (linked.slot === 0), 'both of a list rest, or none does');
    holds(order.filledLots === 0 && order.preventedLots === 0, 'trades, and is still linked');
    if (order.slot === 0) expected = Math.max(0, needs - neededMinor(listed, linked, linked.openLots));
  }
  holds(order.frozenMinor === expected, `has ${order.frozenMinor} frozen instead of ${expected}`);
}

function checkTrader(trader: Trader, count: number): void {
  let listed = 0;
  let lastId = 0;
  for (let order = trader.oldest; order !== null; order = order.newer) {
    invariant(order.orderId > lastId, `customer ${trader.customerId}: orders are not oldest first`);
    lastId = order.orderId;
    listed++;
  }
  const consistent = listed === count && trader.openOrders === count && count <= MAX_OPEN_ORDERS;
  invariant(
    consistent,
    `customer ${trader.customerId}: ${count} orders, ${listed} listed, ${trader.openOrders} counted`,
  );
}
