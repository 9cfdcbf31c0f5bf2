import { expect, test } from 'vitest';
import type { MarketConfig, PerpetualConfig } from '../world.ts';
import { isAboveCeiling, splitMarket, splitPerpetual } from './worse.ts';

const MARKET: MarketConfig = {
  id: 1,
  baseCurrencyId: 1,
  quoteCurrencyId: 3,
  tickSize: '0.1',
  lotSize: '0.001',
  minNotional: '5',
  priceBandPpm: 100_000,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
};

const CONTRACT: PerpetualConfig = {
  marketId: 1,
  tickSize: '0.1',
  lotSize: '0.01',
  multiples: [1, 10],
  tiers: [
    { maxNotional: '1000', maintenancePpm: 4_000, maxMultiple: 10 },
    { maxNotional: '5000', maintenancePpm: 9_000, maxMultiple: 5 },
  ],
  makerFeePpm: 200,
  takerFeePpm: 500,
  priceBandPpm: 50_000,
  maxOrderLots: 100,
  maxOpenInterestLots: 1_000,
  maxCustomerNotional: '5000',
  fundingIntervalMs: 28_800_000,
  interestPpm: 100,
  fundingCapPpm: 7_500,
  staleAfterMs: 60_000,
  liquidationFeePpm: 2_000,
};

test('of a market, a higher fee and a larger smallest order wait, all else acts at once', () => {
  const to = { ...MARKET, makerFeePpm: 500, takerFeePpm: 3_000, minNotional: '10', priceBandPpm: 1 };
  const { now, later } = splitMarket(MARKET, to);
  expect(now).toEqual({ ...MARKET, makerFeePpm: 500, priceBandPpm: 1 });
  expect(later).toEqual(to);
  expect(splitMarket(MARKET, { ...MARKET, minNotional: '4.9' }).later).toBeNull();
});

test('of a contract, tiers wait as a whole if any exposure needs more maintenance', () => {
  const dearer = { ...CONTRACT, tiers: [{ maxNotional: '5000', maintenancePpm: 8_000, maxMultiple: 10 }] };
  expect(splitPerpetual(CONTRACT, dearer)).toEqual({ now: CONTRACT, later: dearer });
  const cheaper = { ...CONTRACT, tiers: [{ maxNotional: '5000', maintenancePpm: 4_000, maxMultiple: 10 }] };
  expect(splitPerpetual(CONTRACT, cheaper)).toEqual({ now: cheaper, later: null });
});

test('any change of funding waits, limits on new risk do not', () => {
  const to = { ...CONTRACT, fundingCapPpm: 3_000, maxOrderLots: 10 };
  expect(splitPerpetual(CONTRACT, to)).toEqual({ now: { ...CONTRACT, maxOrderLots: 10 }, later: to });
});

test('0.5 % is the most for a fee, 3 % for a funding', () => {
  expect(isAboveCeiling({ ...MARKET, takerFeePpm: 5_000 })).toBe(false);
  expect(isAboveCeiling({ ...MARKET, takerFeePpm: 5_001 })).toBe(true);
  expect(isAboveCeiling({ ...CONTRACT, liquidationFeePpm: 5_001 })).toBe(true);
  expect(isAboveCeiling({ ...CONTRACT, fundingCapPpm: 30_001 })).toBe(true);
  expect(isAboveCeiling(CONTRACT)).toBe(false);
});
