import { describe, expect, test } from 'vitest';
import { marketOf } from './contract.ts';
import { BTC_PERPETUAL, exampleOrder, examplePosition } from './testing/example-contract.ts';
import { listOrders, restingTicks } from './waiting.ts';

const opening = examplePosition({
  position_id: 8,
  status: 'pending',
  type: 'limit',
  price: '99000',
  waiting_lots: 50,
  holding_lots: 0,
});
const closing = examplePosition({
  position_id: 9,
  closing: { order_id: 12, price: '105000', lots: 40, placed_at_ms: 5 },
});
const shown = (...[positions, orders, marketId]: Parameters<typeof listOrders>) =>
  listOrders(positions, orders, marketId).map(one => [one.orderId, one.direction, one.closes, one.lots]);

describe('waiting orders', () => {
  test('tell those that open from those that close', () => {
    expect(shown([opening, closing], [], undefined)).toEqual([
      [12, 'long', true, 40],
      [8, 'long', false, 50],
    ]);
    expect(shown([opening, closing], [], 2)).toEqual([]);
  });

  test('all that close one position are there, each once', () => {
    const ladder = [20, 21, 22].map(id => exampleOrder({ order_id: id, placed_at_ms: id }));
    const held = examplePosition({
      closing: { order_id: 20, price: '101000', lots: 10, placed_at_ms: 20 },
    });
    expect(shown([held], ladder, 1).map(([id]) => id)).toEqual([22, 21, 20]);
  });

  test('one that opens in net mode is there once, although it also looks like a position', () => {
    const order = exampleOrder({ order_id: 8, side: 'buy', reduce_only: false, waiting_margin: '50' });
    expect(shown([opening], [order], 1)).toEqual([[8, 'long', false, 10]]);
    expect(listOrders([opening], [order], 1)[0]).toMatchObject({ margin: '50', isMerged: true });
  });

  test('mark own prices in the book, each on its side', () => {
    const orders = listOrders([opening, closing], [exampleOrder({ price: '101000' })], undefined);
    const own = restingTicks(orders, marketOf(BTC_PERPETUAL));
    expect([[...own.bids], [...own.asks]]).toEqual([[990_000n], [1_010_000n, 1_050_000n]]);
  });
});
