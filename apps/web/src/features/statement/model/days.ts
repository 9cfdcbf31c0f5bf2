import type { CallOutput } from '@tallystick/protocol';

export type ProfitDay = CallOutput<'GET statement/profit'>['days'][number];

/** A calendar day's total result if known, else its realised profit. */
export interface DayFigure {
  readonly day: string;
  readonly amount: string;
  /** Whether the change of unrealised profit is included. */
  readonly whole: boolean;
}

export function figureOf({ day, realised, result }: ProfitDay): DayFigure {
  return result === null ? { day, amount: realised, whole: false } : { day, amount: result, whole: true };
}

/** Months that have days, oldest first: `2026-03`. */
export function monthsWithDays(days: readonly ProfitDay[]): string[] {
  return [...new Set(days.map(({ day }) => day.slice(0, 7)))];
}
