import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario, TEST_PERPETUAL } from './testing/perpetual-scenario.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';

const U = 1_000_000n;

let s: PerpetualScenario;
let start: number;
beforeEach(() => {
  s = new PerpetualScenario({ staleAfterMs: 2 * MINUTE_MS });
  start = s.nowMs;
  for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
});

/** Customer 4 quotes both sides: far enough from each other not to trade, and large enough for samples. */
function quote(bid: string, ask: string): void {
  s.must({ type: 'cancelAllPerpetualOrders', customerId: 4, marketId: 1 });
  s.must(s.limit(4, 'long', 400, bid));
  s.must(s.limit(4, 'short', 400, ask));
}

/** Takes a sample at this full minute, with a fresh index. */
function sampleAt(atMs: number, index: string): void {
  s.nowMs = atMs - 1_000;
  s.index(index);
  s.passTo(atMs);
}

describe('the premium', () => {
  it('is sampled each full minute from the book’s mid price and the index', () => {
    quote('59990', '60130');
    sampleAt(start + MINUTE_MS, '60000');
    // Mid 60,060 is 60 above the index: premium 0.1 %. Rate: 0.1 % + clamp(0.01 % − 0.1 %) = 0.05 %.
    expect(s.eventsOf('premiumSampled')).toEqual([
      {
        type: 'premiumSampled',
        marketId: 1,
        atMs: start + MINUTE_MS,
        bidTicks: 599_900,
        askTicks: 601_300,
        indexE8: 6_000_000_000_000,
        basisE8: 6_000_000_000,
        premiumE8: 100_000,
        samples: 1,
        premiumSumE8: 100_000,
        rateE8: 50_000,
        nextFundingAtMs: start + 8 * HOUR_MS,
      },
    ]);
    expect(s.exchange.perpetual.funding(1)).toEqual({
      nextFundingAtMs: start + 8 * HOUR_MS,
      rateE8: 50_000,
      samples: 1,
    });
  });

  it('moves the mark: median of the index with the running rate, the index with the mean basis, the last trade', () => {
    s.open(1, 2, 10, '60000');
    quote('59990', '60130');
    sampleAt(start + MINUTE_MS, '60000');
    quote('60000', '60180');
    sampleAt(start + 2 * MINUTE_MS, '60000');
    // Mean basis (60 + 90) ÷ 5: three minutes had no sample. Mean premium 0.125 %, so the rate is 0.075 %, of which 478
    // of 480 minutes remain.
    expect(s.exchange.perpetual.mark(1)).toMatchObject({
      rateE8: 75_000,
      basisPriceE8: 6_003_000_000_000,
      fundingPriceE8: 6_004_481_250_000,
      lastPriceTicks: 600_000,
      markE8: 6_003_000_000_000,
      atMs: start + 2 * MINUTE_MS,
    });
    for (let minute = 3; minute <= 5; minute++) sampleAt(start + minute * MINUTE_MS, '60000');
    // Mean basis (60 + 4 × 90) ÷ 5; the funding price is between it and the last trade.
    expect(s.exchange.perpetual.mark(1)).toMatchObject({
      basisPriceE8: 6_008_400_000_000,
      fundingPriceE8: 6_005_343_750_000,
      markE8: 6_005_343_750_000,
    });
    // After five minutes without a book the basis has no samples left; the rate keeps its samples.
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 4, marketId: 1 });
    s.passTo(start + 10 * MINUTE_MS + 1);
    s.index('60000');
    expect(s.exchange.perpetual.mark(1)?.basisPriceE8).toBe(6_000_000_000_000);
  });

  it('is not sampled without both sides of the book, nor with a stale index', () => {
    s.must(s.limit(4, 'long', 400, '59990'));
    sampleAt(start + MINUTE_MS, '60000');
    expect(s.eventsOf('premiumSampled')).toEqual([]);
    s.must(s.limit(4, 'short', 400, '60010'));
    s.passTo(start + 5 * MINUTE_MS);
    expect(s.exchange.perpetual.funding(1)?.samples).toBe(0);
    // Without a fresh index the mark does not move either.
    expect(s.exchange.perpetual.mark(1)?.atMs).toBe(start + MINUTE_MS);
  });
});

