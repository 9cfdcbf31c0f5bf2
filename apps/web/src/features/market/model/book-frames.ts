import type { WireDepth } from '@tallystick/protocol/wire';
import { levelsOf } from '#lib/book-levels.ts';
import type { MarketUnits } from '#lib/market-units.ts';
import { barPerMille, spreadOf, viewBook, type BookRow, type Spread } from './book-view.ts';

export interface OwnTicks {
  readonly bids: ReadonlySet<bigint>;
  readonly asks: ReadonlySet<bigint>;
}

export interface FrameRow extends BookRow {
  /** Width of the bar in thousandths. */
  readonly bar: number;
  /** Text of this price in the previous frame; undefined if it was not shown. */
  readonly before: BookRow | undefined;
}

/** One state of the book as rows to draw. */
export interface BookFrame {
  readonly bids: readonly FrameRow[];
  readonly asks: readonly FrameRow[];
  readonly spread: Spread | null;
}

export interface FrameOptions {
  readonly stepTicks: bigint;
  readonly bidRows: number;
  readonly askRows: number;
  readonly own: OwnTicks;
}

/**
 * Turns states of a book into frames and remembers the previous frame, so that changed digits can be shown. Lives
 * outside React. The same state always gives the same frame.
 */
export class BookFrames {
  readonly #units: MarketUnits;
  readonly #options: FrameOptions;
  #depth: WireDepth | undefined;
  #frame: BookFrame | undefined;

  constructor(units: MarketUnits, options: FrameOptions) {
    this.#units = units;
    this.#options = options;
  }

  readonly of = (depth: WireDepth): BookFrame => {
    if (this.#frame && this.#depth === depth) return this.#frame;
    this.#frame = this.#draw(depth, this.#frame);
    this.#depth = depth;
    return this.#frame;
  };

  #draw(depth: WireDepth, before: BookFrame | undefined): BookFrame {
    const { stepTicks, bidRows, askRows, own } = this.#options;
    const levels = levelsOf(depth, this.#units);
    const bids = viewBook('bids', levels.bids, this.#units, { stepTicks, rows: bidRows, ownTicks: own.bids });
    const asks = viewBook('asks', levels.asks, this.#units, { stepTicks, rows: askRows, ownTicks: own.asks });
    const deepBid = bids.at(-1)?.totalLots ?? 0n;
    const deepAsk = asks.at(-1)?.totalLots ?? 0n;
    const deepest = deepBid > deepAsk ? deepBid : deepAsk;
    const finish = (rows: readonly BookRow[], old: readonly FrameRow[] | undefined): FrameRow[] => {
      const byPrice = new Map(old?.map(row => [row.ticks, row]));
      return rows.map(row => ({
        ...row,
        bar: barPerMille(row.totalLots, deepest),
        before: byPrice.get(row.ticks),
      }));
    };
    return {
      bids: finish(bids, before?.bids),
      asks: finish(asks, before?.asks),
      spread: spreadOf(levels.bids, levels.asks, this.#units),
    };
  }
}
