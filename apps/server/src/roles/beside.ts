import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from '../database/log.ts';
import type { Pool } from '../database/pool.ts';
import { ownBundle } from '../engine/cores/released.ts';
import { newestWriter } from '../engine/journal/journal-reader.ts';
import type { Settings } from '../config/settings.ts';
import { runsUnreleased } from '../composition/engine.ts';
import type { InfrastructureOptions } from '../composition/infrastructure.ts';
import { startFollowerEngine, type FollowerEngine } from '../engine/remote/follower-engine.ts';
import type { KnownRun } from '../engine/remote/known-run.ts';
import { Link } from '../engine/remote/link.ts';
import { FrameSeal } from '../engine/remote/frame.ts';
import { subjectsOf } from '../engine/remote/subjects.ts';
import type { SpeechOptions } from '../engine/remote/signed-notes.ts';
import { NatsNews } from '../engine/remote/nats-news.ts';
import type { Clock } from '../timekeeping/clock.ts';
import { readCoreClock } from '../timekeeping/core-clock.ts';
import { natsSettings } from './nats-settings.ts';
import { awaitPassed } from './time-passed.ts';
import type { SharedStateOptions } from './shared-state.ts';

export type BesideOptions = Pick<
  InfrastructureOptions,
  'database' | 'clock' | 'registry' | 'log' | 'onFatal' | 'stops'
> & { readonly settings: Settings; readonly known: KnownRun };

/** News to and from the other processes of the exchange, and the connection that carries them. */
export function openNews({
  settings,
  known,
  log,
  stops,
}: Pick<BesideOptions, 'settings' | 'known' | 'log' | 'stops'>) {
  const { connection, prefix, key } = natsSettings(settings);
  const link = new Link({ connection, name: `tallystick ${settings.ROLE} news`, log });
  stops.add(() => link.stop());
  const subjects = subjectsOf(prefix);
  const speech: SpeechOptions = { link, subjects, seal: new FrameSeal(key), known, log };
  return { speech, news: new NatsNews({ ...speech, link, subject: subjects.news }) };
}

/** Between looks whether the core of this version writes. */
const LOOK_EVERY_MS = 250;

/**
 * Waits until no other core has written last: a process of a new version is ready when its core takes over. Whether a journal's
 * core can be followed decides who reads it.
 */
async function awaitOwnCore(pool: Pool, log: DatabaseLog): Promise<void> {
  const { hash: own } = await ownBundle();
  const isOwn = async (): Promise<boolean> => {
    const writer = await newestWriter(async text => ({ rows: await pool.ask(text) }));
    return writer === null || writer.core === own;
  };
  if (await isOwn()) return;
  log.info({ own }, 'another core writes: this process waits until the one of its version has taken over');
  do await pause(LOOK_EVERY_MS);
  while (!(await isOwn()));
}

/** The engine of a process beside the core's: see `startFollowerEngine`. */
export async function openFollower(options: BesideOptions): Promise<FollowerEngine> {
  const { settings, database, clock, registry, log, onFatal, stops, known } = options;
  await awaitOwnCore(database.pool, log);
  const follower = await startFollowerEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log,
    registry,
    now: clock.now,
    // It stamps nothing: whether the journal ends too early or too late, the core judges.
    onRecovered: lastAtMs => clock.wasRight(lastAtMs),
    onFatal,
    unreleasedCores: runsUnreleased(settings),
    nats: natsSettings(settings),
    known,
    admission: settings.ADMISSION,
    savesCandles: settings.ROLE === 'worker',
    sends: settings.ROLE !== 'feed',
  });
  stops.add(() => follower.stop());
  awaitPassed({ pool: database.pool, clock });
  clock.onAdvanced(() => follower.wake());
  // Before anything is done that needs commands.
  clock.toldOf(await readCoreClock(database.pool));
  return follower;
}

/** The clock of a process beside the core's, which shows what the core says of its own. */
export function besideClock(pool: Pool, clock: Clock): SharedStateOptions['clock'] {
  return {
    async catchUp() {
      await clock.catchUp();
      clock.toldOf(await readCoreClock(pool));
    },
    onAdvancedHere: listener => clock.onAdvancedHere(listener),
    onConfirmedHere: listener => clock.onConfirmedHere(listener),
  };
}
