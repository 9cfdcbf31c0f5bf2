import type { Command } from '@tallystick/core';
import type { CommandBus } from '../engine/command-bus.ts';
import { type QuoteSettings, changesBetween, wantedOrders } from './quote-settings.ts';
import type { Venue } from './venue.ts';

export interface HouseLog {
  warn(details: object, message: string): void;
}

export interface MarketMakerOptions {
  readonly bus: CommandBus;
  readonly venue: Venue;
  /** Null: the house does not quote this market. Read at every requote, so settings may change. */
  readonly settingsOf: (marketId: number) => QuoteSettings | null;
  readonly log: HouseLog;
}

interface Quoted {
  /** The newest index, null while it is stale. */
  indexE8: number | null;
  /** The index that the resting orders were placed for. */
  quotedE8: number | null;
  working: Promise<void> | null;
}

/**
 * House liquidity: quotes books around the index through ordinary limit orders of an ordinary account, with the same
 * fees and checks as everyone. It sees nothing that others do not, and has no influence on any index.
 */
export class MarketMaker {
  readonly #options: MarketMakerOptions;
  readonly #markets = new Map<number, Quoted>();
  #stopped = false;

  constructor(options: MarketMakerOptions) {
    this.#options = options;
  }

  /** Call after each index tick: requotes if it moved enough, or if quotes are missing. */
  indexTicked(marketId: number, priceE8: number): void {
    if (this.#stopped) return;
    this.#quoted(marketId).indexE8 = priceE8;
    this.#wake(marketId);
  }

  /** Without an index all quotes are cancelled. */
  indexStale(marketId: number): void {
    this.#quoted(marketId).indexE8 = null;
    this.#wake(marketId);
  }

  /** Resolves when nothing is in progress. For tests and the end. */
  async settled(): Promise<void> {
    for (const quoted of this.#markets.values()) while (quoted.working) await quoted.working;
  }

  /** Cancels all quotes and stops quoting. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const marketId of this.#markets.keys()) this.indexStale(marketId);
    await this.settled();
  }

  #quoted(marketId: number): Quoted {
    let quoted = this.#markets.get(marketId);
    if (!quoted) {
      quoted = { indexE8: null, quotedE8: null, working: null };
      this.#markets.set(marketId, quoted);
    }
    return quoted;
  }

  /** One change at a time per market; index ticks in the meantime are handled afterwards. */
  #wake(marketId: number): void {
    const quoted = this.#quoted(marketId);
    if (quoted.working) return;
    const { indexE8 } = quoted;
    quoted.working = this.#requote(marketId, quoted)
      .catch((error: unknown) => {
        quoted.quotedE8 = null;
        this.#options.log.warn({ err: error, marketId }, 'the house could not quote');
      })
      .finally(() => {
        quoted.working = null;
        if (quoted.indexE8 !== indexE8) this.#wake(marketId);
      });
  }

  async #requote(marketId: number, quoted: Quoted): Promise<void> {
    const { venue, settingsOf } = this.#options;
    const settings = settingsOf(marketId);
    const { indexE8 } = quoted;
    if (indexE8 === null || !settings || !venue.isOpen(marketId)) {
      quoted.quotedE8 = null;
      if (venue.resting(marketId).length > 0) await this.#submit([venue.cancelAll(marketId)]);
      return;
    }
    await this.#submit(venue.tidy(marketId));
    const moved = quoted.quotedE8 === null || isBeyond(indexE8, quoted.quotedE8, settings.requotePpm);
    const aroundE8 = moved ? indexE8 : (quoted.quotedE8 ?? indexE8);
    const ladder = venue.ladder(marketId, settings, aroundE8);
    if (ladder === null) return;
    const { cancel, place } = changesBetween(venue.resting(marketId), wantedOrders(ladder));
    quoted.quotedE8 = aroundE8;
    // At once: the book is never without quotes, and the journal keeps one short entry.
    if (cancel.length + place.length > 0) await this.#submit([venue.replace(marketId, cancel, place)]);
  }

  /** Refusals are not errors: balances and books change between the decision and the command. */
  async #submit(commands: readonly Command[]): Promise<void> {
    await Promise.all(commands.map(command => this.#options.bus.submit(command)));
  }
}

function isBeyond(priceE8: number, fromE8: number, ppm: number): boolean {
  return Math.abs(priceE8 - fromE8) * 1e6 > fromE8 * ppm;
}
