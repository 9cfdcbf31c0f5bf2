import { formatFixed } from '@tallystick/core/money/decimal';
import {
  formatLots,
  formatTicks,
  shareOf,
  valueMinor,
  type Level,
  type MarketUnits,
} from '#lib/market-units.ts';

export type BookSide = 'bids' | 'asks';

/** One line of the book as shown: every level within one price step, and everything better than it. */
export interface BookRow {
  /** Lower end of the step for bids, upper for asks: so that no better price is shown than exists. */
  readonly ticks: bigint;
  readonly price: string;
  /** Quantity in this step, in base units. */
  readonly quantity: string;
  /** Running totals from the best price down to this row. */
  readonly totalBase: string;
  readonly totalQuote: string;
  readonly totalLots: bigint;
  /** Whether one of the customer's own orders is in it. */
  readonly own: boolean;
}

export interface BookViewOptions {
  /** Price step in ticks, at least 1. */
  readonly stepTicks: bigint;
  readonly rows: number;
  /** Prices of the customer's own orders on this side, in ticks. */
  readonly ownTicks?: ReadonlySet<bigint>;
}

/** The step `ticks` belongs to: bids round down, asks up. */
export function groupTicks(side: BookSide, ticks: bigint, stepTicks: bigint): bigint {
  const below = ticks - (ticks % stepTicks);
  return side === 'bids' || below === ticks ? below : below + stepTicks;
}

/** Digits a price needs at this step: a step of 10 needs none after the point. */
export function stepDecimals(stepTicks: bigint, units: MarketUnits): number {
  let decimals = units.priceDecimals;
  let step = stepTicks * units.tick;
  while (decimals > 0 && step % 10n === 0n) {
    step /= 10n;
    decimals -= 1;
  }
  return decimals;
}

/** Groups `levels` (best first) into at most `rows` rows, best first. */
export function viewBook(
  side: BookSide,
  levels: readonly Level[],
  units: MarketUnits,
  { stepTicks, rows, ownTicks }: BookViewOptions,
): BookRow[] {
  const decimals = stepDecimals(stepTicks, units);
  const view: BookRow[] = [];
  let runningLots = 0n;
  let runningMinor = 0n;
  let index = 0;
  while (index < levels.length && view.length < rows) {
    const step = groupTicks(side, levels[index]?.ticks ?? 0n, stepTicks);
    let lots = 0n;
    let own = false;
    for (let level = levels[index]; level; level = levels[++index]) {
      if (groupTicks(side, level.ticks, stepTicks) !== step) break;
      lots += level.lots;
      runningMinor += valueMinor(level.ticks, level.lots, units);
      own ||= ownTicks?.has(level.ticks) ?? false;
    }
    runningLots += lots;
    view.push({
      ticks: step,
      price: formatFixed(step * units.tick, units.priceDecimals, decimals),
      quantity: formatLots(lots, units),
      totalBase: formatLots(runningLots, units),
      totalQuote: formatFixed(runningMinor, units.quoteDecimals, units.quoteDecimals),
      totalLots: runningLots,
      own,
    });
  }
  return view;
}

/** Steps on offer: 1, 10, 50, 100 and 1000 ticks, as long as a step stays below 1 % of the price. */
export function priceSteps(bestTicks: bigint | null): bigint[] {
  const all = [1n, 10n, 50n, 100n, 1000n];
  if (bestTicks === null) return all.slice(0, 1);
  return all.filter(step => step === 1n || step * 100n <= bestTicks);
}

/** A step as text: `0.1`, `10`. */
export function formatStep(stepTicks: bigint, units: MarketUnits): string {
  return formatFixed(stepTicks * units.tick, units.priceDecimals, stepDecimals(stepTicks, units));
}

/** Width of a row's bar in thousandths: its running total against the deepest of both sides. */
export function barPerMille(totalLots: bigint, deepestLots: bigint): number {
  return shareOf(totalLots, deepestLots, 1000);
}

export interface Spread {
  readonly price: string;
  /** In percent of the middle price, four digits, truncated. */
  readonly percent: string;
}

/** The spread; null if a side is empty. */
export function spreadOf(bids: readonly Level[], asks: readonly Level[], units: MarketUnits): Spread | null {
  const bid = bids[0]?.ticks;
  const ask = asks[0]?.ticks;
  if (bid === undefined || ask === undefined) return null;
  const percentE4 = ((ask - bid) * 2n * 1_000_000n) / (ask + bid);
  return { price: formatTicks(ask - bid, units), percent: formatFixed(percentE4, 4, 4) };
}
