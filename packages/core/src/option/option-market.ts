import type { OpenOption } from './open-option.ts';
import type { OptionTerms, OptionTick } from './terms.ts';
import type { OptionDirection } from './settlement.ts';

/** Per direction: the most the house may come to owe to open options, beyond their stakes. */
export interface Exposure {
  rise: bigint;
  fall: bigint;
}

/** The second options of one market: terms, options without an entry yet, and the ticks that settlements need. */
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

  /** The newest ticks, oldest first, starting with the last one an unsettled option may need. */
  get ticks(): readonly OptionTick[] {
    return this.#ticks;
  }

  /**
   * Adds a tick. Earlier ones are dropped unless a delivery before the new one is not settled yet, so that an exit tick
   * is the same however late time passes.
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
