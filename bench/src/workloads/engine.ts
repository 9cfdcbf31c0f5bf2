import { TRADE_INTS } from './command-file.ts';

/** Trades in the order they happened, in preallocated memory, so that recording them costs almost nothing. */
export class TradeLog {
  readonly words: Int32Array;
  length = 0;

  constructor(capacity: number) {
    this.words = new Int32Array(capacity * TRADE_INTS);
  }

  get count(): number {
    return this.length / TRADE_INTS;
  }

  push(takerOrderId: number, makerOrderId: number, priceTicks: number, lots: number): void {
    const at = this.length;
    if (at >= this.words.length) throw new RangeError('more trades than the command file promises');
    this.words[at] = takerOrderId;
    this.words[at + 1] = makerOrderId;
    this.words[at + 2] = priceTicks;
    this.words[at + 3] = lots;
    this.length = at + TRADE_INTS;
  }
}

/** A resting order of the final book. */
export interface FinalOrder {
  readonly orderId: number;
  readonly priceTicks: number;
  readonly lots: number;
}

/** A book that replays command files. Self-trading is allowed. */
export interface Engine {
  readonly trades: TradeLog;
  /** Applies commands `from` to `to` − 1 of `records`. */
  replay(records: Int32Array, from: number, to: number): void;
  /** The resting orders: bids, then asks, each in priority order. */
  finalOrders(): FinalOrder[];
}
