import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherVersion, ROUNDED_UP, type AnotherVersion } from '../testing/another-version.ts';
import { untilReady, type RunningServer } from '../testing/run-server.ts';
import { EXIT } from '../shutdown/exit-code.ts';
import { BTC_USDT, priceNearIndex } from './testing/bitcoin-price.ts';
import { TestCluster } from './testing/cluster.ts';
import { newCustomer } from './testing/new-customer.ts';

const opened = await TestCluster.open();
const skipped = 'missing' in opened ? ` (skipped: ${opened.missing})` : '';

let cluster: TestCluster;
let newer: AnotherVersion;
beforeAll(async () => {
  if ('missing' in opened) return;
  cluster = opened;
  newer = await anotherVersion(ROUNDED_UP);
});
afterAll(async () => {
  await cluster?.close();
  await newer?.remove();
});

async function ready(server: RunningServer): Promise<void> {
  await untilReady(new URL(server.metricsUrl).origin, () => false);
}

describe.skipIf(skipped !== '')(`an exchange in several processes${skipped}`, () => {
  it('goes on with another logic version whose processes wait for its core', async () => {
    const core = await cluster.start('core');
    const [worker, gateway] = await Promise.all([cluster.start('worker'), cluster.start('gateway')]);
    const someone = await newCustomer(gateway.url);
    const order = {
      market_id: BTC_USDT,
      side: 'buy',
      price: await priceNearIndex(gateway.url),
      quantity: '0.001',
    } as const;
    const placed = await someone.call('POST coin/trade', order);
    const main = newer.file('apps/server/src/main.ts');
    const [nextCore, nextWorker, nextGateway] = await Promise.all([
      cluster.start('core', { main, waits: true }),
      cluster.start('worker', { main, waits: true }),
      cluster.start('gateway', { main, waits: true }),
    ]);
    const waiting = async (): Promise<string[]> => {
      const { rows } = await cluster.database.pool.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory' order by 1`,
      );
      return rows.map(({ name }) => name);
    };
    const isUp = ({ metricsUrl }: RunningServer): Promise<boolean> =>
      fetch(metricsUrl).then(
        () => true,
        () => false,
      );
    // Three processes start at once.
    await expect.poll(() => isUp(nextWorker), { timeout: 200_000 }).toBe(true);
    // The worker waits without a place among those who want to work.
    await expect.poll(waiting).toEqual(['tallystick writer']);
    // The old version works on meanwhile.
    await someone.call('PUT coin/trade', { order_id: placed.order.order_id });
    const kept = await someone.call('POST coin/trade', order);
    expect(await worker.stop()).toBe(EXIT.ordered);
    const another = await cluster.start('worker');
    expect(await another.stop()).toBe(EXIT.ordered);
    expect(await core.stop()).toBe(EXIT.ordered);
    // It cannot follow the new core, and says so to whoever would start it again.
    expect(await gateway.ended).toBe(EXIT.again);
    expect(gateway.output()).toContain('another core goes on');
    await Promise.all([nextCore, nextWorker, nextGateway].map(ready));
    someone.follow(nextGateway.url);
    const { items } = await someone.call('GET coin/list', {});
    expect(items.map(({ order_id: id }) => id)).toEqual([kept.order.order_id]);
    await someone.call('PUT coin/trade', { order_id: kept.order.order_id });
    const { rows } = await cluster.database.pool.query<{ versions: number[] }>(
      'select array_agg(distinct logic_version order by logic_version) as versions from journal',
    );
    expect(rows).toEqual([{ versions: [3, 4] }]);
  });
});
