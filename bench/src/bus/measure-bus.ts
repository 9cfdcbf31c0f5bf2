import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { startFollowerEngine } from '@tallystick/server/engine/remote/follower-engine';
import { NatsServer } from '@tallystick/server/testing/nats';
import { Registry } from 'prom-client';
import { processorUs } from '../processor-time.ts';
import { sendOrders } from '../orders/send-orders.ts';
import { temporaryDatabase } from '../orders/temporary-database.ts';
import { BUS_PREFIX, type CoreSays } from './core-says.ts';

export interface BusMeasurement {
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per order in microseconds, of each end and of NATS; without PostgreSQL's. */
  readonly gatewayCpuUs: number;
  readonly coreCpuUs: number;
  readonly natsCpuUs: number;
}

/** A gateway in this process, the core in another, NATS between them; each load one after the other. */
export async function measureBus(
  loads: readonly { readonly inFlight: number; readonly warmUpMs: number; readonly measureMs: number }[],
): Promise<BusMeasurement[]> {
  const nats = await NatsServer.open();
  if ('missing' in nats) throw new Error(nats.missing);
  const database = await temporaryDatabase();
  const key = randomBytes(32);
  const core = fork(new URL('core-process.ts', import.meta.url), [
    database.url,
    nats.url,
    key.toString('hex'),
  ]);
  try {
    await once(core, 'message');
    const gateway = await startFollowerEngine({
      pool: database.pool,
      databaseUrl: database.url,
      log: SILENT_LOG,
      registry: new Registry(),
      onFatal: error => {
        throw error;
      },
      nats: { connection: { servers: nats.url }, prefix: BUS_PREFIX, key },
      admission: 10_000,
    });
    const measured: BusMeasurement[] = [];
    for (const { inFlight, warmUpMs, measureMs } of loads) {
      const before = await processorTimes(core, nats.pid);
      const { latencies, sent } = await sendOrders(gateway.bus, inFlight, warmUpMs, measureMs);
      const after = await processorTimes(core, nats.pid);
      measured.push({
        ordersPerSecond: latencies.count / (measureMs / 1000),
        p50Ms: latencies.percentile(0.5),
        p99Ms: latencies.percentile(0.99),
        gatewayCpuUs: (after.gateway - before.gateway) / sent,
        coreCpuUs: (after.core - before.core) / sent,
        natsCpuUs: (after.nats - before.nats) / sent,
      });
    }
    await gateway.stop();
    return measured;
  } finally {
    const ended = once(core, 'exit');
    core.send('stop');
    await ended;
    await nats.kill();
    await database.close();
  }
}

async function processorTimes(core: ChildProcess, natsPid: number) {
  core.send('cpu');
  const [{ cpuUs }] = (await once(core, 'message')) as [CoreSays];
  const { user, system } = process.cpuUsage();
  return { gateway: user + system, core: cpuUs, nats: processorUs(natsPid) };
}
