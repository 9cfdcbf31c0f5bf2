import { TRADE_INTS } from './command-file.ts';

/** Trades in the order they happened, in memory set aside beforehand, so that recording them costs next to nothing. */
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
  /** What rests: bids then asks, each in priority order. */
  finalOrders(): FinalOrder[];
}

export type EngineName = 'tallystick' | 'nodejs-order-book' | 'naive';

/** Throws an Error naming the first trade or resting order on which two engines differ. */
export function assertSame(nameA: string, a: Engine, nameB: string, b: Engine): void {
  const trades = Math.min(a.trades.length, b.trades.length);
  for (let at = 0; at < trades; at++) {
    if (a.trades.words[at] !== b.trades.words[at]) {
      const from = at - (at % TRADE_INTS);
      const show = (engine: Engine) => engine.trades.words.slice(from, from + TRADE_INTS).join(' ');
      throw new Error(`trade ${from / TRADE_INTS}: ${nameA} ${show(a)}, ${nameB} ${show(b)}`);
    }
  }
  if (a.trades.length !== b.trades.length) {
    throw new Error(`${nameA} made ${a.trades.count} trades, ${nameB} ${b.trades.count}`);
  }
  const ordersA = a.finalOrders();
  const ordersB = b.finalOrders();
  for (let at = 0; at < Math.max(ordersA.length, ordersB.length); at++) {
    const orderA = ordersA[at];
    const orderB = ordersB[at];
    if (
      orderA === undefined ||
      orderB === undefined ||
      orderA.orderId !== orderB.orderId ||
      orderA.priceTicks !== orderB.priceTicks ||
      orderA.lots !== orderB.lots
    ) {
      throw new Error(
        `resting order ${at}: ${nameA} ${JSON.stringify(orderA)}, ${nameB} ${JSON.stringify(orderB)}`,
      );
    }
  }
}
