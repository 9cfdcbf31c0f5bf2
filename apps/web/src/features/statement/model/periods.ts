/** A year, or a month of it, in UTC: `2026`, `2026-03`. */
export type PeriodName = string;

/** This month, UTC. */
export function thisMonth(nowMs: number): PeriodName {
  return new Date(nowMs).toISOString().slice(0, 7);
}

export function yearIn(period: PeriodName): string {
  return period.slice(0, 4);
}

/** `03` of `2026-03`; '' for a whole year. */
export function monthIn(period: PeriodName): string {
  return period.slice(5);
}

/** The period in a URL if it has begun, else the current month. */
export function periodFrom(text: string | null, nowMs: number): PeriodName {
  const now = thisMonth(nowMs);
  const isPeriod = text !== null && /^20\d\d(-(0[1-9]|1[0-2]))?$/.test(text);
  return isPeriod && text <= now ? text : now;
}

/** Years from the current one down to that of the first entry. */
export function yearsSince(firstMonth: PeriodName | null, nowMs: number): string[] {
  const last = new Date(nowMs).getUTCFullYear();
  const first = firstMonth === null ? last : new Date(`${yearIn(firstMonth)}-01-01`).getUTCFullYear();
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, i) => String(last - i));
}

/** Months of the year that have begun, newest first: `12` … `01`. */
export function monthsOf(year: string, nowMs: number): string[] {
  const now = thisMonth(nowMs);
  return Array.from({ length: 12 }, (_, i) => String(12 - i).padStart(2, '0')).filter(
    month => `${year}-${month}` <= now,
  );
}

/** The same month of another year, or that year's newest month that has begun. */
export function inYear(period: PeriodName, year: string, nowMs: number): PeriodName {
  const month = monthIn(period);
  if (month === '') return year;
  const wanted = `${year}-${month}`;
  const now = thisMonth(nowMs);
  return wanted <= now ? wanted : now;
}
