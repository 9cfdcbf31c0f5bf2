import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOCK_GO_ON_REASONS } from '@tallystick/protocol/desk/calls/clock';
import { agree, operator } from '../testing/operator.ts';
import type { Caller } from '../testing/caller.ts';
import { untilReady, type RunningServer } from '../testing/run-server.ts';
import { TestCluster } from './testing/cluster.ts';

const opened = await TestCluster.open();
const skipped = 'missing' in opened ? ` (skipped: ${opened.missing})` : '';

let cluster: TestCluster;
let core: RunningServer;
let admin: Caller;
beforeAll(async () => {
  if ('missing' in opened) return;
  cluster = opened;
  core = await cluster.start('core');
  const [, gateway] = await Promise.all([cluster.start('worker'), cluster.start('gateway')]);
  admin = await operator(gateway.url, 'admin');
});
afterAll(() => cluster?.close());

/** As if the machine had counted less than its clock says since a core last ran on it. */
async function setBack(ms: number): Promise<void> {
  const shifted = async (): Promise<number> => {
    const { rowCount } = await cluster.database.pool.query(
      `update server_state set value = jsonb_set(value, '{timeMs}', to_jsonb((value ->> 'timeMs')::float8 - $1))
       where name = 'clock-uptime'`,
      [ms],
    );
    return rowCount!;
  };
  await expect.poll(shifted).toBe(1);
}

/** What the machine has counted, as the core has kept it. */
async function kept(): Promise<unknown> {
  const { rows } = await cluster.database.pool.query<{ value: unknown }>(
    `select value from server_state where name = 'clock-uptime'`,
  );
  return rows[0]!.value;
}

const stopped = async () => (await admin.call('GET desk/clock', {})).stopped;
/** Another core waits for the lease. */
const isAwaited = async (): Promise<boolean> => {
  const { rowCount } = await cluster.database.pool.query(
    `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
     where l.locktype = 'advisory' and not l.granted`,
  );
  return rowCount === 1;
};

describe.skipIf(skipped !== '')(`the clock of a core that has no desk${skipped}`, () => {
  it('in doubt, is seen and confirmed at a gateway’s, and what was of before a takeover counts no more', async () => {
    expect(await stopped()).toBe(null);
    await core.kill();
    await setBack(3_600_000);
    const wrong = await kept();
    const second = await cluster.start('core', { waits: true });
    await expect.poll(stopped).toMatchObject({ reason: 'uptime' });
    const { reason, since_ms, difference_ms } = (await stopped())!;
    const goOn = CLOCK_GO_ON_REASONS.find(one => one === reason)!;
    const change = { reason: goOn, since_ms, difference_ms };
    await agree(admin, 'compliance', { kind: 'clock', change, note: 'It is right' });
    await expect.poll(stopped).toBe(null);

    await expect.poll(kept).not.toEqual(wrong);
    const right = await kept();
    await setBack(3_600_000);
    const third = await cluster.start('core', { waits: true });
    await expect.poll(isAwaited).toBe(true);
    await cluster.database.pool.query(`update server_state set value = $1 where name = 'clock-uptime'`, [
      JSON.stringify(right),
    ]);
    await second.kill();
    await untilReady(third.metricsUrl.replace('/metrics', ''), () => false);
    expect(await stopped()).toBe(null);
  });
});
