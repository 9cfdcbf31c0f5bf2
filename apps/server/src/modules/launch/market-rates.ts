import type { ReadonlyExchange, LaunchTerms } from '@tallystick/core';
import { deviationPpm, isBeyond } from '@tallystick/core/launch/rate-guard';
import type { RateGuard } from '@tallystick/core/launch/terms';
import { formatFixed, formatMinor } from '@tallystick/core/money/decimal';
import type { WireLaunchOffer } from '@tallystick/protocol';

/** From here on the customer is told before committing. */
const WARN_PPM = 50_000;
/** Beyond it the exchange refuses. */
export const RATE_BAND_PPM = 100_000;
const E8 = 8;

type Accepted = LaunchTerms['accepted'][number];
export type MarketRate = Pick<
  WireLaunchOffer['accepted'][number],
  'market_rate' | 'deviation_percent' | 'standing'
>;

/** What an offer's fixed rates are beside the market's: the same comparison that the exchange makes. */
export class MarketRates {
  readonly #exchange: Pick<ReadonlyExchange, 'indexBetween'>;
  readonly #staleMs: number;

  /** `staleMs`: an older index tick does not count. */
  constructor(exchange: Pick<ReadonlyExchange, 'indexBetween'>, staleMs: number) {
    this.#exchange = exchange;
    this.#staleMs = staleMs;
  }

  /** What the exchange is told to hold a commitment's rate against. */
  get guard(): RateGuard {
    return { bandPpm: RATE_BAND_PPM, staleMs: this.#staleMs };
  }

  of({ currencyId, rateE8 }: Accepted, quoteCurrencyId: number, nowMs: number): MarketRate {
    if (currencyId === quoteCurrencyId) {
      return { market_rate: null, deviation_percent: null, standing: 'fair' };
    }
    const tick = this.#exchange.indexBetween(currencyId, quoteCurrencyId);
    if (tick === null || tick.atMs < nowMs - this.#staleMs) {
      return { market_rate: null, deviation_percent: null, standing: 'refused' };
    }
    const ppm = deviationPpm(rateE8, tick.priceE8);
    const isOff = (bandPpm: number): boolean => isBeyond(rateE8, tick.priceE8, bandPpm);
    return {
      market_rate: formatMinor(BigInt(tick.priceE8), E8),
      deviation_percent: formatFixed(BigInt(Math.trunc(ppm / 100)), 2, 2),
      standing: isOff(RATE_BAND_PPM) ? 'refused' : isOff(WARN_PPM) ? 'warn' : 'fair',
    };
  }
}
