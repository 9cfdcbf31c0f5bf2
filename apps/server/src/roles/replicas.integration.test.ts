import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startReplicatedDatabase, type StandbyPair } from '../testing/cluster/standby-pair.ts';
import { NatsServer } from '../testing/nats.ts';
import type { RunningServer } from '../testing/run-server.ts';
import { BTC_USDT, priceNearIndex } from './testing/bitcoin-price.ts';
import { ExchangeProcesses } from './testing/exchange-processes.ts';
import { newCustomer } from './testing/new-customer.ts';

let missing: string | null = null;
let nats: NatsServer;
let pair: StandbyPair;
let processes: ExchangeProcesses;
let a: RunningServer;
let b: RunningServer;

beforeAll(async () => {
  const bus = await NatsServer.open();
  if ('missing' in bus) {
    ({ missing } = bus);
    return;
  }
  nats = bus;
  const started = await startReplicatedDatabase();
  if ('missing' in started) {
    ({ missing } = started);
    return;
  }
  ({ pair } = started);
  processes = await ExchangeProcesses.open(started.url, nats, { REPLICA_URLS: started.replicaUrl });
  await processes.start('core');
  const others = await Promise.all([
    processes.start('worker'),
    processes.start('gateway'),
    processes.start('gateway'),
  ]);
  [, a, b] = others;
});
afterAll(async () => {
  await processes?.close();
  await nats?.kill();
  await pair?.stop();
});
beforeEach(context => {
  if (missing !== null) context.skip(missing);
});

/** How many readings of this gateway at the replica have ended so. */
async function attempts({ metricsUrl }: RunningServer, result: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const line = text
    .split('\n')
    .find(each => each.startsWith('tallystick_history_reads_total{') && each.includes(`result="${result}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

it('what was done at one gateway is in the history at the other, which reads it at a replica or not at all', async () => {
  const here = await newCustomer(a.url);
  const ended = async (): Promise<number> => {
    const { order } = await here.call('POST coin/trade', {
      market_id: BTC_USDT,
      side: 'buy',
      price: await priceNearIndex(a.url),
      quantity: '0.001',
    });
    await here.call('POST coin/cancel_all', {});
    return order.order_id;
  };
  const newest = async (): Promise<number | undefined> => {
    here.follow(b.url);
    const { items } = await here.call('GET coin/list', { view: 'history' });
    here.follow(a.url);
    return items[0]?.order_id;
  };
  do {
    const id = await ended();
    expect(await newest()).toBe(id);
  } while ((await attempts(b, 'served')) === 0);
  // From now on the replica has nothing new: it is asked, and the primary answers.
  await pair.standby.query('select pg_wal_replay_pause()');
  const lagging = await attempts(b, 'lagging');
  const id = await ended();
  expect(await newest()).toBe(id);
  expect(await attempts(b, 'lagging')).toBe(lagging + 1);
});
