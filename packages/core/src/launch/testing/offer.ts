import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { BTC, USDT } from '../../testing/demo-exchange.ts';
import type { LaunchConfig } from '../terms.ts';

export const LUMA = 101;
export const LUMA_USDT = 101;

/**
 * 1,000 LUMA at 0.5 USDT, at most 400 each, at least 10 USDT, paid in USDT or BTC at 60,000; open from an hour after
 * `nowMs` for a day, launched an hour later; a quarter at the launch, a quarter after 10 days, the rest after 20.
 */
export function lumaOffer(nowMs: number, change: Partial<LaunchConfig> = {}): LaunchConfig {
  const startMs = nowMs + HOUR_MS;
  return {
    offerId: 1,
    currency: { id: LUMA, code: 'LUMA', decimals: 6, name: 'Luma' },
    market: {
      id: LUMA_USDT,
      quoteCurrencyId: USDT,
      tickSize: '0.0001',
      lotSize: '0.1',
      minNotional: '5',
      priceBandPpm: 100_000,
      makerFeePpm: 1000,
      takerFeePpm: 2000,
    },
    issuePriceE8: 50_000_000,
    supply: '1000',
    mode: 'proRata',
    minimum: '10',
    cap: '400',
    accepted: [
      { currencyId: USDT, rateE8: 100_000_000 },
      { currencyId: BTC, rateE8: 6_000_000_000_000 },
    ],
    startMs,
    closeMs: startMs + DAY_MS,
    launchMs: startMs + DAY_MS + HOUR_MS,
    releases: [
      { afterMs: 0, ppm: 250_000 },
      { afterMs: 10 * DAY_MS, ppm: 250_000 },
      { afterMs: 20 * DAY_MS, ppm: 500_000 },
    ],
    ...change,
  };
}
