import { currentLocale } from '#lib/format-locale.ts';

/** Ages and spans of time in words and clocks. Moments are in `format.ts`. */

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** How long ago, in the customer's language: `4 minutes ago`. A future time counts as now. */
export function formatAge(atMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - atMs);
  const [unit, length] = UNITS.find(([, ms]) => age >= ms) ?? (['second', 1000] as const);
  return new Intl.RelativeTimeFormat(currentLocale().marks.tag, { numeric: 'auto' }).format(
    -Math.floor(age / length),
    unit,
  );
}

/** A whole number of hours in the customer's language: `24 hours`. */
export function formatHours(hours: number): string {
  return new Intl.NumberFormat(currentLocale().marks.tag, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  }).format(hours);
}

/** A duration in the customer's language, rounded up: `45 minutes`, `36 hours`. */
export function formatSpan(durationMs: number): string {
  const [unit, length] = UNITS.find(([name, ms]) => durationMs >= 2 * ms && name !== 'second') ?? UNITS[2]!;
  const count = Math.max(1, Math.ceil(durationMs / length));
  return new Intl.NumberFormat(currentLocale().marks.tag, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count);
}

/** Remaining time as m:ss or h:mm:ss; negative durations count as zero. */
export function formatDuration(durationMs: number): string {
  const total = Math.max(0, Math.ceil(durationMs / 1000));
  const seconds = String(total % 60).padStart(2, '0');
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}
