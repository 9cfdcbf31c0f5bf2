import { describe, expect, test } from 'vitest';
import type { WireFill } from '@tallystick/protocol/wire';
import { endedByClock, firesAbove, listWaiting, newsworthy, restingTicks, sameTicks } from './own-orders.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { exampleOrder } from './testing/example-order.ts';

const stop = { type: 'stop_limit', trigger_price: '105000', triggered: false } as const;

test('newest first, of one market or all', () => {
  const orders = [
    exampleOrder({ order_id: 1, placed_at_ms: 5 }),
    exampleOrder({ order_id: 2, placed_at_ms: 9, market_id: 2 }),
    exampleOrder({ order_id: 3, placed_at_ms: 5 }),
  ];
  expect(listWaiting(orders, undefined).map(order => order.order_id)).toEqual([2, 3, 1]);
  expect(listWaiting(orders, 1).map(order => order.order_id)).toEqual([3, 1]);
});

describe('resting prices', () => {
  test('orders of this market that are in the book', () => {
    const ticks = restingTicks(
      [
        exampleOrder({ price: '104100.0' }),
        exampleOrder({ side: 'sell', price: '106500' }),
        exampleOrder({ price: '1', market_id: 2 }),
        exampleOrder({ ...stop, price: '2' }),
      ],
      BTC_USDT,
    );
    expect(ticks).toEqual({ bids: new Set([1_041_000n]), asks: new Set([1_065_000n]) });
  });

  test.each([
    [[1n], [1n], true],
    [[1n], [2n], false],
    [[1n], [1n, 2n], false],
  ])('%o and %o are the same: %s', (a, b, same) => {
    const none = new Set<bigint>();
    expect(sameTicks({ bids: new Set(a), asks: none }, { bids: new Set(b), asks: none })).toBe(same);
  });
});

test.each([
  ['104000', true],
  ['106000', false],
  [null, undefined],
])('a stop at 105,000 with the price at %s fires above: %s', (last, above) => {
  expect(firesAbove(exampleOrder(stop), last)).toBe(above);
});

test('a stop that was told its direction keeps it', () => {
  const falls = exampleOrder({ ...stop, trigger_direction: 'falls' });
  expect(firesAbove(falls, '104000')).toBe(false);
});

test('what ended by the clock is counted by why', () => {
  const orders = [
    exampleOrder({ reason: 'expired' }),
    exampleOrder({ reason: 'cancel_timer' }),
    exampleOrder({ reason: 'cancel_timer' }),
    exampleOrder({ reason: 'filled' }),
  ];
  expect(endedByClock(orders)).toEqual({ expired: 1, cancel_timer: 2 });
});

test('only fills that came by themselves are news', () => {
  const fill = (trade_id: number, order_id: number, role: WireFill['role']): WireFill => ({
    trade_id,
    order_id,
    role,
    market_id: 1,
    symbol: 'BTC/USDT',
    side: 'buy',
    price: '1',
    quantity: '1',
    value: '1',
    fee: '0',
    fee_currency: 'BTC',
    at_ms: 0,
  });
  const fills = [fill(9, 1, 'maker'), fill(8, 2, 'taker'), fill(7, 3, 'taker'), fill(6, 4, 'maker')];
  expect(newsworthy(fills, 6, orderId => orderId === 3).map(({ trade_id }) => trade_id)).toEqual([9, 7]);
});
