import { collectDefaultMetrics, Registry } from 'prom-client';
import { awaitDatabase } from '../database/await-database.ts';
import { openDatabase, type Database } from '../database/database.ts';
import type { Pool } from '../database/pool.ts';
import type { Settings } from '../config/settings.ts';
import { Clock } from '../timekeeping/clock.ts';
import { SteadyClock } from '../timekeeping/steady-clock.ts';
import type { Running, ServerOptions } from './running.ts';

/** What a process of any role stands on. */
export async function openGround(
  { settings, log, progress }: ServerOptions,
  { stops }: Pick<Running, 'stops'>,
): Promise<{ readonly database: Database; readonly registry: Registry }> {
  progress('opening the database');
  const { DATABASE_URL: url, DATA_DIR: dataDir, DATABASE_CONNECTIONS: connections, ROLE } = settings;
  // Others go on meanwhile, and somebody is looking after the database.
  if (url !== null && ROLE !== 'all') await awaitDatabase(url, log);
  const database = await openDatabase({ url, dataDir, connections }, log);
  stops.add(() => database.close());
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { database, registry };
}

/** Nobody has judged it yet. */
export function loadClock(pool: Pool, { MODE, CLOCK_LIMIT_MS: limitMs }: Settings): Promise<Clock> {
  return Clock.load(pool, MODE, new SteadyClock({ limitMs }));
}
