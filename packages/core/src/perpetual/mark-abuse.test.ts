import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';
import { MINUTE_MS } from '../durations.ts';

const U = 1_000_000n;
/** Lots for the impact notional of the test contract: 200 USDT at ×100; a lot at 60,000 is worth 60. */
const IMPACT_LOTS = 334;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
});

/** Lets a minute pass with an unchanged index. */
function minute(index = '60000'): void {
  s.passTo((Math.floor(s.nowMs / MINUTE_MS) + 1) * MINUTE_MS - 1);
  s.index(index);
  s.passTo(s.nowMs + 1);
}

const markE8 = () => s.exchange.perpetual.mark(1)!.markE8;
const below = (price: string): string => (Number(price) - 0.1).toFixed(1);

/** The highest price a limit may have, as named in the refusal of a higher one. */
function highest(): string {
  const price = (Math.floor((markE8() * 1.05) / 1e7) / 10).toFixed(1);
  const outcome = s.try(s.limit(1, 'short', 1, price, { multiple: 1 }));
  if (outcome.ok) return price;
  expect(outcome.refusal.code).toBe('price_out_of_band');
  return String(outcome.refusal.params?.['highest']);
}

/**
 * Two accounts of one person are alone in the book. Just before each full minute they trade one lot with each other and
 * quote `lots` on both sides, as high as allowed.
 */
function walk(minutes: number, lots: number, instead = minute): void {
  for (let i = 0; i < minutes; i++) {
    const price = highest();
    for (const customerId of [1, 2]) s.must({ type: 'cancelAllPerpetualOrders', customerId, marketId: null });
    s.must(s.limit(1, 'short', 1, price, { multiple: 1 }));
    s.must(s.limit(2, 'long', 1, price, { multiple: 1 }));
    s.must(s.limit(1, 'long', lots, below(price), { multiple: 1 }));
    s.must(s.limit(2, 'short', lots, price, { multiple: 1 }));
    instead();
  }
}

describe('somebody alone in the book', () => {
  it('cannot move the mark with a lot on each side, at any price and for any time', () => {
    walk(30, 1);
    expect(s.exchange.perpetual.lastPriceTicks(1)).toBe(630_000);
    expect(markE8()).toBe(6_000_000_000_000);
    expect(s.exchange.perpetual.funding(1)?.samples).toBe(0);
  });

  it('cannot move it with one lot less on one side than the impact notional', () => {
    walk(1, IMPACT_LOTS - 1);
    s.must(s.limit(2, 'short', 1, '63000', { multiple: 1 }));
    minute();
    expect(markE8()).toBe(6_000_000_000_000);
  });

  it('moves it each minute by a fifth of the quotes’ distance, never beyond the limits’ band around the index', () => {
    walk(1, IMPACT_LOTS);
    // 5 % ÷ 5; the funding rate is at its cap of 0.75 %.
    expect(markE8()).toBeGreaterThan(6_059_000_000_000);
    expect(markE8()).toBeLessThanOrEqual(6_060_000_000_000);
    walk(29, IMPACT_LOTS);
    expect(markE8()).toBeLessThanOrEqual(6_300_000_000_000);
    expect(markE8()).toBeGreaterThan(6_290_000_000_000);
  });

  it('must offer others the same amount at a loss, every minute again', () => {
    const earned = () => {
      const { available, frozen } = s.contractFunds(3);
      const held = s.exchange.perpetual.positionsOf(3);
      // Valued at the index, because the mark returns to it.
      const profit = held.reduce((sum, { openedValueMinor, openedLots }) => {
        return sum + openedValueMinor - BigInt(openedLots) * 60n * U;
      }, 0n);
      return available + frozen - 1_000_000n * U + profit;
    };
    walk(1, IMPACT_LOTS, () => {
      s.must(s.marketOf(3, 'short', IMPACT_LOTS));
      minute();
    });
    // 334 lots sold for 2,999.9 per coin above the index, less the fee: 1,000 USDT a minute. The sample is lost, too.
    expect(earned()).toBeGreaterThan(990n * U);
    expect(markE8()).toBe(6_000_000_000_000);
  });

  it('gains nothing by orders that would not be filled: they do not count', () => {
    // The bid survives only with the index at 63,000. During a halt nothing cancels it, but samples continue.
    s.index('63000');
    s.must(s.limit(1, 'long', IMPACT_LOTS, '62900', { multiple: 100 }));
    s.must(s.limit(2, 'short', IMPACT_LOTS, '63000', { multiple: 1 }));
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    minute('60000');
    expect(s.exchange.perpetual.funding(1)?.samples).toBe(0);
    expect(markE8()).toBe(6_000_000_000_000);
  });

  it('gains nothing by a bid at the index and an ask far above it: such a mid price is not sampled', () => {
    s.must(s.limit(1, 'long', IMPACT_LOTS, '60000', { multiple: 1 }));
    s.must(s.limit(2, 'short', IMPACT_LOTS, '60482', { multiple: 1 }));
    minute();
    expect(s.exchange.perpetual.funding(1)?.samples).toBe(0);
    // They may be apart by at most twice 0.4 % of the mid price.
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 2, marketId: null });
    s.must(s.limit(2, 'short', IMPACT_LOTS, '60481.9', { multiple: 1 }));
    minute();
    expect(s.exchange.perpetual.funding(1)?.samples).toBe(1);
  });
});

