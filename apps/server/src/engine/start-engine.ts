import { hostname } from 'node:os';
import type pg from 'pg';
import { recoverBeginning } from './beginning.ts';
import { connectEngine, connectProjector } from './connect.ts';
import { openCoreEngine, type CoreEngine } from './core-engine.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { refuseHalted } from './halts.ts';
import { takeLease } from './lease.ts';
import { MarketData } from './market-data/market-data.ts';

/** How this process is called where the lease is held. */
export const HOLDER = `${hostname()}:${process.pid}`;

/** Recovers the exchange from the database and becomes its only writer. */
export async function startEngine(options: EngineOptions): Promise<Engine & Pick<CoreEngine, 'run'>> {
  const { pool, databaseUrl, log } = options;
  const client = await connectEngine(databaseUrl, 'tallystick writer');
  let projecting: pg.Client | null = null;
  let marketData: MarketData | null = null;
  const onFatal = (error: unknown): void => {
    marketData?.end();
    options.onFatal(error);
  };
  try {
    await refuseHalted(client);
    const lease = await takeLease(client, { holder: HOLDER, force: options.force ?? false });
    projecting = await connectProjector(databaseUrl);
    const beginning = await recoverBeginning({ client, projecting, ...lease }, options);
    await options.onRecovered?.(beginning.exchange.lastAtMs);
    const core = await openCoreEngine({ ...options, onFatal }, beginning);
    const { exchange } = core;
    const data = await MarketData.start({ pool, exchange, log, now: options.now ?? Date.now });
    marketData = data;
    core.onCommitted(batch => data.committed(batch));
    core.begin();
    return { ...core, marketData: data, stop: () => core.stop(() => data.stop()) };
  } catch (error) {
    await projecting?.end();
    await client.end();
    throw error;
  }
}
