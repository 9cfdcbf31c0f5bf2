import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from './database/database.ts';
import { SILENT_LOG } from './database/log.ts';
import { until } from './testing/cluster/processes.ts';
import { startReplicatedDatabase, type StandbyPair } from './testing/cluster/standby-pair.ts';
import { scratchFolder } from './testing/scratch-folder.ts';
import { TestServer, type TestCustomer } from './testing/test-server.ts';
import { auth, Traders } from './testing/traders.ts';

let pair: StandbyPair;
let missing: string | null = null;
let database: Database;
let server: TestServer;
let traders: Traders;
let ann: TestCustomer;

beforeAll(async () => {
  const started = await startReplicatedDatabase();
  if ('missing' in started) {
    ({ missing } = started);
    return;
  }
  const { url, replicaUrl } = started;
  ({ pair } = started);
  database = await openDatabase({ url, dataDir: '', connections: 8 }, SILENT_LOG);
  server = await TestServer.start({
    after: {
      database,
      dataDir: (await scratchFolder('replica')).path,
      clock: { nowMs: Date.UTC(2026, 6, 15, 12), wrongMs: 0 },
    },
    settings: { REPLICA_URLS: [replicaUrl] },
  });
  traders = new Traders(server);
  await traders.begin();
  ann = await traders.join();
});
afterAll(async () => {
  await server?.close();
  await pair?.stop();
});
beforeEach(context => {
  if (missing !== null) context.skip(missing);
});

/** How readings at the replica have ended so far. */
async function attempts(result: string): Promise<number> {
  const metric = await server.registry.getSingleMetric('tallystick_history_reads_total')!.get();
  return metric.values.find(({ labels }) => labels['result'] === result)?.value ?? 0;
}

/** An order that is placed and taken off again. */
async function ended(): Promise<number> {
  const { order } = await traders.place(ann, { type: 'limit', price: '59000', quantity: '0.01' });
  await server.call('POST coin/cancel_all', {}, auth(ann));
  return order.order_id;
}

const newest = async (): Promise<number> => (await traders.orders(ann, 'history'))[0]!.order_id;

async function file(): Promise<string> {
  const { body, statusCode } = await server.app.inject({
    method: 'GET',
    url: '/api/statement/file?period=2026&contents=entries&format=csv',
    headers: { authorization: ann.token },
  });
  expect(statusCode).toBe(200);
  return body;
}

/** Lists, sums and files of all modules that read history. */
async function everything() {
  const own = auth(ann);
  return {
    orders: await server.call('GET coin/list', { view: 'history' }, own),
    fills: await server.call('GET coin/fills', {}, own),
    entries: await server.call('POST wallet/legal_log', {}, own),
    transfers: await server.call('GET wallet/hzhistory', {}, own),
    positions: await server.call('POST lever/my_trade', { view: 'history' }, own),
    liquidations: await server.call('GET lever/liquidations', {}, own),
    insurance: await server.call('GET lever/insurance_history', {}, own),
    summary: await server.call('GET statement/summary', { period: '2026' }, own),
    profit: await server.call('GET statement/profit', { period: '2026', method: 'fifo' }, own),
    file: await file(),
  };
}

/** Reads everything; until each of it was read at the replica. */
async function atReplica() {
  let answers: Awaited<ReturnType<typeof everything>>;
  await until(
    async () => {
      const before = await attempts('served');
      answers = await everything();
      return (await attempts('served')) - before >= Object.keys(answers).length;
    },
    () => 'the replica is not used',
  );
  return answers!;
}

it('history is read at the replica, and is the same', async () => {
  const id = await ended();
  const read = await atReplica();
  expect(read.orders.items[0]).toMatchObject({ order_id: id, status: 'cancelled' });
  const lagging = await attempts('lagging');
  await pair.standby.query('select pg_wal_replay_pause()');
  const later = await ended();
  expect(await newest()).toBe(later);
  expect(await attempts('lagging')).toBe(lagging + 1);
  await pair.standby.query('select pg_wal_replay_resume()');
  const both = await atReplica();
  expect(both.orders.items.map(order => order.order_id)).toEqual([later, id]);
  await pair.standby.kill();
  expect(await everything()).toEqual(both);
  await pair.standby.start();
  expect(await atReplica()).toEqual(both);
});
