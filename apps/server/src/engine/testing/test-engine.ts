import { Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import type { Queries } from '../../database/rows.ts';
import type { CoreEngine } from '../core-engine.ts';
import type { Engine, EngineOptions, EngineSettings } from '../engine.ts';
import { startEngine } from '../start-engine.ts';

/** A Wednesday noon, so that results do not depend on the day of the test. */
export const NOW_MS = Date.UTC(2026, 6, 15, 12);

export interface TestEngine extends Engine, Pick<CoreEngine, 'run'> {
  /** Resolves to the reason why the engine gave up. */
  readonly fatal: Promise<unknown>;
}

/** An engine whose clock stands still, unless `options` have another clock. */
export async function startTestEngine(
  database: Pick<Database, 'pool' | 'url'>,
  settings: Partial<EngineSettings> = {},
  options: Partial<EngineOptions> = {},
): Promise<TestEngine> {
  const fatal = Promise.withResolvers<unknown>();
  const engine = await startEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry: new Registry(),
    now: () => NOW_MS,
    onFatal: fatal.resolve,
    settings: { gatherMs: 0, ...settings },
    ...options,
  });
  return { ...engine, fatal: fatal.promise };
}

/** Cuts the engine's connection, as a crash would, and waits until it has noticed and the lease is free. */
export async function crash(database: { readonly pool: Queries }, engine: TestEngine): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(l.pid, 60000) from pg_locks l
     join pg_database d on d.oid = l.database and d.datname = current_database()
     where l.locktype = 'advisory' and l.objid = 7465121 and l.granted`,
  );
  await engine.fatal;
  // As its process ends: those who share its pool read on.
  await engine.stop();
}
