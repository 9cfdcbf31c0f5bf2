import { MINUTE_MS } from '@tallystick/core/durations';

const DATE_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** UTC, as the books and the log are kept. */
export function dateTime(atMs: number): string {
  return `${DATE_TIME.format(atMs)} UTC`;
}

/** `1234567.8` → `1,234,567.8`: the decimal itself stays as it is. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const text = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? text : `${text}.${fraction}`;
}

/** The desk's format for typing times: year first and in UTC, whatever the device's language and zone are. */
export function toInputTime(atMs: number): string {
  return new Date(atMs - (atMs % MINUTE_MS)).toISOString().slice(0, 16).replace('T', ' ');
}

/** Matches {@link toInputTime}'s texts, for an input's `pattern`. */
export const INPUT_TIME = '[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}';
const WHOLE_TIME = new RegExp(`^${INPUT_TIME}$`);

/** Null for an empty or impossible one. */
export function fromInputTime(text: string): number | null {
  const typed = text.trim();
  const atMs = WHOLE_TIME.test(typed) ? Date.parse(`${typed.replace(' ', 'T')}:00Z`) : Number.NaN;
  // A day the month does not have would roll over into the next month.
  return Number.isNaN(atMs) || toInputTime(atMs) !== typed ? null : atMs;
}

/** A whole number as typed, or null. */
export function wholeOf(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null;
}

const DAY_MINUTES = 1_440;

/** The offset between two clocks: `+7 d 0 h 0 min`, `-1.5 s`; minutes are truncated. */
export function clocksApart(ms: number): string {
  const sign = ms < 0 ? '-' : '+';
  const size = Math.abs(ms);
  if (size < 2 * MINUTE_MS) return `${sign}${(size / 1000).toFixed(1)} s`;
  const minutes = Math.floor(size / MINUTE_MS);
  const days = Math.floor(minutes / DAY_MINUTES);
  const hours = Math.floor((minutes % DAY_MINUTES) / 60);
  return `${sign}${days > 0 ? `${days} d ` : ''}${hours} h ${minutes % 60} min`;
}
