import { currentLocale } from './format-locale.ts';
import { zoneDay, zoneDayStart } from './zones.ts';

/** First moment of a day (`2026-11-21`) in the customer's time zone; undefined for an empty or malformed day. */
export function dayStartMs(day: string): number | undefined {
  return startOf(day, 0);
}

/** First moment after that day: its end, exclusive. */
export function dayEndMs(day: string): number | undefined {
  return startOf(day, 1);
}

/** The day that the customer's time zone has at a moment. */
export function dayAt(atMs: number): string {
  const { timeZone } = currentLocale();
  if (timeZone !== undefined) return zoneDay(timeZone, atMs);
  const at = new Date(atMs);
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10);
}

function startOf(day: string, daysLater: number): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!year || !month || !date) return undefined;
  // The calendar adds days, so that days of 23 and 25 hours are right.
  const parts = [parseInt(year, 10), parseInt(month, 10) - 1, parseInt(date, 10) + daysLater] as const;
  const { timeZone } = currentLocale();
  return timeZone === undefined ? new Date(...parts).getTime() : zoneDayStart(timeZone, Date.UTC(...parts));
}
