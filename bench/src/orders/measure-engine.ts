import { randomUUID } from 'node:crypto';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { startEngine } from '@tallystick/server/engine/engine';
import { hashInput } from '@tallystick/server/engine/idempotency/hash-input';
import { Registry } from 'prom-client';
import { Latencies } from './latencies.ts';
import { CUSTOMERS, LimitOrders, submitSetup } from './limit-orders.ts';
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
    const orders = new LimitOrders(1);
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    let sent = 0;
    const fromMs = startedAt + warmUpMs;
    const untilMs = fromMs + measureMs;
    const latencies = new Latencies();
    let customer = 0;
    const sender = async (): Promise<void> => {
      for (;;) {
        const sentAt = performance.now();
        if (sentAt >= untilMs) return;
        const customerId = 1 + (customer++ % CUSTOMERS);
        const order = orders.next(customerId);
        sent++;
        const { type: _, ...input } = order;
        const { outcome } = await engine.bus.submit(order, {
          idempotency: { scope: `customer:${customerId}`, key: randomUUID(), inputHash: hashInput(input) },
        });
        if (!outcome.ok) throw new Error(`an order was refused: ${outcome.refusal.code}`);
        const answeredAt = performance.now();
        if (answeredAt >= fromMs && answeredAt < untilMs) latencies.add(answeredAt - sentAt);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, sender));
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
