import type { LaunchTerms, ReadonlyExchange } from '@tallystick/core';
import { deviationPpm, isBeyond } from '@tallystick/core/launch/rate-guard';
import type { RateGuard } from '@tallystick/core/launch/command';

/** From this difference on, the customer is warned before committing. */
const WARN_PPM = 50_000;
/** Beyond this difference the exchange refuses. */
export const RATE_BAND_PPM = 100_000;

type Accepted = LaunchTerms['accepted'][number];
/** The market's rate in 1e-8 and the offer's distance from it; null when not applicable or unknown. */
export interface MarketRate {
  readonly marketE8: number | null;
  readonly deviationPpm: number | null;
  readonly standing: 'fair' | 'warn' | 'refused';
}

/** Compares an offer's fixed rates with the market's, in the same way as the exchange. */
export class MarketRates {
  readonly #exchange: Pick<ReadonlyExchange, 'indexBetween'>;
  readonly #staleMs: number;

  /** `staleMs`: older index ticks do not count. */
  constructor(exchange: Pick<ReadonlyExchange, 'indexBetween'>, staleMs: number) {
    this.#exchange = exchange;
    this.#staleMs = staleMs;
  }

  /** The market rate sent with a commitment; the exchange compares the offer's rate with it. */
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
