import { HOUR_MS } from '../durations.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

/** The terms on which the house buys small balances. Amounts in minor units of the counting currency. */
export interface DustTerms {
  /** Taken off the index price, in ppm; at most MAX_DUST_SPREAD_PPM. */
  readonly spreadPpm: number;
  /** A balance worth more than this is not dust. */
  readonly mostMinor: number;
  /** The most paid in one UTC day, to one customer and to all together. 0: the house buys none. */
  readonly customerDailyMinor: number;
  readonly dailyMinor: number;
  /** An index price older than this is not used. */
  readonly staleMs: number;
}

export const MAX_DUST_SPREAD_PPM = 50_000;
/** Upper bound of all these limits, so that dust can never matter to the treasury: 10^12 minor units. */
const MOST_LIMIT_MINOR = 1_000_000_000_000;

export const NO_DUST: DustTerms = {
  spreadPpm: 0,
  mostMinor: 0,
  customerDailyMinor: 0,
  dailyMinor: 0,
  staleMs: 0,
};

const NAMES = ['spreadPpm', 'mostMinor', 'customerDailyMinor', 'dailyMinor', 'staleMs'] as const;

/** A copy without any other fields. */
export function dustTermsOf(terms: DustTerms): DustTerms {
  const { spreadPpm, mostMinor, customerDailyMinor, dailyMinor, staleMs } = terms;
  return { spreadPpm, mostMinor, customerDailyMinor, dailyMinor, staleMs };
}

export function refuseDustTerms(terms: DustTerms): Refusal | null {
  if (!isIntegerWithin(terms.spreadPpm, 0, MAX_DUST_SPREAD_PPM)) {
    return refuse('invalid_limit', 'spread_ppm', { maximum: MAX_DUST_SPREAD_PPM });
  }
  if (!isIntegerWithin(terms.staleMs, 0, HOUR_MS)) return refuse('invalid_limit', 'stale_ms');
  if (!isIntegerWithin(terms.mostMinor, 0, MOST_LIMIT_MINOR)) return refuse('invalid_limit', 'most');
  if (!isIntegerWithin(terms.dailyMinor, 0, MOST_LIMIT_MINOR)) return refuse('invalid_limit', 'daily');
  return isIntegerWithin(terms.customerDailyMinor, 0, terms.dailyMinor)
    ? null
    : refuse('invalid_limit', 'customer_daily');
}

export function sameDustTerms(a: DustTerms, b: DustTerms): boolean {
  return NAMES.every(name => a[name] === b[name]);
}

export function writeDustTerms(writer: SnapshotWriter, terms: DustTerms): void {
  for (const name of NAMES) writer.int(terms[name]);
}

export function readDustTerms(reader: SnapshotReader): DustTerms {
  const [spreadPpm, mostMinor, customerDailyMinor, dailyMinor, staleMs] = NAMES.map(() => reader.int());
  return {
    spreadPpm: spreadPpm!,
    mostMinor: mostMinor!,
    customerDailyMinor: customerDailyMinor!,
    dailyMinor: dailyMinor!,
    staleMs: staleMs!,
  };
}
