import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NoteKey } from '@tallystick/verify';
import pino from 'pino';
import { Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { FolderStore } from '../../object-store/folder-store.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { Signer } from '../../transparency-log/signer.ts';
import { PriceLog, type PriceLogOptions } from '../price-log.ts';
import { LogWriter } from './log-writer.ts';

export const ORIGIN = 'test.example/price-log';
export const OLD_KEY = Buffer.alloc(32, 1);
export const START_MS = 1_760_000_000_000;

/** A price log with a database and a folder of its own. */
export class TestPriceLog {
  readonly database: Database;
  readonly dataDir: string;
  writer: LogWriter;
  #registry = new Registry();

  private constructor(database: Database, dataDir: string) {
    this.database = database;
    this.dataDir = dataDir;
    this.writer = new LogWriter(database.pool);
  }

  static async create(): Promise<TestPriceLog> {
    return new TestPriceLog(
      await createTestDatabase(),
      await mkdtemp(path.join(tmpdir(), 'tallystick-price-log-')),
    );
  }

  /** Opens the log as a server does; each call is like a restart. */
  open({
    origin = ORIGIN,
    keys = [OLD_KEY],
    ...options
  }: Partial<PriceLogOptions> & { origin?: string; keys?: readonly Buffer[] } = {}): Promise<PriceLog> {
    this.#registry = new Registry();
    return PriceLog.open({
      pool: this.database.pool,
      registry: this.#registry,
      log: pino({ level: 'silent' }),
      now: () => START_MS,
      objects: new FolderStore(this.dataDir),
      signer: new Signer(origin, keys),
      checkpointEveryMs: 10_000,
      keepDays: 1,
      ticksAFile: 256,
      ...options,
    });
  }

  /** What the metric of the log opened last says. */
  async stopped(): Promise<number | undefined> {
    const metric = await this.#registry.getSingleMetric('tallystick_price_log_stopped')?.get();
    return metric?.values[0]?.value;
  }

  /** The next tick is the first one again: as in a database that was put back. */
  beginAgain(): void {
    this.writer = new LogWriter(this.database.pool);
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.dataDir, { recursive: true });
  }
}

export async function keysOf(log: PriceLog): Promise<NoteKey[]> {
  const { keys, origin } = await log.reader.keys();
  return keys.map(key => ({ name: origin, publicKey: key.public_key }));
}
