import { DAY_MS } from '@tallystick/core/durations';
import { FractalWalk } from './fractal-walk.ts';
import { hashText, smoothNoise, uniform } from './noise.ts';
import { type PricePath, type Stretch, sampleStretch } from './price-path.ts';

/** Parameters of a coin's price. */
interface Character {
  /** In USDT; the price moves around it. */
  readonly price: number;
  /** Standard deviations of a day's move: the part common to all coins, and the coin's own. */
  readonly sharedPerDay: number;
  readonly ownPerDay: number;
}

/**
 * USDT traded per day of each coin. It equals what the demo's traders trade by default, so that history is as busy as
 * what follows it. A test compares the two.
 */
export const DEMO_DOLLARS_PER_DAY = 12_000_000;

const CHARACTERS: Readonly<Record<string, Character>> = {
  BTC: { price: 106_000, sharedPerDay: 0.021, ownPerDay: 0.007 },
  ETH: { price: 2_540, sharedPerDay: 0.026, ownPerDay: 0.016 },
  BNB: { price: 652, sharedPerDay: 0.017, ownPerDay: 0.012 },
  SOL: { price: 151, sharedPerDay: 0.029, ownPerDay: 0.022 },
  XRP: { price: 2.21, sharedPerDay: 0.024, ownPerDay: 0.022 },
  DOGE: { price: 0.176, sharedPerDay: 0.031, ownPerDay: 0.026 },
  ADA: { price: 0.61, sharedPerDay: 0.028, ownPerDay: 0.022 },
};
const UNKNOWN: Character = { price: 1, sharedPerDay: 0.03, ownPerDay: 0.03 };

const SHARED_STREAM = 1;
const VOLUME_STREAM = 2;
const CYCLE_STREAM = 3;

/** Cycles of years, in addition to the daily moves. */
const CYCLE_DAYS = 420;
const CYCLE_SIZE = 0.3;

/** A coin against USDT: the moves common to all coins, its own walk, and cycles of years. Determined by the seed. */
export class SimulatedPath implements PricePath {
  readonly #seed: number;
  readonly #stream: number;
  readonly #character: Character;
  readonly #shared: FractalWalk;
  readonly #own: FractalWalk;

  constructor(seed: number, coin: string) {
    this.#seed = seed;
    this.#stream = hashText(coin);
    this.#character = CHARACTERS[coin] ?? UNKNOWN;
    this.#shared = new FractalWalk(seed, SHARED_STREAM);
    this.#own = new FractalWalk(seed, this.#stream);
  }

  priceAt(ms: number): number {
    const { price, sharedPerDay, ownPerDay } = this.#character;
    const cycle = CYCLE_SIZE * smoothNoise(this.#seed, CYCLE_STREAM, 0, ms / DAY_MS / CYCLE_DAYS);
    const walk = sharedPerDay * this.#shared.valueAt(ms) + ownPerDay * this.#own.valueAt(ms);
    return price * 1e8 * Math.exp(cycle + walk);
  }

  stretch(startMs: number, lengthMs: number): Stretch {
    const { open, high, low, close } = sampleStretch(ms => this.priceAt(ms), startMs, lengthMs);
    return { open, high, low, close, volume: this.#volume(startMs, lengthMs, high / low - 1) };
  }

  turnsWithin(): readonly number[] {
    return [];
  }

  /** Volume is higher when prices move more than usual. */
  #volume(startMs: number, lengthMs: number, range: number): number {
    const { price, sharedPerDay, ownPerDay } = this.#character;
    const days = lengthMs / DAY_MS;
    const usual = 1.6 * Math.hypot(sharedPerDay, ownPerDay) * Math.sqrt(days);
    const chance = 0.5 + uniform(this.#seed, this.#stream + VOLUME_STREAM, 0, startMs / 1000);
    return (DEMO_DOLLARS_PER_DAY / price) * days * chance * (0.3 + (0.7 * range) / usual);
  }
}
