import { SILENT_LOG } from '@tallystick/server/database/log';
import { startEngine } from '@tallystick/server/engine/start-engine';
import { Registry } from 'prom-client';
import { CUSTOMERS, submitSetup } from './limit-orders.ts';
import { sendOrders } from './send-orders.ts';
import { temporaryDatabase } from './temporary-database.ts';

export interface EngineMeasurement {
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of this process per order, in microseconds, without PostgreSQL's. */
  readonly cpuUs: number;
}

/** The sequencer and the database alone: `inFlight` senders, each waiting for its answer before the next order. */
export async function measureEngine(
  inFlight: number,
  warmUpMs: number,
  measureMs: number,
): Promise<EngineMeasurement> {
  const database = await temporaryDatabase();
  const registry = new Registry();
  const engine = await startEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry,
    onFatal: error => {
      throw error;
    },
  });
  try {
    await submitSetup(engine.bus, CUSTOMERS);
    const cpuBefore = process.cpuUsage();
    const { latencies, sent } = await sendOrders(engine.bus, inFlight, warmUpMs, measureMs);
    const { user, system } = process.cpuUsage(cpuBefore);
    if (process.argv.includes('--metrics')) process.stderr.write(await registry.metrics());
    return {
      ordersPerSecond: latencies.count / (measureMs / 1000),
      p50Ms: latencies.percentile(0.5),
      p99Ms: latencies.percentile(0.99),
      cpuUs: (user + system) / sent,
    };
  } finally {
    await engine.stop();
    await database.close();
  }
}
