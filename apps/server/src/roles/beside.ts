import type { Pool } from '../database/pool.ts';
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
import { awaitOwnCore, refuseOtherCore } from './own-core.ts';
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

/** The engine of a process beside the core's: see `startFollowerEngine`. */
export async function openFollower(options: BesideOptions): Promise<FollowerEngine> {
  const { settings, database, clock, registry, log, onFatal, stops, known } = options;
  // A worker has waited before it took its lease, which it must not hold while it waits.
  if (settings.ROLE === 'worker') await refuseOtherCore(database.pool);
  else await awaitOwnCore(database.pool, log);
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
