import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bankruptcyPriceE8,
  bankruptcyTicks,
  closedPart,
  fundingMinor,
  fundingRateE8,
  initialMargin,
  liquidationPriceE8,
  maintenanceMargin,
  markOf,
  premiumE8,
  profitRankE8,
  realised,
  tierOf,
  unrealised,
  valueAtE8,
  valueAtTicks,
  type Exposure,
} from './formulas.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';

/** Tick 0.1 USDT, lot 0.001 BTC: one lot at one tick is 0.0001 USDT, 100 minor units of 1e-6. */
const BTC = { tickE8: 10_000_000, quoteMinorPerTickLot: 100n };
/** Tick 0.0001 USDT, lot 1 coin. */
const COIN = { tickE8: 10_000, quoteMinorPerTickLot: 100n };
const usdt = (units: number) => BigInt(Math.round(units * 1_000_000));
const e8 = (units: number) => Math.round(units * 100_000_000);

/**
 * Worked examples from exchanges' help pages, with the same figures. If a page adds a closing fee to the maintenance
 * rate, so does the test.
 */
describe('examples of exchanges’ help pages', () => {
  it('liquidation price of an isolated long (phemex.com/help-center/liq-price-for-USDTM)', () => {
    // 500 at 0.4 with 5×: margin 40 and 0.096 for the closing fee; rate 1 % and 0.06 % fee.
    // (200 − 40.096) ÷ (0.9994 − 0.01) ÷ 500 = 0.3232…
    const exposure = {
      side: 'long',
      lots: 500,
      entryValueMinor: valueAtTicks(COIN, 4_000, 500),
      marginMinor: usdt(40.096),
    } as const;
    expect(exposure.entryValueMinor).toBe(usdt(200));
    expect(liquidationPriceE8(COIN, exposure, 10_600)).toBe(32_323_428);
  });

  it('liquidation price of both sides, without fees (binance.com/en/support/faq/b3c689c1f50a44cabb3a84e663b81d93)', () => {
    // (wallet balance − side × size × entry) ÷ (size × rate − side × size), 1 BTC at 10,000 with 1,000 of margin.
    const exposure = { lots: 1_000, entryValueMinor: usdt(10_000), marginMinor: usdt(1_000) };
    const long = liquidationPriceE8(BTC, { ...exposure, side: 'long' }, 4_000)!;
    const short = liquidationPriceE8(BTC, { ...exposure, side: 'short' }, 4_000)!;
    expect(long).toBe(Math.floor(((1_000 - 10_000) / (0.004 - 1)) * 1e8));
    expect(short).toBe(Math.ceil(((1_000 + 10_000) / (0.004 + 1)) * 1e8));
  });

  it('a position of 264,000 USDT is in the tier of 1 % (the same page)', () => {
    const tier = (maxNotional: number, maintenancePpm: number) => ({
      maxNotionalMinor: usdt(maxNotional),
      maintenancePpm,
      maxMultiple: 50,
    });
    const tiers = [tier(50_000, 4_000), tier(250_000, 5_000), tier(1_000_000, 10_000)];
    expect(tierOf(tiers, usdt(264_000))?.maintenancePpm).toBe(10_000);
    expect(tierOf(tiers, usdt(250_000))?.maintenancePpm).toBe(5_000);
    expect(tierOf(tiers, usdt(1_000_000.000001))).toBeUndefined();
  });

  it('profit: quantity × (exit − entry), entry the mean of what was opened (bybit-global.com/en/help-center/article/FAQ-PL-Calculation)', () => {
    // Bybit's figures: 0.5 BTC at 5,000 and 0.3 at 6,000 were opened for 4,300; the average price is 5,375.
    const opened = valueAtTicks(BTC, 50_000, 500) + valueAtTicks(BTC, 60_000, 300);
    expect(opened).toBe(usdt(4_300));
    expect(Number(opened) / 800 / 100 / 10).toBe(5_375);
    // 0.2 BTC long at 7,000, price 7,500: 100; 0.4 short at 6,000, price 5,000: 400. The first one's margin at 10×: 140.
    const long = { side: 'long', lots: 200, entryValueMinor: usdt(1_400), marginMinor: usdt(140) } as const;
    expect(unrealised(BTC, long, e8(7_500))).toBe(usdt(100));
    expect(initialMargin(long.entryValueMinor, 10)).toBe(usdt(140));
    expect(realised('short', usdt(2_400), valueAtTicks(BTC, 50_000, 400))).toBe(usdt(400));
  });

  it('the mark’s price from index and funding rate (docs.aevo.xyz/aevo-exchange/perpetuals-specifications/perpetual-futures-mark-pricing)', () => {
    // Index 2,000, rate 0.5 % an hour, half an hour left: 2,005. The mark is the median of three prices.
    const inputs = {
      indexE8: e8(2_000),
      rateE8: 500_000,
      msToFunding: 1_800_000,
      fundingIntervalMs: HOUR_MS,
      basisE8: e8(3),
      lastE8: e8(2_010),
    };
    expect(markOf(inputs)).toEqual({
      fundingPriceE8: e8(2_005),
      basisPriceE8: e8(2_003),
      markE8: e8(2_005),
    });
  });

  it('the funding rate remaining before it is due (support.cryt.com/hc/en-us/articles/18142058437009-Funding-Rate)', () => {
    // 0.01 % at 8:30 with settlement at 16:00: 0.01 % × 450 ÷ 480 = 0.009375 %.
    const { fundingPriceE8 } = markOf({
      indexE8: e8(30_000),
      rateE8: 10_000,
      msToFunding: 450 * MINUTE_MS,
      fundingIntervalMs: 480 * MINUTE_MS,
      basisE8: 0,
      lastE8: 0,
    });
    expect(fundingPriceE8).toBe(e8(30_000 * (1 + 0.00009375)));
  });

  it('the funding rate equals the interest while the premium is within 0.05 % of it, and is capped (support.primebit.com/hc/en-001/articles/360008499060)', () => {
    const rate = (premium: number, cap = 1_875) => fundingRateE8(premium, 1, 100, cap);
    expect(rate(0)).toBe(10_000);
    expect(rate(60_000)).toBe(10_000);
    expect(rate(-40_000)).toBe(10_000);
    // Outside that range premium ± 0.05 %: the formula of gate.io/futures/introduction/funding-rate-history.
    expect(rate(60_001)).toBe(10_001);
    expect(rate(100_000)).toBe(50_000);
    expect(rate(-100_000)).toBe(-50_000);
    expect(rate(10_000_000)).toBe(187_500);
    expect(rate(-10_000_000)).toBe(-187_500);
  });

  it('funding: 0.15 % of a position of one coin at 30,000 is 45 (the cryt.com page)', () => {
    expect(fundingMinor(BTC, e8(30_000), 1_000, 150_000)).toBe(usdt(45));
  });
});

