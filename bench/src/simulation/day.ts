import type { Laboratory } from './laboratory.ts';
import { World, type HourReport } from './world.ts';

/** Each begins with a new exchange, so that a finding is reached again within minutes. */
export const HOURS_A_DAY = 24;
/** Tables are compared with each other, history included, after so many hours, and at the end. */
const VERIFY_EVERY_HOURS = 8;

export interface DayOptions {
  readonly seed: number;
  readonly day: number;
  readonly hours: number;
  readonly onHour?: (report: HourReport) => void;
}

export interface DayReport {
  readonly day: number;
  readonly hours: readonly HourReport[];
  /** How often each command was accepted or refused, by reason; how often each fault came. */
  readonly counts: ReadonlyMap<string, number>;
  /** Hash of all that happened: the same seed has the same. */
  readonly history: string;
}

/** What was found in a day, and when. */
export interface FoundInDay {
  readonly hour: number;
  readonly error: unknown;
  /** The newest wishes. */
  readonly recent: readonly string[];
}

/** Plays hours of a day, from its opening on. */
export async function playDay(
  laboratory: Laboratory,
  { seed, day, hours, onHour }: DayOptions,
): Promise<DayReport | FoundInDay> {
  const reports: HourReport[] = [];
  let world: World | null = null;
  try {
    world = await World.open(laboratory, { seed, day });
    for (let i = 1; i <= hours; i++) {
      const report = await world.hour(day * HOURS_A_DAY + i - 1);
      if (i === hours || i % VERIFY_EVERY_HOURS === 0) await world.verifyTables();
      reports.push(report);
      onHour?.(report);
    }
    return { day, hours: reports, counts: world.counts, history: world.judge.history };
  } catch (error) {
    return { hour: day * HOURS_A_DAY + reports.length, error, recent: world?.recent ?? [] };
  } finally {
    await world?.close();
  }
}
