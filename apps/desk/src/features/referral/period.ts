import { DAY_MS } from '@tallystick/core/durations';

/** Days of UTC since 1970 as they are typed: `2026-01-31`. */
export function dayText(utcDay: number): string {
  return new Date(utcDay * DAY_MS).toISOString().slice(0, 10);
}

/** Null if it is not a day. */
function dayOf(text: string): number | null {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs / DAY_MS;
}

export interface Period {
  readonly from_day: number;
  readonly to_day: number;
}

/** Null unless the server accepts it: at most a year, not ending before it begins. */
export function periodOf(from: string, to: string): Period | null {
  const fromDay = dayOf(from);
  const toDay = dayOf(to);
  if (fromDay === null || toDay === null || toDay < fromDay || toDay - fromDay >= 366) return null;
  return { from_day: fromDay, to_day: toDay };
}

/** The last thirty days. */
export function usualPeriod(nowMs: number): { readonly from: string; readonly to: string } {
  const today = Math.floor(nowMs / DAY_MS);
  return { from: dayText(today - 29), to: dayText(today) };
}
