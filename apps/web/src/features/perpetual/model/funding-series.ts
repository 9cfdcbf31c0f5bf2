import type { WireFundingRate } from '@tallystick/protocol/wire';
import { addDecimals, compareDecimals, divideDecimals, multiplyDecimals } from '#lib/decimal.ts';
import { plotNumber } from '#ui/format.ts';

/** Digits of rates in percent: they are counted in 1e-8 of the value. */
const RATE_DECIMALS = 6;

export interface FundingPoint {
  readonly atMs: number;
  /** In percent, signed: positive rates are paid by longs. */
  readonly rate: string;
  /** All rates since the beginning of the range, this one included. */
  readonly total: string;
}

export interface FundingSeries {
  /** Oldest first. */
  readonly points: readonly FundingPoint[];
  readonly total: string;
  /** Truncated to the digits of a rate; undefined without rates. */
  readonly average: string | undefined;
}

type Rate = Pick<WireFundingRate, 'at_ms' | 'rate_percent'>;

/** Rates, newest first as they are listed, with what they add up to. */
export function fundingSeries(newestFirst: readonly Rate[]): FundingSeries {
  let total = '0';
  const points = newestFirst.toReversed().map(({ at_ms: atMs, rate_percent: rate }) => {
    total = addDecimals(total, rate);
    return { atMs, rate, total };
  });
  return { points, total, average: divideDecimals(total, String(points.length), RATE_DECIMALS) };
}

/** Where a rate's bar and the line of totals are, from 0 (top) to 1 (bottom). */
export interface FundingPlot {
  readonly zero: number;
  readonly bars: readonly number[];
  readonly line: readonly number[];
  /** The values at the edges, each by its own scale; null where nothing is on that side of zero. */
  readonly rates: Edges;
  readonly totals: Edges;
}
interface Edges {
  readonly top: string | null;
  readonly bottom: string | null;
}

/** Edges are at quarters of the greatest value. */
const QUARTERS = ['0', '0.25', '0.5', '0.75', '1'] as const;

/** Both have their own scale and one line of zero, so that neither seems to be what it is not. */
export function fundingPlot({ points }: Pick<FundingSeries, 'points'>): FundingPlot {
  const units = [
    greatest(points.map(({ rate }) => rate)),
    greatest(points.map(point => point.total)),
  ] as const;
  const shareOf = (value: string, unit: string): number => (plotNumber(value) ?? 0) / (plotNumber(unit) || 1);
  const rates = points.map(({ rate }) => shareOf(rate, units[0]));
  const totals = points.map(({ total }) => shareOf(total, units[1]));
  const quarters = [...rates, ...totals].map(share => share * 4);
  const above = Math.ceil(quarters.reduce((most, quarter) => Math.max(most, quarter), 0));
  const below = Math.ceil(-quarters.reduce((least, quarter) => Math.min(least, quarter), 0));
  const place = (share: number): number => (above - share * 4) / (above + below || 1);
  const edges = (unit: string, shares: readonly number[]): Edges => ({
    top: shares.some(share => share > 0) ? multiplyDecimals(unit, QUARTERS[above]!, RATE_DECIMALS) : null,
    bottom: shares.some(share => share < 0)
      ? multiplyDecimals(`-${unit}`, QUARTERS[below]!, RATE_DECIMALS)
      : null,
  });
  return {
    zero: place(0),
    bars: rates.map(place),
    line: totals.map(place),
    rates: edges(units[0], rates),
    totals: edges(units[1], totals),
  };
}

/** Without its sign. */
function greatest(values: readonly string[]): string {
  const sizes = values.map(value => value.replace('-', ''));
  return sizes.reduce((most, size) => (compareDecimals(size, most) > 0 ? size : most), '0');
}
