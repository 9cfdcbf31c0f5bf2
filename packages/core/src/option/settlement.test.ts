import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEvenPpm, profitOf, settleOption, type SettlementTick } from './settlement.ts';
import { stakeCoveredBy } from './derive-terms.ts';
import { MINUTE_MS } from '../durations.ts';

const ppm = fc.integer({ min: 1, max: 1_000_000 });

describe('a payout', () => {
  it('is the stake’s share truncated, so less than one unit below it', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 53n), ppm, (stake, rate) => {
        const exact = stake * BigInt(rate);
        const profit = profitOf(stake, rate) * 1_000_000n;
        expect(profit <= exact && exact - profit < 1_000_000n).toBe(true);
      }),
    );
  });

  it('gives the largest stake that can be covered, to the unit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 53n), ppm, (left, rate) => {
        const stake = stakeCoveredBy(left, rate);
        if (left === 0n) expect(stake).toBe(0n);
        else {
          expect(profitOf(stake, rate) <= left).toBe(true);
          expect(profitOf(stake + 1n, rate) > left).toBe(true);
        }
      }),
    );
    expect(stakeCoveredBy(-1n, 850_000)).toBe(0n);
  });
});

describe('the break-even chance', () => {
  it.each([
    [1_000_000, 500_000],
    [850_000, 540_541],
    [800_000, 555_556],
    [1, 1_000_000],
  ])('of %i ppm is %i ppm', (rate, expected) => {
    expect(breakEvenPpm(rate)).toBe(expected);
  });

  it('is the lowest chance at which wins pay for losses: a millionth less does not', () => {
    fc.assert(
      fc.property(ppm, rate => {
        const balance = (chance: number) =>
          BigInt(chance) * BigInt(rate) - BigInt(1_000_000 - chance) * 1_000_000n;
        const chance = breakEvenPpm(rate);
        expect(balance(chance) >= 0n).toBe(true);
        expect(balance(chance - 1) < 0n).toBe(true);
      }),
    );
  });
});

describe('settling', () => {
  const terms = {
    marketId: 1,
    direction: 'rise',
    stakeMinor: 100n,
    payoutPpm: 850_000,
    staleMs: 10_000,
    boughtAtMs: 0,
    deliveryAtMs: MINUTE_MS,
    chainHead: { number: 10 },
  } as const;
  const tick = (number: number, atMs: number, priceE8: number, marketId = 1): SettlementTick => ({
    number,
    marketId,
    priceE8,
    atMs,
  });

  it('finds both ticks among ticks of other markets, before the chain head and after delivery', () => {
    const ticks = [
      tick(9, 0, 1),
      tick(10, 0, 999),
      tick(11, 1, 5, 2),
      tick(12, 2, 100),
      tick(13, 30_000, 50),
      tick(14, 59_000, 101),
      tick(15, 59_500, 1, 2),
      tick(16, 60_001, 1),
    ];
    expect(settleOption(terms, ticks)).toEqual({
      result: 'rise',
      entry: ticks[3],
      exit: ticks[5],
      payoutMinor: 185n,
    });
  });

  it('without any tick refunds the stake', () => {
    const refunded = { result: 'staleEntry', entry: null, exit: null, payoutMinor: 100n };
    expect(settleOption(terms, [])).toEqual(refunded);
    expect(settleOption(terms, [tick(10, 0, 1), tick(11, 1, 1, 2)])).toEqual(refunded);
  });

  it('ignores ticks between entry and exit', () => {
    const price = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(price, price, fc.array(price, { maxLength: 20 }), (first, last, between) => {
        const ends = [tick(11, 100, first), tick(90, 59_900, last)];
        const all = [
          ends[0]!,
          ...between.map((priceE8, i) => tick(12 + i, 200 + i * 100, priceE8)),
          ends[1]!,
        ];
        expect(settleOption(terms, all)).toEqual(settleOption(terms, ends));
      }),
    );
  });
});
