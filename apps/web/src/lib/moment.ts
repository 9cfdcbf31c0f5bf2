import { currentLocale } from './format-locale.ts';
import { zoneAheadMs } from './zones.ts';

const DAY_MS = 86_400_000;

/**
 * The moment at which the customer's clock shows this time on a day (`2026-11-21`). Where the clock shows it twice, the
 * earlier one; where it is left out, the moment as far behind the change as the time is.
 */
export function momentAt(day: string, hour: number, minute: number): number {
  const wallMs = Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * 60_000;
  const { timeZone } = currentLocale();
  const aheadMs = (atMs: number) =>
    timeZone === undefined ? -new Date(atMs).getTimezoneOffset() * 60_000 : zoneAheadMs(timeZone, atMs);
  const [before, after] = [wallMs - aheadMs(wallMs - DAY_MS), wallMs - aheadMs(wallMs + DAY_MS)];
  const fits = (atMs: number) => atMs + aheadMs(atMs) === wallMs;
  return fits(before) || !fits(after) ? before : after;
}

/** What the customer's clock shows at a moment, as a whole hour and minute. */
export function clockAt(atMs: number): { readonly hour: number; readonly minute: number } {
  const { timeZone } = currentLocale();
  const aheadMs =
    timeZone === undefined ? -new Date(atMs).getTimezoneOffset() * 60_000 : zoneAheadMs(timeZone, atMs);
  const shown = new Date(atMs + aheadMs);
  return { hour: shown.getUTCHours(), minute: shown.getUTCMinutes() };
}
