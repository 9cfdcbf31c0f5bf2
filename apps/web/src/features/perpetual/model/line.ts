import { plotNumber } from '#ui/format.ts';
import type { Direction } from './contract.ts';

/** Prices of a position as they lie on its line; all in the quote currency, undefined where there is none. */
export interface LinePrices {
  readonly direction: Direction;
  readonly liquidation: string | null;
  readonly entry: string | null;
  readonly mark: string | null;
  readonly takeProfit: string | null;
  readonly stopLoss: string | null;
}

/** Places on the line in thousandths from the left, where liquidation is, to the right. */
export interface LineShape {
  readonly entry: number;
  readonly mark: number;
  readonly stopLoss: number | undefined;
  /** False: nothing was chosen as a target, and the line ends where the price has room to go. */
  readonly hasTarget: boolean;
}

/** Marks keep off the ends, where liquidation and target stand. */
const EDGE = 30;
const LENGTH = 1000;

/**
 * The line from liquidation (left) to the target (right), whichever way the price has to go for it. Without a target
 * it is as long to the right of the entry as to its left, and longer when the price is already beyond.
 */
export function shapeOf(prices: LinePrices): LineShape | undefined {
  const liquidation = plotNumber(prices.liquidation);
  const entry = plotNumber(prices.entry);
  const mark = plotNumber(prices.mark);
  if (liquidation === undefined || entry === undefined || mark === undefined) return undefined;
  const way = prices.direction === 'long' ? 1 : -1;
  const from = (price: number) => (price - liquidation) * way;
  const chosen = plotNumber(prices.takeProfit);
  const room = Math.max(from(entry) * 2, from(mark) * 1.1);
  const end = chosen === undefined ? room : Math.max(from(chosen), from(mark), from(entry));
  if (end <= 0) return undefined;
  const place = (price: number) =>
    Math.min(LENGTH - EDGE, Math.max(EDGE, Math.round((from(price) / end) * LENGTH)));
  const stop = plotNumber(prices.stopLoss);
  return {
    entry: place(entry),
    mark: place(mark),
    stopLoss: stop === undefined ? undefined : place(stop),
    hasTarget: chosen !== undefined,
  };
}
