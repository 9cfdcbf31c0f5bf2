import type { IdIndex } from './id-index.ts';
import { NONE, type OrderPool } from './order-pool.ts';
import { NO_CELL, PriceLevels } from './price-levels.ts';
import { ASK, BID, type BookSide } from './side.ts';

/**
 * Checks everything that must hold of a book's parts: never crossed, levels in order, level totals equal to their
 * orders, links, ids and counts consistent. Throws an Error naming the first thing that does not hold.
 */
export function checkBook(
  orders: OrderPool,
  levels: PriceLevels,
  ids: IdIndex,
  orderCounts: ArrayLike<number>,
): void {
  const bid = levels.best(BID);
  const ask = levels.best(ASK);
  if (bid !== NO_CELL && ask !== NO_CELL) {
    const bidTicks = levels.priceTicks(bid);
    const askTicks = levels.priceTicks(ask);
    if (bidTicks >= askTicks) fail(`crossed, bid ${bidTicks} ask ${askTicks}`);
  }
  for (const side of [BID, ASK] as const) checkSide(side, orders, levels, ids, orderCounts[side] ?? 0);
}

function checkSide(
  side: BookSide,
  orders: OrderPool,
  levels: PriceLevels,
  ids: IdIndex,
  orderCount: number,
): void {
  let levelsSeen = 0;
  let ordersSeen = 0;
  let lastCoordinate = Infinity;
  for (let cell = levels.best(side); cell !== NO_CELL; cell = levels.nextLevel(side, cell)) {
    const price = levels.priceTicks(cell);
    const coordinate = PriceLevels.coordinate(side, price);
    if (levels.side(cell) !== side) fail(`level ${price} stands on the wrong side`);
    // Strictly falling prices make sure that this loop ends even if the levels are corrupt.
    if (coordinate >= lastCoordinate) fail(`level ${price} is out of order`);
    if (levels.find(coordinate) !== cell) fail(`level ${price} cannot be found`);
    lastCoordinate = coordinate;
    levelsSeen++;
    ordersSeen += checkLevel(cell, orders, levels, ids);
  }
  if (levels.levelCount(side) !== levelsSeen)
    fail(`${levelsSeen} levels, counted ${levels.levelCount(side)}`);
  if (orderCount !== ordersSeen) fail(`${ordersSeen} orders, counted ${orderCount}`);
}

/** Returns the number of orders at the level. */
function checkLevel(cell: number, orders: OrderPool, levels: PriceLevels, ids: IdIndex): number {
  const price = levels.priceTicks(cell);
  let lots = 0;
  let count = 0;
  let previous = NONE;
  for (let slot = levels.head(cell); slot !== NONE; slot = orders.next(slot)) {
    const id = orders.orderId(slot);
    const orderLots = orders.lots(slot);
    // In a circular list some order's `previous` is not the order we came from, so this ends the loop.
    if (orders.previous(slot) !== previous) fail(`order ${id} has a broken link`);
    if (orders.cell(slot) !== cell) fail(`order ${id} believes it is elsewhere`);
    if (ids.get(id) !== slot) fail(`order ${id} cannot be found`);
    if (!(Number.isSafeInteger(orderLots) && orderLots > 0)) fail(`order ${id} has ${orderLots} lots`);
    lots += orderLots;
    count++;
    previous = slot;
  }
  if (levels.tail(cell) !== previous) fail(`level ${price} has a wrong last order`);
  if (count === 0 || levels.orderCount(cell) !== count) fail(`level ${price} miscounts its orders`);
  if (levels.lots(cell) !== lots) fail(`level ${price} says ${levels.lots(cell)} lots, its orders ${lots}`);
  return count;
}

function fail(what: string): never {
  throw new Error(`order book: ${what}`);
}
