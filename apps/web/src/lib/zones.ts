import { DEVICE_ZONE, isTimeZone } from './time-zone.ts';

/** Browsers list some zones by names that IANA has replaced, which nobody there searches for. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Every zone this browser knows, by its present name: UTC first, then by name. */
export function timeZones(): readonly string[] {
  const zones = new Set<string>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const present = RENAMED[zone];
    zones.add(present !== undefined && isTimeZone(present) ? present : zone);
  }
  zones.delete('UTC');
  return ['UTC', ...[...zones].toSorted()];
}

/** The IANA name of a choice. */
export function zoneName(choice: string): string {
  return choice === DEVICE_ZONE ? new Intl.DateTimeFormat().resolvedOptions().timeZone : choice;
}

/** `Asia/Ho_Chi_Minh` → `Ho Chi Minh`. */
export function zoneCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  clocks.set(zone, clock);
  return clock;
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function zoneAheadMs(zone: string, atMs: number): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, parseInt(value, 10)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(atMs / 1000) * 1000;
}

/** `UTC+7`, `UTC−3:30`. */
export function zoneOffset(zone: string, atMs: number): string {
  const minutes = Math.round(zoneAheadMs(zone, atMs) / 60_000);
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = Math.trunc(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** The day (`2026-11-21`) that a zone has at a moment. */
export function zoneDay(zone: string, atMs: number): string {
  return new Date(atMs + zoneAheadMs(zone, atMs)).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/**
 * First moment of a day in a zone; `midnightMs`: that day's midnight in UTC. Where clocks are changed at midnight, that
 * moment is not 0:00.
 */
export function zoneDayStart(zone: string, midnightMs: number): number {
  const day = new Date(midnightMs).toISOString().slice(0, 10);
  const before = midnightMs - zoneAheadMs(zone, midnightMs - DAY_MS);
  const after = midnightMs - zoneAheadMs(zone, midnightMs + DAY_MS);
  const [first, second] = before < after ? [before, after] : [after, before];
  return zoneDay(zone, first) === day ? first : second;
}

/** A zone's words as they are compared with what is typed: `GMT -5`, `utc-5` and the `UTC−5` we write are the same. */
export function plainZone(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll('−', '-')
    .replace(/(?:gmt|utc) ?(?=[+-])/g, 'utc');
}
