import { MINUTE_MS } from '@tallystick/core/durations';
import { parseOpeningHours, type OpenPart } from '@tallystick/protocol/desk/opening-hours';

const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

export interface Opening {
  readonly open: boolean;
  /** When it opens next; null while it is open. */
  readonly opensAtMs: number | null;
}

/** Whether the desk is open at a moment, by opening hours in a time zone: see `parseOpeningHours`. */
export function openingAt(hours: string, zone: string, atMs: number): Opening {
  const parts = parseOpeningHours(hours) ?? [];
  if (parts.length === 0 || isWithin(parts, weekMinute(zone, atMs))) return { open: true, opensAtMs: null };
  const here = weekMinute(zone, atMs);
  const startOfMinute = atMs - (atMs % MINUTE_MS);
  const ways = parts.map(part => ahead(here, part.day * DAY_MINUTES + part.fromMinute));
  const opensAtMs = Math.min(
    ...ways.map(minutes => {
      const reckoned = startOfMinute + minutes * MINUTE_MS;
      // If summer time begins or ends in between, the result is off by the difference of the zone's clock; corrected here.
      const meant = (here + minutes) % WEEK_MINUTES;
      return reckoned + shortest(weekMinute(zone, reckoned), meant) * MINUTE_MS;
    }),
  );
  return { open: false, opensAtMs };
}

function isWithin(parts: readonly OpenPart[], minute: number): boolean {
  const day = Math.floor(minute / DAY_MINUTES);
  const ofDay = minute % DAY_MINUTES;
  return parts.some(part => part.day === day && ofDay >= part.fromMinute && ofDay < part.toMinute);
}

/** Minutes since Monday, 00:00, in the zone. */
function weekMinute(zone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(atMs);
  const part = (type: string): string => parts.find(one => one.type === type)?.value ?? '';
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday'));
  return day * DAY_MINUTES + Number(part('hour')) * 60 + Number(part('minute'));
}

/** Minutes from one minute of the week until the other comes next. */
function ahead(from: number, to: number): number {
  return ((to - from + WEEK_MINUTES - 1) % WEEK_MINUTES) + 1;
}

/** Signed minutes from one minute of the week to the other, the shorter way. */
function shortest(from: number, to: number): number {
  const way = (to - from + WEEK_MINUTES) % WEEK_MINUTES;
  return way > WEEK_MINUTES / 2 ? way - WEEK_MINUTES : way;
}
