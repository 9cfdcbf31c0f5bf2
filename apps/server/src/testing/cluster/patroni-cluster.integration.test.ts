import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { PatroniCluster } from './patroni-cluster.ts';
import { until } from './processes.ts';

/** On a connection of its own to whoever leads; false while nobody takes it. */
async function kept(cluster: PatroniCluster, id: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: cluster.url(),
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('insert into kept values ($1) on conflict do nothing', [id]);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function all(cluster: PatroniCluster): Promise<number[]> {
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from kept order by id');
  await client.end();
  return rows.map(row => row.id);
}

describe('three database hosts under Patroni', () => {
  it('go on with every acknowledged commit when the leader’s PostgreSQL is killed, or its host', async context => {
    const cluster = await PatroniCluster.start();
    if ('missing' in cluster) return context.skip(cluster.missing);
    try {
      const first = await cluster.untilLed();
      const client = new pg.Client({ connectionString: first.url() });
      await client.connect();
      await client.query('create table kept (id int primary key)');
      await client.end();
      await until(
        () => kept(cluster, 1),
        () => 'nothing is committed',
      );
      await first.killPostgres();
      const second = await cluster.untilLed(first);
      await until(
        () => kept(cluster, 2),
        () => 'nothing is committed after the loss of a host',
      );
      expect(second).not.toBe(first);
      expect(await all(cluster)).toEqual([1, 2]);
      // Until a second one is known to have everything, no other loss may come.
      await cluster.untilFollows(first);
      const third = await cluster.untilLed();
      await third.kill();
      await until(
        () => kept(cluster, 3),
        () => 'nothing is committed after a host lost its power',
      );
      third.start();
      await cluster.untilFollows(third);
      expect(await all(cluster)).toEqual([1, 2, 3]);
    } finally {
      await cluster.close();
    }
  });

  it('go on when the leader’s cable is pulled, and it follows when the cable is back', async context => {
    const cluster = await PatroniCluster.start({ machines: true });
    if ('missing' in cluster) return context.skip(cluster.missing);
    try {
      const first = await cluster.untilLed();
      const client = new pg.Client({ connectionString: first.url() });
      await client.connect();
      await client.query('create table kept (id int primary key)');
      await client.end();
      await until(
        () => kept(cluster, 1),
        () => 'nothing is committed',
      );
      await first.machine!.cut();
      await until(
        () => kept(cluster, 2),
        () => 'nothing is committed after a host was cut off',
      );
      expect(await all(cluster)).toEqual([1, 2]);
      await first.machine!.uncut();
      await cluster.untilFollows(first);
      expect(await all(cluster)).toEqual([1, 2]);
    } finally {
      await cluster.close();
    }
  });
});
