import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import {
  readPublished,
  reservesByCurrency,
  type CurrencyReserves,
} from '@tallystick/verify/public-log/reserves';
import { plotNumber } from '#ui/format.ts';
import type { NewestReserves, ReservesHistory } from '../api/calls.ts';

const PERCENT_DECIMALS = 4;
const HUNDRED_PERCENT = 1_000_000n;
/** Of any currency: enough for all points of a chart to be compared. */
const DECIMALS = 18;

/**
 * The records as this device has read them; null: they do not fit together, or an address has not signed what is said.
 *
 * @param origin of the exchange's logs
 */
export function readRecords(
  { reserves, liabilities }: NonNullable<NewestReserves['published']>,
  origin: string,
) {
  const published = readPublished({ reserves: reserves.entry, liabilities: liabilities.entry });
  const all = published && reservesByCurrency(published, origin);
  if (published === null || all === null) return null;
  const items = all.filter(isWorthShowing).toSorted(byOwed);
  return { published, items };
}

/** The same point as the proof of one's own balance names another record of what is owed: there are two truths. */
export function namesOther({ published }: ReadRecords, of: OwnRecord): boolean {
  const { point, liabilities_record: named } = published.reserves;
  return point === of.point && named !== of.number;
}

/** The record of what is owed that one's own balance is proven with. */
export interface OwnRecord {
  readonly point: number;
  readonly number: number;
}

/** What is owed and what there is may be so far apart and still be compared. */
const APART_MS = 2 * 3_600_000;

export function isTooFarApart({ published: { reserves, liabilities } }: ReadRecords): boolean {
  return Math.abs(reserves.at_ms - liabilities.at_ms) > APART_MS;
}

export type ReadRecords = NonNullable<ReturnType<typeof readRecords>>;

/** How a currency stands. `demo`: what is owed is money that the demo has handed out. */
export function standingOf(one: CurrencyReserves, isDemo: boolean): 'covered' | 'short' | 'demo' | 'none' {
  if (one.ratioPpm === null) return 'none';
  if (one.ratioPpm >= HUNDRED_PERCENT) return 'covered';
  return isDemo && one.unproven.some(({ place }) => place === 'faucet') ? 'demo' : 'short';
}

/** Percent as a decimal, for `formatPercent`. */
export function percentOf(ratioPpm: bigint): string {
  return formatMinor(ratioPpm, PERCENT_DECIMALS);
}

export interface Drawn {
  readonly atMs: number;
  /** From 0 to 1, of the largest amount. */
  readonly owed: number;
  readonly behind: number;
}

/** The points of a chart, the largest amount, and the least cover with its time. */
export function drawnHistory({ points }: ReservesHistory) {
  const read = points.map(point => {
    const owed = unitsOf(point.liabilities);
    const behind = unitsOf(point.signed) + unitsOf(point.observed) + unitsOf(point.statement);
    return { atMs: point.at_ms, owed, behind };
  });
  const most = read.reduce((top, { owed, behind }) => bigger(top, bigger(owed, behind)), 0n);
  const part = (minor: bigint): number =>
    most === 0n ? 0 : (plotNumber(formatMinor((minor * 10_000n) / most, 4)) ?? 0);
  const covers = read
    .filter(({ owed }) => owed > 0n)
    .map(({ atMs, owed, behind }) => ({ atMs, ratioPpm: (behind * HUNDRED_PERCENT) / owed }));
  const [first] = covers;
  return {
    drawn: read.map(({ atMs, owed, behind }): Drawn => ({ atMs, owed: part(owed), behind: part(behind) })),
    most: formatMinor(most, DECIMALS),
    least: first && covers.reduce((least, one) => (one.ratioPpm < least.ratioPpm ? one : least), first),
  };
}

function unitsOf(decimal: string): bigint {
  return parseDecimal(decimal, DECIMALS) ?? 0n;
}

function bigger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function isWorthShowing({ owed, assets, unproven }: CurrencyReserves): boolean {
  return owed > 0n || assets > 0n || unproven.length > 0;
}

/** What somebody is owed comes first, in the record's order. */
function byOwed(one: CurrencyReserves, other: CurrencyReserves): number {
  return (other.owed > 0n ? 1 : 0) - (one.owed > 0n ? 1 : 0);
}
