import { describe, expect, test } from 'vitest';
import { closeAllPreview } from './close-all-preview.ts';
import { BTC_PERPETUAL, examplePosition } from './testing/example-contract.ts';

const halted = { ...BTC_PERPETUAL, market_id: 2, status: 'halted' as const };
const contracts = new Map([
  [1, BTC_PERPETUAL],
  [2, halted],
]);
const scene = {
  marketId: undefined,
  contractOf: (id: number) => contracts.get(id),
  markOf: () => '100000',
  availableMinor: 250_000_000n,
};

const long = examplePosition();
const pending = examplePosition({
  position_id: 8,
  status: 'pending',
  type: 'limit',
  price: '90000',
  lots: 10,
  holding_lots: 0,
  waiting_lots: 10,
  open_value: '0',
  margin: '0',
  waiting_margin: '90.18',
  net_profit: '0',
});

describe('closing all', () => {
  test('adds up what positions bring back and what waiting orders held', () => {
    // 1,000 of margin less a fee of 5, and the 90.18 frozen for the order.
    expect(closeAllPreview([long, pending], [], scene)).toEqual({
      positions: 1,
      staying: 0,
      orders: 1,
      ordersStaying: 0,
      heldMinor: 1_090_180_000n,
      heldAfterMinor: 0n,
      netMinor: -11_500_000n,
      availableMinor: 250_000_000n + 995_000_000n + 90_180_000n,
      halted: [],
    });
  });

  test('counts an order that waits to close, which holds nothing', () => {
    const closing = { order_id: 9, price: '101000', lots: 100, placed_at_ms: 1 };
    expect(closeAllPreview([examplePosition({ closing })], [], scene)).toMatchObject({
      orders: 1,
      heldMinor: 1_000_000_000n,
    });
  });

  test('leaves everything where nothing is traded', () => {
    const there = examplePosition({ position_id: 10, market_id: 2, symbol: 'ETH/USDT' });
    const waiting = { ...pending, position_id: 11, market_id: 2, symbol: 'ETH/USDT' };
    expect(closeAllPreview([long, there, waiting], [], scene)).toMatchObject({
      positions: 2,
      staying: 1,
      orders: 1,
      ordersStaying: 1,
      heldAfterMinor: 1_090_180_000n,
      netMinor: -11_500_000n,
      availableMinor: 250_000_000n + 995_000_000n,
      halted: ['ETHUSDT'],
    });
  });

  test('is of one contract, if only that is closed', () => {
    const there = examplePosition({ position_id: 10, market_id: 2 });
    expect(closeAllPreview([long, there], [], { ...scene, marketId: 1 })).toMatchObject({
      positions: 1,
      staying: 0,
      halted: [],
    });
  });

  test('never owes more than the margin', () => {
    const mark = { ...scene, markOf: () => '80000' };
    expect(closeAllPreview([long], [], mark).availableMinor).toBe(250_000_000n);
  });

  test('says nothing it cannot know yet', () => {
    expect(closeAllPreview([long, pending], [], { ...scene, markOf: () => null })).toMatchObject({
      netMinor: null,
      availableMinor: null,
      positions: 1,
    });
    expect(closeAllPreview([long], [], { ...scene, availableMinor: null })).toMatchObject({
      netMinor: -11_500_000n,
      availableMinor: null,
    });
  });
});
