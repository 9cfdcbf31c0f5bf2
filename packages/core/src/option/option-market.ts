import type { OpenOption } from './open-option.ts';
import type { OptionTerms, OptionTick } from './terms.ts';
import type { OptionDirection } from './settlement.ts';

/** What the house may come to owe, beyond stakes, to open options, per direction. */
export interface Exposure {
  rise: bigint;
  fall: bigint;
}

/** The second options of one market: terms, those that wait for their entry, and the ticks settlements need. */
export class OptionMarket {
  terms: OptionTerms;
  /** In the order of purchase. */
  readonly pending = new Set<OpenOption>();
  /** By currency id. */
  readonly exposures = new Map<number, Exposure>();
  #ticks: OptionTick[] = [];

  constructor(terms: OptionTerms) {
    this.terms = terms;
  }

  /** The newest ticks, oldest first: from the last that an option not settled yet may need. */
  get ticks(): readonly OptionTick[] {
    return this.#ticks;
  }

  /**
   * A new tick. Those before it are forgotten unless a delivery before it still waits to be settled, so that its
   * exit is the same however late time passes.
   */
  ticked(tick: OptionTick, earliestDueAtMs: number): void {
    if (earliestDueAtMs > tick.atMs) this.#ticks.length = 0;
    this.#ticks.push(tick);
  }

  /** From a snapshot. */
  restoreTicks(ticks: OptionTick[]): void {
    this.#ticks = ticks;
  }

  exposure(currencyId: number, direction: OptionDirection): bigint {
    return this.exposures.get(currencyId)?.[direction] ?? 0n;
  }

  addExposure(currencyId: number, direction: OptionDirection, amountMinor: bigint): void {
    let exposure = this.exposures.get(currencyId);
    if (exposure === undefined) this.exposures.set(currencyId, (exposure = { rise: 0n, fall: 0n }));
    exposure[direction] += amountMinor;
  }
}
