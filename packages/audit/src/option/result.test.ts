import { describe, expect, test } from 'vitest';
import { payoutOf, type Bet } from './result.ts';

const DELIVERY = 60_000;
const STALE = 5_000;

function tick(number: number, priceE8: bigint, atMs: number) {
  return { number, marketId: 1, priceE8, atMs, hash: '' };
}

const entry = tick(2, 100n, 1_000);

function bet(change: Partial<Bet> = {}): Bet {
  const terms = { stake: 10n, profit: 8n, staleMs: STALE, deliveryAtMs: DELIVERY };
  return { ...terms, direction: 'rise', entry, ...change };
}

describe('a second option', () => {
  test.each([
    ['rise', 101n, 18n],
    ['rise', 99n, 0n],
    ['fall', 99n, 18n],
    ['fall', 101n, 0n],
    ['rise', 100n, 10n],
    ['fall', 100n, 10n],
  ] as const)('%s pays at %d: %d', (direction, price, payout) => {
    expect(payoutOf(bet({ direction }), [entry, tick(3, price, DELIVERY - 1)])).toBe(payout);
  });

  test('a tick in the very millisecond of delivery is in, one a millisecond later is out', () => {
    const before = tick(3, 99n, DELIVERY - 10);
    expect(payoutOf(bet(), [entry, before, tick(4, 101n, DELIVERY)])).toBe(18n);
    expect(payoutOf(bet(), [entry, before, tick(4, 101n, DELIVERY + 1)])).toBe(0n);
  });

  test('the last tick counts if it came at most the stale limit before delivery', () => {
    expect(payoutOf(bet(), [entry, tick(3, 101n, DELIVERY - STALE)])).toBe(18n);
    expect(payoutOf(bet(), [entry, tick(3, 101n, DELIVERY - STALE - 1)])).toBe(10n);
  });

  test('without an entry the stake goes back', () => {
    expect(payoutOf(bet({ entry: null }), [tick(3, 101n, DELIVERY)])).toBe(10n);
  });
});