describe('details the rules leave open', () => {
  it('a position whose margin covers every price has no liquidation price', () => {
    const exposure = { side: 'long', lots: 1, entryValueMinor: usdt(60), marginMinor: usdt(60) } as const;
    expect(liquidationPriceE8(BTC, exposure, 4_000)).toBeNull();
    expect(bankruptcyPriceE8(BTC, exposure)).toBeNull();
    expect(bankruptcyTicks(BTC, exposure)).toBe(1);
    // A short always has one: the price can rise without limit.
    expect(liquidationPriceE8(BTC, { ...exposure, side: 'short' }, 4_000)).not.toBeNull();
  });

  it('a premium is at most 100 % and truncates toward zero', () => {
    expect(premiumE8(e8(60), e8(60_000))).toBe(100_000);
    expect(premiumE8(-1, 3)).toBe(-33_333_333);
    expect(premiumE8(e8(900_000), 1)).toBe(100_000_000);
    expect(premiumE8(-e8(900_000), 1)).toBe(-100_000_000);
  });

  it('the mark equals the index before the first trade and sample', () => {
    const inputs = {
      indexE8: e8(60_000),
      rateE8: 0,
      msToFunding: 1,
      fundingIntervalMs: 2,
      basisE8: 0,
      lastE8: 0,
    };
    expect(markOf(inputs).markE8).toBe(e8(60_000));
    expect(markOf({ ...inputs, indexE8: 1, rateE8: -100_000_000 }).fundingPriceE8).toBe(1);
  });

  it('ranks by profit ÷ value × leverage', () => {
    const exposure = { side: 'short', lots: 100, entryValueMinor: usdt(6_000), marginMinor: 0n } as const;
    // 1 % profit at 20×, 3 % at 5×
    expect(profitRankE8(BTC, exposure, e8(59_400), 20)).toBe(20_000_000);
    expect(profitRankE8(BTC, exposure, e8(58_200), 5)).toBe(15_000_000);
    expect(profitRankE8(BTC, exposure, e8(60_600), 20)).toBe(-20_000_000);
  });
});

