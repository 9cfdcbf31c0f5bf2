import type { Settings } from '../config/settings.ts';
import { runsUnreleased } from '../composition/engine.ts';
import type { InfrastructureOptions } from '../composition/infrastructure.ts';
import { startFollowerEngine, type FollowerEngine } from '../engine/remote/follower-engine.ts';
import { Link } from '../engine/remote/link.ts';
import { FrameSeal } from '../engine/remote/frame.ts';
import { subjectsOf } from '../engine/remote/subjects.ts';
import type { SpeechOptions } from '../engine/remote/signed-notes.ts';
import { NatsNews } from '../engine/remote/nats-news.ts';
import { natsSettings } from './nats-settings.ts';

export type BesideOptions = Pick<
  InfrastructureOptions,
  'database' | 'clock' | 'registry' | 'log' | 'onFatal' | 'stops'
> & { readonly settings: Settings };

/** News to and from the other processes of the exchange, and the connection that carries them. */
export function openNews({ settings, log, stops }: Pick<BesideOptions, 'settings' | 'log' | 'stops'>) {
  const { connection, prefix, key } = natsSettings(settings);
  const link = new Link({ connection, name: `tallystick ${settings.ROLE} news`, log });
  stops.add(() => link.stop());
  const subjects = subjectsOf(prefix);
  const speech: SpeechOptions = { link, subjects, seal: new FrameSeal(key), log };
  return { speech, news: new NatsNews({ ...speech, link, subject: subjects.news }) };
}

/** The engine of a process beside the core's: see `startFollowerEngine`. */
export async function openFollower(options: BesideOptions): Promise<FollowerEngine> {
  const { settings, database, clock, registry, log, onFatal, stops } = options;
  const follower = await startFollowerEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log,
    registry,
    now: clock.now,
    onRecovered: lastAtMs => clock.follow(lastAtMs, settings.MODE),
    onFatal,
    unreleasedCores: runsUnreleased(settings),
    nats: natsSettings(settings),
    admission: settings.ADMISSION,
    savesCandles: settings.ROLE === 'worker',
  });
  stops.add(() => follower.stop());
  clock.onAdvanced(() => follower.wake());
  return follower;
}
