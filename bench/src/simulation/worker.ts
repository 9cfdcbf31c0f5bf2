import { HOURS_A_DAY, playDay } from './day.ts';
import { Finding } from './judge/finding.ts';
import type { Laboratory } from './laboratory.ts';
import type { HourReport } from './world.ts';

/** A process that plays days, as it is told. */
export interface DayOrder {
  readonly laboratory: Laboratory;
  readonly seed: number;
  readonly day: number;
  readonly hours: number;
}

export type WorkerMessage =
  | { readonly type: 'hour'; readonly report: HourReport }
  | {
      readonly type: 'day';
      readonly counts: readonly (readonly [string, number])[];
      readonly history: string;
    }
  | { readonly type: 'found'; readonly hour: number; readonly lines: readonly string[] };

/** Beyond this time without an end of an hour something waits for ever; no seed decides by it. */
const STANDS_STILL_MS = Number(process.env['SIMULATION_STANDS_STILL_MS'] ?? 600_000);
const SHOWN_WISHES = 12;

function tell(message: WorkerMessage): void {
  process.send!(message);
}

process.on('message', (order: DayOrder) => void play(order));
process.once('disconnect', () => process.exit());

async function play({ laboratory, seed, day, hours }: DayOrder): Promise<void> {
  let hour = day * HOURS_A_DAY;
  const stands = (): void => {
    tell({ type: 'found', hour, lines: [`nothing has ended for ${STANDS_STILL_MS / 1_000} s`] });
  };
  let watch = setTimeout(stands, STANDS_STILL_MS);
  const played = await playDay(laboratory, {
    seed,
    day,
    hours,
    onHour: report => {
      clearTimeout(watch);
      watch = setTimeout(stands, STANDS_STILL_MS);
      hour = report.hour + 1;
      tell({ type: 'hour', report });
    },
  });
  clearTimeout(watch);
  if ('counts' in played) tell({ type: 'day', counts: [...played.counts], history: played.history });
  else tell({ type: 'found', hour: played.hour, lines: linesOf(played.error, played.recent) });
}

function linesOf(error: unknown, recent: readonly string[]): string[] {
  const said =
    error instanceof Finding
      ? [error.message, `  is      ${error.is}`, `  should  ${error.should}`]
      : [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  return [...said, 'the newest wishes:', ...recent.slice(-SHOWN_WISHES).map(one => `  ${one}`)];
}
