/**
 * Writes a database as this version leaves it when killed: `node write-history.ts FILE.json.gz`. Copy this file into a
 * checkout of the previous version and run it there, so that the next version has real data to upgrade.
 */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  mixedCommand,
  MIXED_START_MS,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { openDatabase } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import type { Engine } from '../../engine/engine.ts';
import { startEngine } from '../../engine/start-engine.ts';

const TABLES = `select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration' order by 1`;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Which file?');
const dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-history-'));
const database = await openDatabase({ url: null, dataDir, connections: 8 }, SILENT_LOG);
try {
  let nowMs = MIXED_START_MS;
  const start = (): Promise<Engine> =>
    startEngine({
      pool: database.pool,
      databaseUrl: database.url,
      log: SILENT_LOG,
      registry: new Registry(),
      now: () => nowMs,
      onFatal: () => undefined,
      settings: { gatherMs: 0, maxBatch: 9 },
    });
  let engine = await start();
  for (const [i, command] of mixedSetup().entries()) {
    await engine.bus.submit(command, { idempotency: { scope: 'setup', key: `${i}`, inputHash: 'h' } });
  }
  const steps = fc.sample(fc.noBias(mixedHistory), { numRuns: 4, seed: 11 }).flat();
  for (const [i, step] of steps.entries()) {
    nowMs += step.waitMs;
    if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
    await engine.bus.submit(mixedCommand(step, engine.exchange, nowMs));
    if (i !== Math.floor(steps.length / 2)) continue;
    await engine.stop();
    engine = await start();
  }
  // The state on disk after a kill: an earlier snapshot, and the journal after it.
  const { rows } = await database.pool.query<{ name: string }>(TABLES);
  const tables: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await database.pool.query<{ rows: string | null }>(
      `select json_agg(to_jsonb(t))::text as rows from ${name} t`,
    );
    const text = found.rows[0]!.rows;
    if (text !== null) tables[name] = text;
  }
  const migrations = await database.pool.query<{ name: string }>(
    'select name from migration order by number',
  );
  const state = engine.exchange.stateHash();
  const head = { sequence: engine.sequence(), stateHash: state, lastAtMs: engine.exchange.lastAtMs };
  const left = { head, migrations: migrations.rows.map(row => row.name), tables };
  writeFileSync(file, gzipSync(JSON.stringify(left), { level: 9 }));
  await engine.stop();
} finally {
  await database.close();
  await rm(dataDir, { recursive: true });
}
