import { plotNumber } from '#ui/format.ts';
import type { Direction } from './contract.ts';

/** Prices shown on a position's line, in the quote currency; null where there is none. */
export interface LinePrices {
  readonly direction: Direction;
  readonly liquidation: string | null;
  readonly entry: string | null;
  readonly mark: string | null;
  readonly takeProfit: string | null;
  readonly stopLoss: string | null;
}

/** Positions on the line in thousandths, from the left end (liquidation) to the right. */
export interface LineShape {
  readonly entry: number;
  readonly mark: number;
  readonly stopLoss: number | undefined;
  /** False without a take-profit: the line then ends beyond entry and mark, with some room. */
  readonly hasTarget: boolean;
}

/** Points stay this far from the ends, where liquidation and target are. */
const EDGE = 30;
const LENGTH = 1000;

/**
 * The line from liquidation (left) to the target (right), for both directions. Without a target
 * the entry is in the middle, and the line is longer if the mark is already beyond its end.
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
