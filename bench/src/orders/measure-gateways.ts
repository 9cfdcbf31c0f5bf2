import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@tallystick/server/database/database';
import { FolderStore } from '@tallystick/server/object-store/folder-store';
import { openBucket } from '@tallystick/server/testing/bucket-door';
import { NatsServer } from '@tallystick/server/testing/nats';
import { diskFolder } from '@tallystick/server/testing/scratch-folder';
import { alike, startProcesses, type SeveralProcesses } from '@tallystick/server/testing/several-processes';
import { BENCH_KEYS, logIn, startBenchServer } from '../bench-server.ts';
import { processorUs, processorUsWithChildren } from '../processor-time.ts';
import type { LoadResult } from './http-load.ts';
import { CUSTOMERS } from './limit-orders.ts';
import { NODE_FLAGS, runLoad } from './measure-http.ts';
import { temporaryDatabase } from './temporary-database.ts';

export interface GatewaysMeasurement extends LoadResult {
  /** Processor time for an order of the whole exchange, in microseconds. */
  readonly coreUs: number;
  /** Each follows all orders, and takes its share of them. */
  readonly gatewaysUs: readonly number[];
  readonly postgresUs: number;
  readonly natsUs: number;
}

/**
 * Orders through the calls of several gateways in turn: they, the core, NATS, the durable PostgreSQL and the load are processes
 * of their own, as `ROLE` starts them. There is no worker: it has no part in an order.
 */
export async function measureGateways(
  gateways: number,
  connections: number,
  warmUpMs: number,
  measureMs: number,
): Promise<GatewaysMeasurement> {
  const nats = await NatsServer.open();
  if ('missing' in nats) throw new Error(nats.missing);
  const database = await temporaryDatabase();
  const folder = await diskFolder('bench-roles');
  const bucket = await openBucket(new FolderStore(path.join(folder.path, 'bucket')));
  let exchange: SeveralProcesses | null = null;
  try {
    const tokens = await prepare(database);
    const env = {
      ...alike({ databaseUrl: database.url, natsUrl: nats.url, bucketUrl: bucket.url }),
      SECRET_KEY: BENCH_KEYS.secret.toString('hex'),
      DATA_KEY: BENCH_KEYS.data.toString('hex'),
      PRICE_LOG_KEY: BENCH_KEYS.priceLog.toString('hex'),
      RATE_LIMITS: 'off',
      // As `npm start` runs a server.
      NODE_OPTIONS: NODE_FLAGS.join(' '),
    };
    const roles = ['core' as const, ...Array.from({ length: gateways }, () => 'gateway' as const)];
    exchange = await startProcesses(env, folder.path, roles);
    const pids = [exchange.core, ...exchange.gateways].map(({ pid }) => pid);
    const postgres = await postmaster(database);
    const times = (): number[] => [
      processorUsWithChildren(postgres),
      ...[nats.pid, ...pids].map(pid => processorUs(pid)),
    ];
    const before = times();
    const ports = exchange.gateways.map(({ port }) => port);
    const load = await runLoad({ ports, tokens, connections, warmUpMs, measureMs });
    const [postgresUs = 0, natsUs = 0, coreUs = 0, ...gatewaysUs] = times().map(
      (us, index) => (us - before[index]!) / load.orders,
    );
    return { ...load, postgresUs, natsUs, coreUs, gatewaysUs };
  } finally {
    await exchange?.stop();
    await bucket.close();
    await nats.kill();
    await database.close();
    await folder.remove();
  }
}

/** Markets, funded customers and their sessions, whose tokens are returned. */
async function prepare(database: Database): Promise<string[]> {
  const { services, stops } = await startBenchServer(CUSTOMERS, database);
  try {
    return await logIn(services, CUSTOMERS);
  } finally {
    await stops.run();
  }
}

/** The process id of the database's server, which runs on this machine. */
async function postmaster({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const [pid] = (await readFile(path.join(rows[0]!.folder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}
