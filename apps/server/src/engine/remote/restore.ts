import pg from 'pg';
import type { DatabaseLog } from '../../database/log.ts';
import { ownBundle } from '../cores/released.ts';
import { EngineError } from '../engine-error.ts';
import { MarketData } from '../market-data/market-data.ts';
import { projectedSequence } from '../projecting/position.ts';
import { recover, type Recovered } from '../recovery.ts';

export interface RestoreOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly now: () => number;
  readonly unreleased: boolean;
  readonly savesCandles: boolean;
}

export interface Restored {
  readonly found: Recovered;
  /** Hash of this program's core. */
  readonly core: string;
  readonly marketData: MarketData;
}

/**
 * State and market data of one moment: both are read in one transaction that sees the database as it was when it began,
 * while the core goes on. Writes nothing; market data save candles later if asked to.
 */
export async function restoreFollower(options: RestoreOptions): Promise<Restored> {
  const { pool, databaseUrl, log, now, unreleased, savesCandles } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'tallystick follower',
    keepAlive: true,
  });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const found = await recover(client, {
      unreleased,
      // Not further than the tables, from which market data are read.
      untilSequence: await projectedSequence(client),
      onBadSnapshot: bad => log.warn(bad, 'a snapshot is not to be believed and passed over'),
    });
    const { hash: core } = await ownBundle();
    // Its rows would be read by a core that did not write them.
    if (found.seam !== null) {
      throw new EngineError(
        `another core wrote the journal up to sequence ${found.position.sequence}: the core of this version has not ` +
          'taken over yet',
      );
    }
    const { exchange } = found;
    const passive = { loadFrom: client, saves: savesCandles };
    const marketData = await MarketData.start({ pool, exchange, log, now, passive });
    await client.query('commit');
    return { found, core, marketData };
  } finally {
    await client.end();
  }
}
