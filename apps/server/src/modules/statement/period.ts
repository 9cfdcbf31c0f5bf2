import { DAY_MS } from '@tallystick/core/durations';

/** A year or a month in UTC: its start, and the start of the next. */
export interface Period {
  /** `2026` or `2026-03`. */
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Parses `2026` or `2026-03`, already checked by the protocol. */
export function periodOf(name: string): Period {
  const year = Number(name.slice(0, 4));
  const month = name.length > 4 ? Number(name.slice(5)) - 1 : null;
  return {
    name,
    fromMs: Date.UTC(year, month ?? 0),
    toMs: month === null ? Date.UTC(year + 1, 0) : Date.UTC(year, month + 1),
  };
}

/** `2026-03` for a moment. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** UTC days since 1970-01-01. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** `2026-03-01` for a day number. */
export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