describe('somebody who quotes one lot in front of others’ orders', () => {
  it('moves the mid price by that lot’s share, not by its price', () => {
    s.must(s.limit(3, 'long', 1_000, '59950', { multiple: 1 }));
    s.must(s.limit(3, 'short', 1_000, '60050', { multiple: 1 }));
    s.must(s.limit(1, 'long', 1, '60049.9', { multiple: 1 }));
    minute();
    // (333 × 59,950 + 60,049.9) ÷ 334 is 59,950.29…, truncated to the tick.
    expect(s.eventsOf('premiumSampled')).toMatchObject([{ bidTicks: 599_502, askTicks: 600_500 }]);
  });

  it('impact asks are rounded up', () => {
    s.must(s.limit(3, 'long', 1_000, '59950', { multiple: 1 }));
    s.must(s.limit(3, 'short', 1_000, '60050', { multiple: 1 }));
    s.must(s.limit(1, 'short', 1, '59950.1', { multiple: 1 }));
    minute();
    // 60,049.70… to the next tick.
    expect(s.eventsOf('premiumSampled')).toMatchObject([{ bidTicks: 599_500, askTicks: 600_498 }]);
  });
});

it('the mark of a thin book follows a leap of the index', () => {
  s.open(1, 2, 10, '60000', { long: 1, short: 1 });
  s.must(s.limit(3, 'long', 1, '59990', { multiple: 1 }));
  s.must(s.limit(3, 'short', 1, '60010', { multiple: 1 }));
  for (let i = 0; i < 5; i++) minute();
  minute('70000');
  expect(markE8()).toBe(7_000_000_000_000);
});

it('the mark of a deep, unmoved book is brought back by limits near the index', () => {
  s.open(1, 2, 10, '60000', { long: 1, short: 1 });
  s.must(s.limit(3, 'long', 400, '59990', { multiple: 1 }));
  s.must(s.limit(3, 'short', 400, '60010', { multiple: 1 }));
  for (let i = 0; i < 5; i++) minute();
  for (let i = 0; i < 5; i++) minute('70000');
  // The unchanged mid price and last trade hold the mark there.
  expect(markE8()).toBe(6_000_000_000_000);
  expect(s.refusal(s.limit(1, 'long', 1, '60000', { multiple: 1 }))).toBe('price_out_of_band');
  s.must(s.limit(1, 'long', 800, '69800', { multiple: 1 }));
  s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: null });
  s.must(s.limit(3, 'short', 400, '70200', { multiple: 1 }));
  for (let i = 0; i < 6; i++) minute('70000');
  // Only the funding rate keeps it away from the index.
  expect(markE8()).toBeGreaterThan(6_930_000_000_000);
});
