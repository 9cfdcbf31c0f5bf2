import { MINUTE_MS } from '@tallystick/core/durations';

const DAY_MINUTES = 1_440;

/** Minutes after midnight in an IANA time zone; `toMinute` may lie on the next day. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly zone: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Larger than the number of zones. Customers may send many spellings of one (`asia/BANGKOK`), so it is limited. */
const MOST_FORMATS = 1_000;

/** Number of spellings of zones in memory. */
export function rememberedZones(): number {
  return formats.size;
}

/** Throws RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(zone, (format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...time })));
  }
  return format;
}

/** Offsets such as `+07:00` are refused, because they have no summer time. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whole minutes after midnight on a clock in the zone. */
function minuteOf(atMs: number, zone: string): number {
  const [hour, minute] = formatOf(zone).format(atMs).split(':');
  return Number(hour) * 60 + Number(minute);
}

/** Minutes of a day, 0 to 1,439. */
const wrapped = (minutes: number): number => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

/**
 * When a message of that moment may be sent: at once, or when the quiet hours it falls into end by the zone's clock,
 * also in a night when that clock changes.
 */
export function releasedAtMs(atMs: number, quiet: QuietHours | null): number {
  if (quiet === null) return atMs;
  const { fromMinute, toMinute, zone } = quiet;
  const minute = minuteOf(atMs, zone);
  const lasts = wrapped(toMinute - fromMinute);
  if (wrapped(minute - fromMinute) >= lasts) return atMs;
  const startOfMinute = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  const endMs = startOfMinute + wrapped(toMinute - minute) * MINUTE_MS;
  // If summer time begins or ends before `endMs`, the zone's clock shows another time then.
  const off = wrapped(toMinute - minuteOf(endMs, zone) + DAY_MINUTES / 2) - DAY_MINUTES / 2;
  const corrected = endMs + off * MINUTE_MS;
  // If the clock skips `toMinute`, quiet hours end after the skipped time.
  return minuteOf(corrected, zone) === toMinute ? corrected : Math.max(endMs, corrected);
}

/** `22:30` as minutes. */
export function minutesOfText(text: string): number {
  const [hour, minute] = text.split(':');
  return Number(hour) * 60 + Number(minute);
}

export function textOfMinutes(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
