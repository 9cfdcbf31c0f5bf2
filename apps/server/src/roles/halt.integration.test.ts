import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../shutdown/exit-code.ts';
import { operator } from '../testing/operator.ts';
import { TestCluster } from './testing/cluster.ts';

const opened = await TestCluster.open();
const skipped = 'missing' in opened ? ` (skipped: ${opened.missing})` : '';

let cluster: TestCluster;
beforeAll(() => {
  if (!('missing' in opened)) cluster = opened;
});
afterAll(() => cluster?.close());

describe.skipIf(skipped !== '')(`books that differ in an exchange of several processes${skipped}`, () => {
  it('stop all of it, whoever stands by, until people have released it', async () => {
    const core = await cluster.start('core');
    const others = [
      await cluster.start('worker'),
      await cluster.start('gateway'),
      await cluster.start('core', { waits: true }),
    ];
    const { pool } = cluster.database;
    // The demo's customer has money.
    const tampered = await pool.query(
      'update balances set available_minor = available_minor + 1 where owner_id = 1 and currency_id = 3',
    );
    expect(tampered.rowCount).toBeGreaterThan(0);
    const endings = [core, ...others].map(({ ended }) => ended);
    expect(await Promise.all(endings)).toEqual(endings.map(() => EXIT.halted));
    const { rows } = await pool.query<{ finder: string; reason: string }>('select finder, reason from halts');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.finder).toContain('the worker');
    expect(rows[0]?.reason).toContain('the tables differ from the journal');

    // The books are right again, but nobody has said so.
    await pool.query(
      'update balances set available_minor = available_minor - 1 where owner_id = 1 and currency_id = 3',
    );
    for (const role of ['core', 'gateway'] as const) {
      const refused = await cluster.start(role, { waits: true });
      expect(await refused.ended).toBe(EXIT.halted);
      expect(refused.output()).toContain('released_at');
    }
    await pool.query('update halts set released_at = now()');
    // In the folders of before: what the database remembers nothing else does.
    await cluster.start('core', { dataDir: core.dataDir });
    await cluster.start('worker', { dataDir: others[0]!.dataDir });
    const gateway = await cluster.start('gateway', { dataDir: others[1]!.dataDir });
    const admin = await operator(gateway.url, 'admin');
    expect((await admin.call('GET desk/clock', {})).stopped).toBe(null);
  });
});