describe('funding', () => {
  it('is paid by longs to shorts at 08:00, from and into their margins, with all its inputs', () => {
    const { long, short } = s.open(1, 2, 100, '60000');
    quote('59990', '60130');
    sampleAt(start + 8 * HOUR_MS - MINUTE_MS, '60000');
    const mark = s.exchange.perpetual.mark(1)!;
    expect(mark.markE8).toBe(6_000_006_250_000);
    const liquidation = s.position(long).liquidationE8!;
    s.passTo(start + 8 * HOUR_MS);
    // 0.1 BTC × 60,000.0625 × 0.05 % = 3.000003125, truncated to the decimals of USDT.
    expect(s.eventsOf('fundingSettled')).toEqual([
      {
        type: 'fundingSettled',
        marketId: 1,
        fundingId: 1,
        fundingAtMs: start + 8 * HOUR_MS,
        intervalMs: 8 * HOUR_MS,
        samples: 1,
        premiumE8: 100_000,
        interestPpm: 100,
        capPpm: 7_500,
        rateE8: 50_000,
        mark,
        openInterestLots: 100,
        collectedMinor: 3_000_003n,
        roundingMinor: 0n,
        nextFundingAtMs: start + 16 * HOUR_MS,
        positionIds: [long, short],
        customerIds: [1, 2],
        sides: ['long', 'short'],
        lots: [100, 100],
        amountsMinor: [-3_000_003n, 3_000_003n],
        marginsMinor: [596_999_997n, 603_000_003n],
        liquidationsE8: [s.position(long).liquidationE8, s.position(short).liquidationE8],
        bankruptciesE8: [s.position(long).bankruptcyE8, s.position(short).bankruptcyE8],
      },
    ]);
    expect(s.position(long)).toMatchObject({ marginMinor: 596_999_997n, fundingMinor: -3_000_003n });
    expect(s.position(long).liquidationE8!).toBeGreaterThan(liquidation);
    expect(s.contractFunds(1).frozen).toBe(596_999_997n);
    expect(s.house('perpetualClearing')).toBe(0n);
  });

  it('is paid by shorts to longs when the book is below the index', () => {
    const { long, short } = s.open(1, 2, 100, '60000');
    quote('59870', '60010');
    sampleAt(start + 8 * HOUR_MS - MINUTE_MS, '60000');
    s.passTo(start + 8 * HOUR_MS);
    expect(s.eventsOf('fundingSettled')[0]).toMatchObject({ rateE8: -50_000 });
    expect(s.position(long).fundingMinor).toBeGreaterThan(0n);
    expect(s.position(short).fundingMinor).toBe(-s.position(long).fundingMinor);
  });

  it('sums to zero: the rounding account gets what truncating the receivers’ shares leaves', () => {
    s.open(1, 2, 1, '60000');
    s.open(1, 3, 1, '60000');
    s.open(1, 3, 1, '60000');
    quote('59990', '60130');
    sampleAt(start + 8 * HOUR_MS - MINUTE_MS, '60000.7');
    s.passTo(start + 8 * HOUR_MS);
    const funding = s.eventsOf('fundingSettled')[0]!;
    const sum = funding.amountsMinor.reduce((total, amount) => total + amount, 0n);
    expect(sum + funding.roundingMinor).toBe(0n);
    expect(s.house('rounding')).toBe(funding.roundingMinor);
    expect(s.house('perpetualClearing')).toBe(0n);
  });

  it('takes at most the margin, and receivers share what was paid', () => {
    s = new PerpetualScenario({
      staleAfterMs: 2 * MINUTE_MS,
      fundingCapPpm: 30_000,
      interestPpm: 30_000,
      priceBandPpm: 60_000,
    });
    for (const customerId of [1, 2, 4]) s.trader(customerId);
    const { long, short } = s.open(1, 2, 100, '60000', { long: 50, short: 1 });
    quote('61700', '61980');
    // Mid 61,840, 3.07 % above: the capped rate of 3 % exceeds the margin of 2 %.
    sampleAt(start + 8 * HOUR_MS - MINUTE_MS, '60000');
    s.passTo(start + 8 * HOUR_MS);
    const funding = s.eventsOf('fundingSettled')[0]!;
    expect(funding).toMatchObject({ rateE8: 3_000_000, collectedMinor: 120n * U });
    expect(funding.amountsMinor).toEqual([-120n * U, 120n * U]);
    // Only its profit is left, which is used up at 60,000 ÷ 0.996.
    expect(s.position(long)).toMatchObject({ marginMinor: 0n, liquidationE8: 6_024_096_385_542 });
    expect(s.position(short).marginMinor).toBe(6_120n * U);
    s.index('60000');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 4, marketId: 1 });
    s.passTo(s.nowMs + 6 * MINUTE_MS);
    s.index('58000');
    expect(s.reported(long)).toMatchObject({ status: 'closed', closeReason: 'liquidation' });
    expect(s.contractFunds(1).frozen).toBe(0n);
  });

  it('comes at 00:00, 08:00 and 16:00 UTC, whenever the contract was listed', () => {
    quote('59990', '60130');
    const at: number[] = [];
    for (let minute = 1; minute <= 25 * 60; minute++) {
      sampleAt(start + minute * MINUTE_MS, '60000');
      for (const event of s.eventsOf('fundingSettled')) at.push(event.fundingAtMs - start);
    }
    expect(at).toEqual([8 * HOUR_MS, 16 * HOUR_MS, 24 * HOUR_MS]);
  });

  it('after a downtime settles the sampled interval and skips those without samples', () => {
    const { long } = s.open(1, 2, 100, '60000');
    quote('59990', '60130');
    sampleAt(start + MINUTE_MS, '60000');
    // The server is down from 00:01 until noon of the next day.
    s.nowMs = start + 36 * HOUR_MS;
    s.must({ type: 'passTime' });
    expect(s.eventsOf('fundingSettled')).toMatchObject([{ fundingAtMs: start + 8 * HOUR_MS, samples: 1 }]);
    expect(s.exchange.perpetual.funding(1)?.nextFundingAtMs).toBe(start + 40 * HOUR_MS);
    expect(s.exchange.dueAtMs()).toBe(start + 36 * HOUR_MS + MINUTE_MS);
    const paid = s.position(long).fundingMinor;
    expect(paid).toBeLessThan(0n);
    s.passTo(start + 40 * HOUR_MS);
    expect(s.exchange.perpetual.funding(1)).toMatchObject({ samples: 0, rateE8: 0 });
    expect(s.eventsOf('fundingSkipped')).toEqual([
      {
        type: 'fundingSkipped',
        marketId: 1,
        fundingAtMs: start + 40 * HOUR_MS,
        nextFundingAtMs: start + 48 * HOUR_MS,
      },
    ]);
    expect(s.position(long).fundingMinor).toBe(paid);
  });

  it('settles one contract per command', () => {
    s.must({
      type: 'configurePerpetual',
      perpetual: { ...TEST_PERPETUAL, marketId: 2, tickSize: '0.01', lotSize: '0.01' },
    });
    s.nowMs = start + 8 * HOUR_MS;
    const fundings = () => {
      s.must({ type: 'passTime' });
      return s.eventsOf('fundingSkipped').map(event => event.marketId);
    };
    expect([fundings(), fundings()]).toEqual([[1], [2]]);
    expect(s.exchange.dueAtMs()).toBe(s.nowMs + MINUTE_MS);
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
  });

  it('goes on while trading is halted', () => {
    const { long } = s.open(1, 2, 100, '60000');
    quote('59990', '60130');
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    sampleAt(start + 8 * HOUR_MS - MINUTE_MS, '60000');
    s.passTo(start + 8 * HOUR_MS);
    expect(s.position(long).fundingMinor).toBe(-3_000_003n);
  });
});
