import { describe, expect, test } from 'vitest';
import { ASK, BID, MAX_PRICE_TICKS } from './side.ts';
import { NO_OWNER, OrderBook } from './book.ts';
import { NONE } from './order-pool.ts';
import { take } from './testing/take.ts';

function bookOf(
  ...orders: [id: number, owner: number, side: 0 | 1, price: number, lots: number][]
): OrderBook {
  const book = new OrderBook(4);
  for (const [id, owner, side, price, lots] of orders) book.add(id, owner, side, price, lots);
  book.checkInvariants();
  return book;
}

describe('priority', () => {
  test('better prices come first, then earlier orders', () => {
    const book = bookOf([1, 7, ASK, 101, 5], [2, 7, ASK, 100, 5], [3, 8, ASK, 100, 5], [4, 7, ASK, 102, 5]);
    expect([...book.orders()].map(order => order.orderId)).toEqual([2, 3, 1, 4]);
    expect(take(book, BID, 101, 12, 9)).toEqual([
      { makerOrderId: 2, makerOwnerId: 7, priceTicks: 100, lots: 5 },
      { makerOrderId: 3, makerOwnerId: 8, priceTicks: 100, lots: 5 },
      { makerOrderId: 1, makerOwnerId: 7, priceTicks: 101, lots: 2 },
    ]);
    expect(book.depth(ASK)).toEqual([
      { priceTicks: 101, quantityLots: 3, orderCount: 1 },
      { priceTicks: 102, quantityLots: 5, orderCount: 1 },
    ]);
  });

  test('reducing an order keeps its priority, moving it loses the priority', () => {
    const book = bookOf([1, 7, BID, 50, 5], [2, 7, BID, 50, 5], [3, 7, BID, 50, 5]);
    expect(book.reduce(1, 2)).toBe(3);
    expect(book.move(2, 50)).toBe(true);
    expect([...book.orders()].map(order => order.orderId)).toEqual([1, 3, 2]);
    expect(book.levelLots(BID, 50)).toBe(13);
    book.checkInvariants();
  });

  test('a side without orders has best price 0 and no best order', () => {
    const book = bookOf([1, 7, BID, 50, 5], [2, 7, ASK, 60, 5]);
    expect(book.cancel(1)).toBe(5);
    expect(book.reduce(2, 9)).toBe(0);
    expect([book.bestPrice(BID), book.bestPrice(ASK), book.best(BID), book.find(2)]).toEqual([
      0,
      0,
      NONE,
      NONE,
    ]);
    expect([book.cancel(1), book.reduce(2, 1), book.move(2, 70)]).toEqual([0, -1, false]);
    expect([book.levelCount(BID), book.orderCount(ASK), book.levelLots(ASK, 60)]).toEqual([0, 0, 0]);
    book.checkInvariants();
  });

  test('neighbouring, distant and extreme prices', () => {
    const prices = [1, 31, 32, 63, 64, 65, 127, 128, 4095, 4096, 2 ** 20, 2 ** 30, MAX_PRICE_TICKS];
    for (const side of [BID, ASK] as const) {
      const book = new OrderBook(1);
      prices.forEach((price, index) => book.add(index, 1, side, price, 1));
      book.checkInvariants();
      const sorted = side === BID ? prices.toReversed() : prices;
      expect(book.depth(side).map(level => level.priceTicks)).toEqual(sorted);
      expect(book.depth(side, 3)).toHaveLength(3);
      for (const price of sorted) {
        expect(book.bestPrice(side)).toBe(price);
        book.fill(book.best(side), 1);
        book.checkInvariants();
      }
    }
  });

  test('a book restored from its orders equals the original', () => {
    const book = bookOf([5, 7, BID, 50, 5], [2, 7, BID, 51, 5], [9, 7, ASK, 60, 5], [3, 8, ASK, 60, 1]);
    const copy = new OrderBook();
    for (const { orderId, ownerId, side, priceTicks, quantityLots } of book.orders()) {
      copy.add(orderId, ownerId, side, priceTicks, quantityLots);
    }
    expect([...copy.orders()]).toEqual([...book.orders()]);
  });
});

