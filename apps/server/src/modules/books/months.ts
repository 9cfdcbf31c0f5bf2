import { DAY_MS } from '@tallystick/core/durations';

/** A month of the books, in UTC. */
export interface Month {
  /** `2026-11`. */
  readonly name: string;
  /** Days since 1970-01-01: the first, and the first of the next month. */
  readonly fromDay: number;
  readonly untilDay: number;
}

/** `2026-11`, checked by the protocol. */
export function monthNamed(name: string): Month {
  const [year, month] = [Number(name.slice(0, 4)), Number(name.slice(5, 7))];
  return {
    name,
    fromDay: Date.UTC(year, month - 1) / DAY_MS,
    untilDay: Date.UTC(year, month) / DAY_MS,
  };
}

export function monthOfDay(day: number): Month {
  return monthNamed(dayName(day).slice(0, 7));
}

/** `2026-11-03`. */
export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The months that these days are in, newest first. */
export function monthsBetween(firstDay: number, lastDay: number): Month[] {
  const months = [];
  for (let month = monthOfDay(lastDay); ; month = monthOfDay(month.fromDay - 1)) {
    months.push(month);
    if (month.fromDay <= firstDay) return months;
  }
}
