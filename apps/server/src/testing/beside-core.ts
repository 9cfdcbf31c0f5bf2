import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { inject } from 'vitest';
import { openEngine, runsUnreleased, type OpenEngineOptions } from '../composition/engine.ts';
import { SILENT_LOG } from '../database/log.ts';
import { createPool } from '../database/pool.ts';
import { BusServer } from '../engine/remote/bus-server.ts';
import { startFollowerEngine, type FollowerEngine } from '../engine/remote/follower-engine.ts';
import { FrameSeal } from '../engine/remote/frame.ts';
import { Link } from '../engine/remote/link.ts';
import { subjectsOf } from '../engine/remote/subjects.ts';

/** A slow machine is none that has failed. */
const PATIENCE = { answerMs: 100_000, unsentMs: 100_000 };

/**
 * The engine of a process beside the core's, on the NATS server of nats.global.ts. The core is in this process, too, with
 * connections and figures of its own. `wake` lets time pass at the core and waits until that is followed.
 */
export async function openBesideCore(options: OpenEngineOptions): Promise<FollowerEngine> {
  const { settings, database, clock, log, onFatal, stops } = options;
  const connection = { servers: inject('natsUrl') };
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const key = randomBytes(32);
  const pool = createPool(database.url, 4, SILENT_LOG);
  stops.add(() => pool.end());
  const link = new Link({ connection, name: 'core', log });
  // After the core, whose last answers and rows it sends.
  stops.add(() => link.stop());
  const registry = new Registry();
  const core = await openEngine({ ...options, registry, database: { pool, url: database.url } });
  const subjects = subjectsOf(prefix);
  const bus = new BusServer({ link, subjects, seal: new FrameSeal(key), engine: core, log, registry });
  stops.add(() => bus.stop());
  const follower = await startFollowerEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log,
    registry: options.registry,
    now: clock.now,
    onRecovered: lastAtMs => clock.follow(lastAtMs, settings.MODE),
    onFatal,
    unreleasedCores: runsUnreleased(settings),
    nats: { connection, prefix, key },
    admission: settings.ADMISSION,
    patience: PATIENCE,
  });
  stops.add(() => follower.stop());
  const wake = async (): Promise<void> => {
    await core.wake();
    await follower.wake();
  };
  clock.onAdvanced(wake);
  return { ...follower, wake };
}
