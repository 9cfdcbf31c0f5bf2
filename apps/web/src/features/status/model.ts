import { DAY_MS } from '@tallystick/core/durations';
import type { CallOutput } from '@tallystick/protocol';

type Day = CallOutput<'GET status/history'>['days'][number];
export type Part = Day['part'];

export interface ShownDay {
  /** UTC */
  readonly day: string;
  /** `none`: not sampled. `some`: less than a tenth of the samples were bad. */
  readonly state: 'none' | 'good' | 'some' | 'bad';
}

export const SHOWN_DAYS = 90;

/** The last 90 days of a part, oldest first, including days without samples. */
export function shownDays(days: readonly Day[], part: Part, nowMs: number): readonly ShownDay[] {
  const known = new Map(days.filter(one => one.part === part).map(one => [one.day, one]));
  return Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const day = new Date(nowMs - (SHOWN_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const one = known.get(day);
    if (one === undefined || one.sampled === 0) return { day, state: 'none' };
    if (one.bad === 0) return { day, state: 'good' };
    return { day, state: one.bad * 10 < one.sampled ? 'some' : 'bad' };
  });
}

/** How many of the sampled minutes were good: `99.93 %`, truncated; undefined without samples. */
export function goodShare(
  days: readonly Day[],
  part: Part,
): { readonly percent: string; readonly minutes: number } | undefined {
  const own = days.filter(one => one.part === part);
  const minutes = own.reduce((sum, one) => sum + one.sampled, 0);
  if (minutes === 0) return undefined;
  const good = minutes - own.reduce((sum, one) => sum + one.bad, 0);
  const hundredths = Math.floor((good * 10_000) / minutes);
  return { percent: `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`, minutes };
}