describe('quotes', () => {
  const book = bookOf([1, 7, ASK, 100, 5], [2, 8, ASK, 100, 5], [3, 9, ASK, 110, 5]);

  test('fillable lots stop at the limit and at an own order', () => {
    expect(book.fillableLots(BID, 109, 20, NO_OWNER)).toBe(10);
    expect(book.fillableLots(BID, 110, 20, NO_OWNER)).toBe(15);
    expect(book.fillableLots(BID, 110, 12, NO_OWNER)).toBe(12);
    expect(book.fillableLots(BID, 110, 20, 8)).toBe(5);
    expect(book.fillableLots(BID, 110, 20, 9)).toBe(10);
    expect(book.fillableLots(BID, 99, 20, NO_OWNER)).toBe(0);
  });

  test('cost is exact and a budget buys whole lots', () => {
    expect(book.costOf(BID, MAX_PRICE_TICKS, 12, NO_OWNER)).toEqual({ lots: 12, tickLots: 1220n });
    expect(book.affordable(BID, MAX_PRICE_TICKS, 1219n, NO_OWNER)).toEqual({ lots: 11, tickLots: 1110n });
    expect(book.affordable(BID, MAX_PRICE_TICKS, 1000n, NO_OWNER)).toEqual({ lots: 10, tickLots: 1000n });
    expect(book.affordable(BID, MAX_PRICE_TICKS, 99n, NO_OWNER)).toEqual({ lots: 0, tickLots: 0n });
    const large = bookOf([1, 7, BID, MAX_PRICE_TICKS, Number.MAX_SAFE_INTEGER]);
    expect(large.costOf(ASK, 1, Number.MAX_SAFE_INTEGER, NO_OWNER)).toEqual({
      lots: Number.MAX_SAFE_INTEGER,
      tickLots: BigInt(MAX_PRICE_TICKS) * BigInt(Number.MAX_SAFE_INTEGER),
    });
  });
});

describe('refusals change nothing', () => {
  const book = bookOf([1, 7, BID, 50, 5], [2, 7, ASK, 60, 5]);
  const before = [...book.orders()];

  test.each<[string, () => unknown]>([
    ['a live id', () => book.add(1, 7, BID, 50, 5)],
    ['an id that is no integer', () => book.add(1.5, 7, BID, 50, 5)],
    ['a negative id', () => book.add(-1, 7, BID, 50, 5)],
    ['an id beyond the safe integers', () => book.add(2 ** 53, 7, BID, 50, 5)],
    ['no owner', () => book.add(3, 0, BID, 50, 5)],
    ['an owner too large', () => book.add(3, 2 ** 31, BID, 50, 5)],
    ['no lots', () => book.add(3, 7, BID, 50, 0)],
    ['fractional lots', () => book.add(3, 7, BID, 50, 0.5)],
    ['lots that are not a number', () => book.add(3, 7, BID, 50, Number.NaN)],
    ['price zero', () => book.add(3, 7, BID, 0, 5)],
    ['a price too large', () => book.add(3, 7, BID, 2 ** 31, 5)],
    ['a fractional price', () => book.add(3, 7, BID, 49.5, 5)],
    ['a bid that crosses', () => book.add(3, 7, BID, 60, 5)],
    ['an ask that crosses', () => book.add(3, 7, ASK, 50, 5)],
    ['a level beyond the safe integers', () => book.add(3, 7, BID, 50, Number.MAX_SAFE_INTEGER)],
    ['a move that crosses', () => book.move(1, 60)],
    ['a move to no price', () => book.move(1, 0)],
    ['a reduction by nothing', () => book.reduce(1, 0)],
    ['filling more than is left', () => book.fill(book.find(1), 6)],
    ['filling a slot that is free', () => book.fill(3, 1)],
  ])('%s', (_name, attempt) => {
    expect(attempt).toThrow(RangeError);
    expect([...book.orders()]).toEqual(before);
    book.checkInvariants();
  });
});

test('ids up to 2^53 − 1, with gaps, and reused after their orders left the book', () => {
  const book = new OrderBook(1);
  const ids = [0, 1, 63, 64, 2 ** 31, 2 ** 32, 2 ** 32 + 64, 2 ** 40, Number.MAX_SAFE_INTEGER];
  for (let round = 0; round < 3; round++) {
    for (const id of ids) book.add(id, 1, BID, 10, 1 + round);
    book.checkInvariants();
    for (const id of ids) expect(book.orderIdAt(book.find(id))).toBe(id);
    expect(book.find(2 ** 32 + 1)).toBe(NONE);
    for (const id of ids) expect(book.cancel(id)).toBe(1 + round);
  }
  expect(book.orderCount(BID)).toBe(0);
});
