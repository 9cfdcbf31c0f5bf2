import { readFileSync, writeFileSync } from 'node:fs';
import { TRADE_INTS } from './command-file.ts';
import type { Engine } from './engine.ts';

const ORDER_INTS = 3;

/** The result of a replay: every trade, and the orders that rest at the end, as 32-bit integers. */
export interface Outcome {
  /** Taker order id, maker order id, price in ticks, lots. */
  readonly trades: Int32Array;
  /** Order id, price in ticks, lots: bids then asks, each in priority order. */
  readonly orders: Int32Array;
}

export function outcomeOf(engine: Engine): Outcome {
  const final = engine.finalOrders();
  const orders = new Int32Array(final.length * ORDER_INTS);
  for (const [index, { orderId, priceTicks, lots }] of final.entries()) {
    orders.set([orderId, priceTicks, lots], index * ORDER_INTS);
  }
  return { trades: engine.trades.words.slice(0, engine.trades.length), orders };
}

export function writeOutcome(path: string, outcome: Outcome): void {
  const words = new Int32Array(1 + outcome.trades.length + outcome.orders.length);
  words[0] = outcome.trades.length;
  words.set(outcome.trades, 1);
  words.set(outcome.orders, 1 + outcome.trades.length);
  writeFileSync(path, words);
}

export function readOutcome(path: string): Outcome {
  const bytes = readFileSync(path);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const trades = 1 + (words[0] ?? 0);
  return { trades: words.subarray(1, trades), orders: words.subarray(trades) };
}

/** Throws an Error naming the first trade or resting order on which two outcomes differ. */
export function assertSame(nameA: string, a: Outcome, nameB: string, b: Outcome): void {
  assertSameWords('trade', TRADE_INTS, nameA, a.trades, nameB, b.trades);
  assertSameWords('resting order', ORDER_INTS, nameA, a.orders, nameB, b.orders);
}

function assertSameWords(
  what: string,
  ints: number,
  nameA: string,
  a: Int32Array,
  nameB: string,
  b: Int32Array,
): void {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    if (a[at] === b[at]) continue;
    const index = Math.floor(at / ints);
    const show = (words: Int32Array) => words.slice(index * ints, (index + 1) * ints).join(' ') || 'none';
    throw new Error(`${what} ${index}: ${nameA} ${show(a)}, ${nameB} ${show(b)}`);
  }
}
