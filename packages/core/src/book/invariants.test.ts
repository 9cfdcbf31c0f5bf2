import { expect, test } from 'vitest';
import { IdIndex } from './id-index.ts';
import { checkBook } from './invariants.ts';
import { NONE, OrderPool } from './order-pool.ts';
import { PriceLevels } from './price-levels.ts';
import { ASK, BID } from './side.ts';

/** Bids 100: orders 1, 2, 3; bid 99: order 4; ask 101: order 5. Slots equal ids, every order has 10 lots. */
function parts() {
  const orders = new OrderPool(8);
  const levels = new PriceLevels();
  const ids = new IdIndex(8);
  const counts = [4, 1];
  for (const [id, side, price] of [
    [1, BID, 100],
    [2, BID, 100],
    [3, BID, 100],
    [4, BID, 99],
    [5, ASK, 101],
  ] as const) {
    const cell = levels.addOrder(side, PriceLevels.coordinate(side, price), 10);
    const slot = orders.allocate(id, 7, cell, 10);
    ids.set(id, slot);
    const tail = levels.tail(cell);
    orders.setPrevious(slot, tail);
    if (tail === NONE) levels.setHead(cell, slot);
    else orders.setNext(tail, slot);
    levels.setTail(cell, slot);
  }
  return { orders, levels, ids, counts, cell: (side: 0 | 1) => levels.best(side) };
}

type Parts = ReturnType<typeof parts>;

test('an intact book passes', () => {
  const { orders, levels, ids, counts } = parts();
  expect(() => checkBook(orders, levels, ids, counts)).not.toThrow();
});

test.each<[string, (book: Parts) => void, string]>([
  ['a crossing level', b => b.levels.addOrder(ASK, PriceLevels.coordinate(ASK, 100), 1), 'crossed'],
  ['a total that differs', b => b.levels.removeLots(b.cell(BID), 1), 'level 100 says 29 lots, its orders 30'],
  ['an order without lots', b => b.orders.setLots(2, 0), 'order 2 has 0 lots'],
  ['an order with half a lot', b => b.orders.setLots(2, 0.5), 'order 2 has 0.5 lots'],
  ['a circle', b => b.orders.setNext(3, 2), 'order 2 has a broken link'],
  ['a lost predecessor', b => b.orders.setPrevious(2, NONE), 'order 2 has a broken link'],
  ['a list cut short', b => b.orders.setNext(2, NONE), 'level 100 has a wrong last order'],
  ['a wrong last order', b => b.levels.setTail(b.cell(BID), 2), 'level 100 has a wrong last order'],
  ['an order elsewhere', b => b.orders.setCell(2, b.cell(ASK)), 'order 2 believes it is elsewhere'],
  ['a forgotten id', b => b.ids.delete(2), 'order 2 cannot be found'],
  ['an order nobody counted', b => (b.counts[BID] = 3), '4 orders, counted 3'],
  [
    'a level without orders',
    b => b.levels.addOrder(BID, PriceLevels.coordinate(BID, 98), 0),
    'level 98 miscounts its orders',
  ],
])('%s is found', (_name, corrupt, message) => {
  const book = parts();
  corrupt(book);
  expect(() => checkBook(book.orders, book.levels, book.ids, book.counts)).toThrow(`order book: ${message}`);
});
