import { plotNumber } from '#ui/format.ts';

/** One index price with its number in the price log. */
export interface IndexTick {
  readonly number: number;
  readonly atMs: number;
  /** Decimal string in quote units. */
  readonly price: string;
}

/** The time range a chart shows. */
export interface PlotWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Side of the plot in its own units, fine enough that rounding to whole units is not visible. */
export const PLOT_SIZE = 10_000;
/** Part of the height kept free above the highest and below the lowest point. */
const MARGIN = 0.16;
/** Minimum price range as a part of the price, so that quiet minutes look quiet. */
const LEAST_RANGE = 0.0002;
/** An entry farther away than this many price ranges is not shown: it would flatten the price line. */
const REACH = 3;

/** Length of the past shown, relative to the time ahead. */
const PAST = 0.9;
/** Room after the expiry line, for its label. */
const BEYOND = 0.1;

/** The window before buying: it moves with the clock, so the expiry line stays in place. */
export function slidingWindow(nowMs: number, seconds: number): PlotWindow {
  const ahead = seconds * 1000;
  return { fromMs: nowMs - ahead * PAST, toMs: nowMs + ahead * (1 + BEYOND) };
}

/** The window of a running option: it is fixed, and the price moves toward the expiry line. */
export function standingWindow(acceptedMs: number, expiresMs: number): PlotWindow {
  const length = expiresMs - acceptedMs;
  return { fromMs: acceptedMs - length * (PAST / 2), toMs: expiresMs + length * BEYOND };
}

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

export interface Plot {
  /** Outline of the prices, oldest first; empty without prices in the window. */
  readonly points: readonly PlotPoint[];
  /** Heights of prices, 0 at the top; undefined when it lies outside the plot. */
  readonly yOf: (price: string) => number | undefined;
  readonly xOf: (atMs: number) => number;
  /** Prices at the grid lines, from the top: approximate, for the scale only. */
  readonly scale: readonly { readonly y: number; readonly value: number }[];
}

/** At most two points per step of this width; more would not be visible. */
const COLUMNS = 360;

/** Keeps the lowest and the highest tick of each column, so that no extreme is lost. */
export function thin(ticks: readonly IndexTick[], { fromMs, toMs }: PlotWindow): readonly IndexTick[] {
  if (ticks.length <= COLUMNS * 2) return ticks;
  const columnOf = (tick: IndexTick) => Math.floor(((tick.atMs - fromMs) / (toMs - fromMs)) * COLUMNS);
  const kept: IndexTick[] = [];
  let low: IndexTick | undefined;
  let high: IndexTick | undefined;
  const flush = () => {
    if (!low || !high) return;
    kept.push(...(low === high ? [low] : low.number < high.number ? [low, high] : [high, low]));
  };
  let column = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const value = plotNumber(tick.price) ?? 0;
    if (columnOf(tick) !== column) {
      flush();
      column = columnOf(tick);
      low = tick;
      high = tick;
    } else {
      if (value < (plotNumber(low?.price) ?? 0)) low = tick;
      if (value > (plotNumber(high?.price) ?? 0)) high = tick;
    }
  }
  flush();
  return kept;
}

/** The ticks of a window and the one before, so that the line starts at the edge. Ticks are oldest first. */
export function ticksWithin(ticks: readonly IndexTick[], { fromMs, toMs }: PlotWindow): readonly IndexTick[] {
  const first = ticks.findIndex(tick => tick.atMs >= fromMs);
  if (first < 0) return ticks.slice(-1);
  const end = ticks.findIndex(tick => tick.atMs > toMs);
  return ticks.slice(Math.max(0, first - 1), end < 0 ? undefined : end);
}

/** Places ticks on a square of {@link PLOT_SIZE}. `levels` are prices to keep in view, nearest first. */
export function layOut(ticks: readonly IndexTick[], levels: readonly string[], window: PlotWindow): Plot {
  const shown = thin(ticksWithin(ticks, window), window);
  const values = shown.map(tick => plotNumber(tick.price)).filter(value => value !== undefined);
  const span = window.toMs - window.fromMs;
  const xOf = (atMs: number) =>
    Math.round(Math.max(-0.1, Math.min(1.1, (atMs - window.fromMs) / span)) * PLOT_SIZE);
  let low = Math.min(...values);
  let high = Math.max(...values);
  const middle = values.length > 0 ? (low + high) / 2 : plotNumber(levels[0]);
  if (middle === undefined) return { points: [], yOf: () => undefined, xOf, scale: [] };
  if (values.length === 0) [low, high] = [middle, middle];
  const range = Math.max(high - low, middle * LEAST_RANGE);
  for (const level of levels) {
    const value = plotNumber(level);
    if (value === undefined || value < low - range * REACH || value > high + range * REACH) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const missing = Math.max(0, middle * LEAST_RANGE - (high - low));
  const height = (high - low + missing) / (1 - 2 * MARGIN);
  const top = high + missing / 2 + height * MARGIN;
  const heightOf = (value: number) => Math.round(((top - value) / height) * PLOT_SIZE);
  return {
    points: shown.flatMap(tick => {
      const value = plotNumber(tick.price);
      return value === undefined ? [] : [{ x: xOf(tick.atMs), y: heightOf(value) }];
    }),
    yOf: price => {
      const value = plotNumber(price);
      const y = value === undefined ? -1 : heightOf(value);
      return y >= 0 && y <= PLOT_SIZE ? y : undefined;
    },
    xOf,
    scale: [0.12, 0.5, 0.88].map(part => ({ y: part * PLOT_SIZE, value: top - height * part })),
  };
}
