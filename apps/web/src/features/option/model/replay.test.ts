import { describe, expect, test } from 'vitest';
import { replay } from './replay.ts';
import { exampleReceipt as receipt } from './testing/example-option.ts';

const E8 = 100_000_000;
const tick = (number: number, afterMs: number, price: number, market_id = 1) => ({
  number,
  market_id,
  at_ms: receipt.bought_at_ms + afterMs,
  price_e8: price * E8,
});
const log = [
  tick(101, 500, 60_000),
  tick(102, 700, 70_000, 2),
  tick(130, 15_000, 59_000),
  tick(160, 29_500, 60_000.1),
  tick(161, 29_900, 1, 2),
  tick(162, 30_001, 50_000),
];

describe('“would I have won?”', () => {
  test('finds entry, exit, result and payout from the ticks alone', () => {
    expect(replay(receipt, log)).toMatchObject({
      entry: { number: 101, price: '60000' },
      exit: { number: 160, price: '60000.1' },
      result: 'rise',
      payout: '90',
      otherPayout: '0',
      matches: true,
    });
  });

  test('shows the market’s own ticks until the end', () => {
    expect(replay(receipt, log).ticks.map(({ number }) => number)).toEqual([101, 130, 160]);
  });

  test.each([
    ['another result', { ...receipt, result: 'fall' as const }],
    ['another payout', { ...receipt, payout_minor: '0' }],
    ['another exit tick', { ...receipt, exit: { ...receipt.exit!, number: 130 } }],
    ['another entry tick', { ...receipt, entry: null }],
  ])('says when %s was booked', (_, booked) => {
    expect(replay(booked, log).matches).toBe(false);
  });

  test('an equal price gives both sides the stake back', () => {
    const even = log.map(one => (one.number === 160 ? { ...one, price_e8: 60_000 * E8 } : one));
    expect(replay(receipt, even)).toMatchObject({ result: 'even', payout: '50', otherPayout: '50' });
  });

  test('without a fresh tick the stake comes back', () => {
    expect(replay(receipt, log.slice(2))).toMatchObject({ result: 'stale_entry', payout: '50' });
    expect(replay(receipt, log.slice(0, 3))).toMatchObject({ result: 'stale_exit', payout: '50' });
  });
});
