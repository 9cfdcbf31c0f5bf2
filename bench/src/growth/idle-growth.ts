import { setTimeout as delay } from 'node:timers/promises';
import { runServer, temporaryDataDir } from '@tallystick/server/testing/run-server';
import { temporaryDatabase } from '../orders/temporary-database.ts';
import { gained, tableSizes, type TableSize } from './sizes.ts';

export interface IdleGrowth {
  /** What was gained while it was measured. */
  readonly tables: readonly TableSize[];
  /** Write-ahead log: what a standby and an archive receive. */
  readonly walBytes: number;
  /** Accepted commands, and journal rows' text. */
  readonly commands: number;
  readonly commandBytes: number;
  readonly hours: number;
}

/** First quotes and history are written at the start, once. */
const WARM_UP_MS = 20_000;

/** The demo as `npm start` runs it, with these settings, on a database of its own, for so long. Nobody is logged in. */
export async function idleGrowth(
  env: Readonly<Record<string, string>>,
  minutes: number,
): Promise<IdleGrowth> {
  const database = await temporaryDatabase();
  const folder = await temporaryDataDir();
  try {
    const server = await runServer({
      dataDir: folder.path,
      env: { ...env, DATABASE_URL: database.url },
    });
    try {
      await delay(WARM_UP_MS);
      const { pool } = database;
      const before = await tableSizes(pool);
      const from = await written(pool);
      await delay(minutes * 60_000);
      const after = await tableSizes(pool);
      const to = await written(pool);
      return {
        tables: gained(before, after),
        walBytes: to.wal - from.wal,
        commands: to.commands - from.commands,
        commandBytes: to.commandBytes - from.commandBytes,
        hours: (to.atMs - from.atMs) / 3_600_000,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await folder.remove();
    await database.close();
  }
}

type Pool = Awaited<ReturnType<typeof temporaryDatabase>>['pool'];

async function written(
  pool: Pool,
): Promise<{ wal: number; commands: number; commandBytes: number; atMs: number }> {
  const { rows } = await pool.query<{ wal: string; commands: string; bytes: string }>(
    `select pg_current_wal_lsn() - '0/0'::pg_lsn as wal,
      coalesce(sum(last_sequence - first_sequence + 1), 0) as commands,
      coalesce(sum(octet_length(commands)), 0) as bytes from journal`,
  );
  const { wal, commands, bytes } = rows[0]!;
  return {
    wal: Number(wal),
    commands: Number(commands),
    commandBytes: Number(bytes),
    atMs: performance.now(),
  };
}
