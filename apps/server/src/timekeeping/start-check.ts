import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { readState, writeState } from '../database/server-state.ts';

/** In `server_state`. */
const STATE = 'clock-uptime';
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const SAVE_EVERY_MS = 60_000;
/** A database server's clock may differ by this much; nobody knows which one is right. */
const DATABASE_LIMIT_MS = 5_000;
/** Possible correction of a clock while the server is down: 500 ppm, the most that NTP applies. */
const DRIFT = 0.0005;

/** The time, and the machine's count since it was started. */
export interface Uptime {
  /** Id of this boot of the machine; null if it has none. */
  readonly bootId: string | null;
  readonly uptimeMs: number;
  readonly timeMs: number;
}

export async function readUptime(timeMs: number): Promise<Uptime> {
  const bootId = await readFile(BOOT_ID, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null;
    throw error;
  });
  return { bootId: bootId?.trim() ?? null, uptimeMs: uptime() * 1000, timeMs };
}

/**
 * How much further the clock advanced between two moments than the machine counted, if that is too much. Null
 * otherwise, or if the machine was restarted in between.
 */
export function uptimeDifference(before: Uptime, after: Uptime, limitMs: number): number | null {
  if (before.bootId === null || before.bootId !== after.bootId) return null;
  const countedMs = after.uptimeMs - before.uptimeMs;
  const differenceMs = after.timeMs - before.timeMs - countedMs;
  return Math.abs(differenceMs) > limitMs + countedMs * DRIFT ? differenceMs : null;
}

/** Compares the clock, before anything is stamped, with the database's server and the machine's own count. */
export async function checkAtStart(pool: pg.Pool, clock: Clock): Promise<void> {
  const before = await readState<Uptime>(pool, STATE);
  const after = await readUptime(clock.machineNow());
  if (before !== null) clock.wasRight(before.timeMs + clock.aheadMs());
  const uptimeMs = before === null ? null : uptimeDifference(before, after, clock.limitMs);
  if (uptimeMs !== null) clock.doubt('uptime', uptimeMs);

  const differenceMs = await databaseDifference(pool, clock.machineNow);
  if (differenceMs !== null) clock.doubt('database', differenceMs);
}

/**
 * For a process that stamps nothing: whatever was in doubt about its clock no longer is once the machine's is the database
 * server's. Nobody else could say so: people confirm the clock that stamps.
 */
export async function judgeAgain(pool: pg.Pool, clock: Clock): Promise<void> {
  if (clock.ownStop() === null) return;
  if ((await databaseDifference(pool, clock.wall)) === null) clock.forget();
}

/** How much a clock is ahead of the database server's, if that is too much. */
async function databaseDifference(pool: pg.Pool, read: () => number): Promise<number | null> {
  const askedMs = read();
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  const answeredMs = read();
  const differenceMs = (askedMs + answeredMs) / 2 - rows[0]!.ms;
  return Math.abs(differenceMs) > DATABASE_LIMIT_MS + (answeredMs - askedMs) ? differenceMs : null;
}

export interface UptimeKeeper {
  /** At once, because the clock has changed. */
  save(): Promise<void>;
  stop(): Promise<void>;
}

/** Stores the machine's count for the next start, unless the clock is in doubt. */
export function keepUptime(
  pool: pg.Pool,
  clock: Pick<Clock, 'machineNow' | 'stop'>,
  onError: (error: unknown) => void,
): UptimeKeeper {
  const save = async (): Promise<void> => {
    if (clock.stop() === null) await writeState(pool, STATE, await readUptime(clock.machineNow()));
  };
  let saving = Promise.resolve();
  const saveNext = (): Promise<void> => (saving = saving.then(save).catch(onError));
  void saveNext();
  const timer = setInterval(saveNext, SAVE_EVERY_MS);
  timer.unref();
  return {
    save: saveNext,
    async stop() {
      clearInterval(timer);
      await saveNext();
    },
  };
}
