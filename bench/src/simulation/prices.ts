import type { Command } from '@tallystick/core';
import { MINUTE_MS } from '@tallystick/core/durations';
import type { Random } from '@tallystick/core/testing/random';
import { FIRST_PRICES, indexTick, INDEX_MARKETS } from './traffic/setting.ts';

/** The prices of the world outside, which wander, leap, and are sometimes not heard of. */
export class Prices {
  readonly #random: Random;
  readonly #prices = new Map(INDEX_MARKETS.map(id => [id as number, FIRST_PRICES[id]!]));
  #silentUntilMs = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** All leap, by some hundredths. */
  leap(): void {
    const random = this.#random;
    const share = (random.between(8, 60) / 1_000) * (random.below(2) === 0 ? 1 : -1);
    for (const [id, price] of this.#prices) this.#prices.set(id, price * (1 + share));
  }

  /** Nobody hears of any for some minutes: what needs a fresh one stands still. */
  silence(nowMs: number): void {
    this.#silentUntilMs = nowMs + this.#random.between(1, 4) * MINUTE_MS;
  }

  /** What the feed says now. */
  ticks(nowMs: number): Command[] {
    const random = this.#random;
    const ticks: Command[] = [];
    for (const [id, price] of this.#prices) {
      // Pulled back a little, so that days of walking end near where they began.
      const pull = (FIRST_PRICES[id]! / price - 1) * 0.002;
      const next = price * (1 + pull + random.between(-700, 700) / 1_000_000);
      this.#prices.set(id, next);
      // Whole ones now and then, so that an option can end where it began.
      if (nowMs >= this.#silentUntilMs)
        ticks.push(indexTick(id, random.below(3) === 0 ? Math.round(next) : next));
    }
    return ticks;
  }
}
