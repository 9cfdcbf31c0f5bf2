import { describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { MarketRates } from './market-rates.ts';
import { wireRate } from './wire.ts';

const NOW_MS = 1_000_000;
const STALE_MS = 5_000;
const E8 = 100_000_000;
/** The offer's fixed rate for one bitcoin. */
const rate = { currencyId: 1, rateE8: 60_000 * E8 };

function beside(market: number, atMs = NOW_MS) {
  const tick = { priceE8: Math.round(market * E8), atMs };
  const rates = new MarketRates({ indexBetween: () => tick } as never, STALE_MS);
  return { ...wireRate(rates.of(rate, USDT, NOW_MS)), guard: rates.guard };
}

describe('an offer’s rate beside the market’s', () => {
  it.each([
    [60_000, '0.00', 'fair'],
    [63_157.89, '-4.99', 'fair'],
    [63_157.9, '-5.00', 'warn'],
    [57_142.86, '4.99', 'fair'],
    [57_142.85, '5.00', 'warn'],
    [66_666.66, '-9.99', 'warn'],
    [66_666.67, '-10.00', 'refused'],
    [54_545.46, '9.99', 'warn'],
    [54_545.45, '10.00', 'refused'],
    [105_000, '-42.85', 'refused'],
  ])('of %d, off by %s percent, is %s', (market, percent, standing) => {
    expect(beside(market)).toMatchObject({
      market_rate: String(market),
      deviation_percent: percent,
      standing,
    });
  });

  it('is held by the exchange against the same band', () => {
    expect(beside(60_000).guard).toEqual({ bandPpm: 100_000, staleMs: STALE_MS });
  });

  it('is refused when the market’s rate is unknown or old', () => {
    const unknown = { market_rate: null, deviation_percent: null, standing: 'refused' };
    expect(beside(60_000, NOW_MS - STALE_MS)).toMatchObject({ standing: 'fair' });
    expect(beside(60_000, NOW_MS - STALE_MS - 1)).toMatchObject(unknown);
    expect(wireRate(new MarketRates({ indexBetween: () => null }, STALE_MS).of(rate, USDT, NOW_MS))).toEqual(
      unknown,
    );
  });
});