const exposures: fc.Arbitrary<Exposure> = fc
  .record({
    side: fc.constantFrom('long' as const, 'short' as const),
    lots: fc.integer({ min: 1, max: 100_000 }),
    priceTicks: fc.integer({ min: 1, max: 2_000_000 }),
    rest: fc.bigInt(0n, 99n),
    marginPpm: fc.bigInt(1_000n, 1_000_000n),
  })
  .map(({ side, lots, priceTicks, rest, marginPpm }) => {
    // The rest makes average prices that are not whole ticks.
    const entryValueMinor = valueAtTicks(BTC, priceTicks, lots) + rest;
    return { side, lots, entryValueMinor, marginMinor: (entryValueMinor * marginPpm) / 1_000_000n };
  });

/** Equity less maintenance margin at a mark price, exact, scaled by tick and million; at ≤ 0 it is liquidated. */
function slack(exposure: Exposure, markE8: number, ppm: number): bigint {
  const { side, lots, entryValueMinor, marginMinor } = exposure;
  const tick = BigInt(BTC.tickE8);
  const value = BigInt(markE8) * BigInt(lots) * BTC.quoteMinorPerTickLot;
  const profit = side === 'long' ? value - entryValueMinor * tick : entryValueMinor * tick - value;
  return (marginMinor * tick + profit) * 1_000_000n - value * BigInt(ppm);
}

describe('whatever the position', () => {
  it('at the liquidation price equity is the maintenance margin, to a unit, and one price step before it is higher', () => {
    fc.assert(
      fc.property(exposures, fc.integer({ min: 1, max: 400_000 }), (exposure, ppm) => {
        const price = liquidationPriceE8(BTC, exposure, ppm);
        if (price === null) return;
        const before = exposure.side === 'long' ? price + 1 : price - 1;
        expect(slack(exposure, price, ppm) <= 0n).toBe(true);
        expect(before < 1 || slack(exposure, before, ppm) > 0n).toBe(true);
        // In money, at the price itself: one step of the price moves the value by less than lots × 1e-8.
        const equity = exposure.marginMinor + unrealised(BTC, exposure, price);
        const needed = maintenanceMargin(BTC, price, exposure.lots, ppm);
        const step = valueAtE8(BTC, 1, exposure.lots) + 2n;
        expect(equity - needed <= 1n && needed - equity <= step).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('closing at the bankruptcy price costs at most the margin, one tick further costs more', () => {
    fc.assert(
      fc.property(exposures, exposure => {
        const ticks = bankruptcyTicks(BTC, exposure);
        const left = (at: number) =>
          exposure.marginMinor +
          realised(exposure.side, exposure.entryValueMinor, valueAtTicks(BTC, at, exposure.lots));
        expect(left(ticks) >= 0n).toBe(true);
        const further = exposure.side === 'long' ? ticks - 1 : ticks + 1;
        expect(further < 1 || left(further) < 0n).toBe(true);
        const price = bankruptcyPriceE8(BTC, exposure);
        if (price === null) return;
        // Not in money: rounding would hide an error of one step.
        const beyond = exposure.side === 'long' ? price - 1 : price + 1;
        expect(slack(exposure, price, 0) >= 0n).toBe(true);
        expect(beyond < 1 || slack(exposure, beyond, 0) < 0n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('partial closes add up to the whole, and each is covered down to the bankruptcy price', () => {
    fc.assert(
      fc.property(
        exposures,
        fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 8 }),
        (exposure, cuts) => {
          let left = exposure;
          let entry = 0n;
          let margin = 0n;
          for (const cut of [...cuts, exposure.lots]) {
            const lots = Math.min(cut, left.lots);
            if (lots === 0) break;
            const part = closedPart(left, lots);
            const value = valueAtTicks(BTC, bankruptcyTicks(BTC, left), lots);
            expect(part.marginMinor + realised(left.side, part.entryMinor, value) >= 0n).toBe(true);
            expect(part.marginMinor >= 0n && part.entryMinor >= 0n).toBe(true);
            entry += part.entryMinor;
            margin += part.marginMinor;
            left = {
              side: left.side,
              lots: left.lots - lots,
              entryValueMinor: left.entryValueMinor - part.entryMinor,
              marginMinor: left.marginMinor - part.marginMinor,
            };
          }
          expect(left).toMatchObject({ lots: 0, entryValueMinor: 0n, marginMinor: 0n });
          expect([entry, margin]).toEqual([exposure.entryValueMinor, exposure.marginMinor]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
