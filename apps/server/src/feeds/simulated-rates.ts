import { FIAT_CODES, type FiatCode } from '@tallystick/protocol/fiat';
import { hashText, smoothNoise } from './noise.ts';
import { DEMO_RATES, type RateQuote, type RateSource } from './rates.ts';

/** Units per USDT around which the rates of a demo move. They are made up, and the app says so. */
export const DEMO_UNITS_PER_USDT: Readonly<Record<FiatCode, number>> = {
  USD: 1,
  CNY: 7.12,
  HKD: 7.78,
  JPY: 154.6,
  KRW: 1_458,
  EUR: 0.865,
  THB: 32.4,
  VND: 26_300,
};

/** How far they move, in millionths to either side, and how long a move takes. */
const SWING_PPM = 3_000;
const MOVE_MS = 600_000;
const EVERY_MS = 5_000;

/** 1e-8 units per USDT. A function of currency, seed and time alone: the same on every machine. */
export function demoRateE8(currency: FiatCode, seed: number, atMs: number): number {
  const swing = smoothNoise(seed, hashText(currency), 0, atMs / MOVE_MS) * SWING_PPM;
  return Math.round(DEMO_UNITS_PER_USDT[currency] * (1e6 + swing) * 100);
}

/** Rates of a demo, whose prices are simulated or recorded. */
export class SimulatedRates implements RateSource {
  readonly #seed: number;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;

  constructor({ seed, now }: { readonly seed: number; readonly now: () => number }) {
    this.#seed = seed;
    this.#now = now;
  }

  start(onQuotes: (quotes: readonly RateQuote[]) => void): void {
    const look = (): void => {
      const atMs = this.#now();
      onQuotes(
        FIAT_CODES.map(currency => ({
          currency,
          source: DEMO_RATES,
          perUsdtE8: demoRateE8(currency, this.#seed, atMs),
          atMs,
        })),
      );
    };
    look();
    this.#timer = setInterval(look, EVERY_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}
