import { DAY_MS } from '@tallystick/core/durations';

/** Days as `2026-11-21`, months as `2026-11`; the arithmetic is in UTC, so that no day has 23 or 25 hours. */

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addDays(day: string, count: number): string {
  return dayOf(utc(day) + count * DAY_MS);
}

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const at = new Date(utc(day));
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + count];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(at.getUTCDate(), last)));
}

/** Days since the week's first day, 0 to 6. `firstDay`: 1 Monday to 7 Sunday, as `Intl` counts. */
export function placeInWeek(day: string, firstDay: number): number {
  return (new Date(utc(day)).getUTCDay() - (firstDay % 7) + 7) % 7;
}

/** The weeks of a month, each of seven days; days of other months are null. */
export function weeksOf(month: string, firstDay: number): readonly (readonly (string | null)[])[] {
  const first = `${month}-01`;
  const start = addDays(first, -placeInWeek(first, firstDay));
  const weeks: (string | null)[][] = [];
  for (let day = start; monthOf(day) <= month; day = addDays(day, 7)) {
    const week = Array.from({ length: 7 }, (_, i) => addDays(day, i));
    weeks.push(week.map(one => (monthOf(one) === month ? one : null)));
  }
  return weeks;
}

/** Where a key moves in the grid of days; undefined for other keys. */
export function dayAfterKey(key: string, day: string, firstDay: number): string | undefined {
  const place = placeInWeek(day, firstDay);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -place);
    case 'End':
      return addDays(day, 6 - place);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}
