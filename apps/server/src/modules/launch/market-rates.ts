import type { LaunchTerms, ReadonlyExchange } from '@tallystick/core';
import { deviationPpm, isBeyond } from '@tallystick/core/launch/rate-guard';
import type { RateGuard } from '@tallystick/core/launch/command';

/** From here on the customer is told before committing. */
const WARN_PPM = 50_000;
/** Beyond it the exchange refuses. */
export const RATE_BAND_PPM = 100_000;

type Accepted = LaunchTerms['accepted'][number];
/** The market's rate in 1e-8 and how far the offer's is from it; null where that is no question, or unknown. */
export interface MarketRate {
  readonly marketE8: number | null;
  readonly deviationPpm: number | null;
  readonly standing: 'fair' | 'warn' | 'refused';
}

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
      return { marketE8: null, deviationPpm: null, standing: 'fair' };
    }
    const tick = this.#exchange.indexBetween(currencyId, quoteCurrencyId);
    if (tick === null || tick.atMs < nowMs - this.#staleMs) {
      return { marketE8: null, deviationPpm: null, standing: 'refused' };
    }
    const isOff = (bandPpm: number): boolean => isBeyond(rateE8, tick.priceE8, bandPpm);
    return {
      marketE8: tick.priceE8,
      deviationPpm: deviationPpm(rateE8, tick.priceE8),
      standing: isOff(RATE_BAND_PPM) ? 'refused' : isOff(WARN_PPM) ? 'warn' : 'fair',
    };
  }
}
