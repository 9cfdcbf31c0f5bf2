import type { CallOutput } from '@tallystick/protocol';

export type ProfitDay = CallOutput<'GET statement/profit'>['days'][number];

/** A day of the calendar: what came of it, if that is known, else what was realised. */
export interface DayFigure {
  readonly day: string;
  readonly amount: string;
  /** Whether the change of what is unrealised is in it. */
  readonly whole: boolean;
}

export function figureOf({ day, realised, result }: ProfitDay): DayFigure {
  return result === null ? { day, amount: realised, whole: false } : { day, amount: result, whole: true };
}

/** Months with days, oldest first: `2026-03`. */
export function monthsWithDays(days: readonly ProfitDay[]): string[] {
  return [...new Set(days.map(({ day }) => day.slice(0, 7)))];
}
