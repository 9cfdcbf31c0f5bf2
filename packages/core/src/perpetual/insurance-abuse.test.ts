import { describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';
import { MINUTE_MS } from '../durations.ts';

/** Lets a minute pass with an unchanged index. */
function minute(s: PerpetualScenario, index: string): void {
  s.passTo((Math.floor(s.nowMs / MINUTE_MS) + 1) * MINUTE_MS - 1);
  s.index(index);
  s.passTo(s.nowMs + 1);
}

describe('the insurance fund', () => {
  it('pays nothing to two accounts of one person who move the mark of an empty book', () => {
    const s = new PerpetualScenario();
    for (const customerId of [1, 2, 3]) s.trader(customerId);
    s.fundInsurance('100000');
    const { long } = s.open(1, 2, 800, '60000', { long: 2, short: 50 });
    // Bid and ask far above the index: the mean basis follows them, but the last trade holds the mark.
    s.must(s.limit(3, 'long', 400, '62800', { multiple: 1 }));
    s.must(s.limit(1, 'short', 400, '62900', { multiple: 1 }));
    for (let i = 0; i < 5; i++) minute(s, '60000');
    expect(s.exchange.perpetual.mark(1)?.markE8).toBeLessThan(6_090_000_000_000);
    // A trade of one lot at that price makes the mark jump: the short is bankrupt, and only the accomplice sells.
    s.must(s.limit(1, 'short', 1, '62800', { multiple: 1 }));
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    s.must(s.close(1, long, null, '62990'));
    s.index('60000');
    expect(s.exchange.perpetual.mark(1)?.markE8).toBeGreaterThan(6_270_000_000_000);
    const [liquidation] = s.eventsOf('positionLiquidated');
    expect(liquidation).toMatchObject({ customerId: 2, lots: 800, insuredLots: 0, insurancePaidMinor: 0n });
    // The position that gained from the move is deleveraged against the bankrupt one: nobody else pays for it.
    expect(liquidation).toMatchObject({ deleveragedLots: 800, remainingLots: 0 });
    expect(s.house('insurance')).toBe(100_000_000_000n);
  });
});

describe('a mark held away from the index', () => {
  it('opens no position that the index would liquidate', () => {
    const s = new PerpetualScenario();
    for (const customerId of [1, 2, 3]) s.trader(customerId);
    s.fundInsurance('100000');
    // Book and last trade are far below the index.
    s.must(s.limit(3, 'short', 1, '57600', { multiple: 1 }));
    s.must(s.limit(1, 'long', 1, '57600', { multiple: 1 }));
    s.must(s.limit(3, 'long', 400, '57500', { multiple: 1 }));
    s.must(s.limit(1, 'short', 400, '57600', { multiple: 1 }));
    for (let i = 0; i < 6; i++) minute(s, '60000');
    expect(s.exchange.perpetual.mark(1)?.markE8).toBe(5_760_000_000_000);
    s.must(s.limit(1, 'long', 800, '57550', { multiple: 2 }));
    // 50×: far from liquidation at this mark, but bankrupt at 58,701 once the mark returns to the index.
    expect(s.refusal(s.limit(2, 'short', 800, '57550', { multiple: 50 }))).toBe('would_be_liquidated');
    s.must(s.limit(2, 'short', 800, '57550', { multiple: 10 }));
    expect(s.position(s.exchange.perpetual.lastPositionId).liquidationE8).toBeGreaterThan(6_000_000_000_000);
  });
});
