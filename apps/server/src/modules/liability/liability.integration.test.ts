import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { liabilitiesOf } from '@tallystick/core';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { isHouseAccount } from '@tallystick/protocol/house-accounts';
import { recordHash } from '@tallystick/verify/liability/proof';
import { verify, type ProofOptions } from '@tallystick/verify/verify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { liabilityTotals, newestRecordedPoint, recordedPointsAfter } from './audit-points.ts';

let server: TestServer;
let ann: TestCustomer;
let ben: TestCustomer;

/** It is Wednesday noon, 15 July 2026. */
beforeEach(async () => {
  server = await TestServer.start();
  ann = await server.customer('funded');
  ben = await server.customer('funded');
});
afterEach(async () => {
  await server.close();
});

const step = () => server.services.liability.maker.step();
/** What the app checks; the signed head that it adds is not asked for here. */
const proofOf = async (customer: TestCustomer, point?: number) => {
  const asked = point === undefined ? {} : { point };
  return { ...(await server.call('GET liability/proof', asked, { token: customer.token })), log: null };
};
const points = () => server.call('GET liability/points', {});

/** What the wallet shows of the customer, in minor units by currency. */
async function shownTo(customer: TestCustomer): Promise<Record<string, string>> {
  const { exchange } = server.engine;
  const shown: Record<string, string> = {};
  for (const balance of exchange.balancesOf(customer.id)) {
    const { code } = exchange.currency(balance.currencyId)!;
    const minor = balance.availableMinor + balance.frozenMinor + BigInt(shown[code] ?? 0);
    shown[code] = String(minor);
  }
  return shown;
}

const failures = (file: unknown, options: ProofOptions['liability'] = {}) =>
  verify(file, { liability: options })
    .checks.filter(({ state }) => state === 'failed')
    .map(({ name, problem }) => `${name}: ${problem}`);

async function withdraw(customer: TestCustomer, to: 'trust' | 'contract', amount: string): Promise<void> {
  await server.call(
    'POST wallet/change',
    { currency_id: 3, from: 'spot', to, amount },
    { token: customer.token, key: freshKey() },
  );
}

describe('an audit point', () => {
  it('publishes what is owed, and proves to each customer that it is counted', async () => {
    await withdraw(ann, 'trust', '12.5');
    const made = await step();
    expect(made).toMatchObject({ number: 1, sequence: server.engine.sequence() });
    const { points: listed } = await points();
    expect(listed).toMatchObject([{ point: 1, sequence: made!.sequence, kept: true, record: made!.record }]);
    for (const customer of [ann, ben]) {
      const file = await proofOf(customer);
      const known = {
        holder: customer.email,
        shown: await shownTo(customer),
        recordHash: listed[0]!.record_hash,
      };
      const report = verify(JSON.parse(JSON.stringify(file)), { liability: known });
      expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([]);
      expect(report.verdict).toBe('right');
    }
    const parts = (await proofOf(ann)).statements.find(({ currency }) => currency === 'USDT')!.parts;
    expect(parts).toContainEqual({ part: 'trust', amount: '12500000' });
  });

  it('has totals that are what the ledger owes, without the house', async () => {
    const made = await step();
    const totals = await liabilityTotals(server.database.pool, made!.number);
    for (const { currencyId, totalMinor, houseMinor } of totals) {
      const owed = liabilitiesOf(server.engine.exchange, server.clock.nowMs).filter(
        one => one.currencyId === currencyId,
      );
      const sum = (house: boolean) =>
        owed
          .filter(({ customerId }) => isHouseAccount(customerId) === house)
          .reduce((minor, one) => minor + one.totalMinor, 0n);
      expect([totalMinor, houseMinor]).toEqual([sum(false), sum(true)]);
    }
    expect(await newestRecordedPoint(server.database.pool)).toEqual(made);
    expect(await recordedPointsAfter(server.database.pool, 0, 10)).toEqual([made]);
  });

  it('comes once in each interval, if anything has happened', async () => {
    expect(await step()).toMatchObject({ number: 1 });
    await withdraw(ann, 'trust', '1');
    expect(await step()).toBeNull();
    server.clock.nowMs += HOUR_MS;
    expect(await step()).toMatchObject({ number: 2 });
    server.clock.nowMs += HOUR_MS;
    expect(await step()).toBeNull();
  });

  it('that was chosen and never recorded is chosen again, and seen by nobody before', async () => {
    await server.database.pool.query('insert into audit_points values (1, 1, 5, 5, null)');
    expect((await points()).points).toEqual([]);
    expect(await server.refused('GET liability/proof', {}, { token: ann.token })).toMatchObject({
      code: 'not_found',
    });
    expect(await step()).toMatchObject({ number: 1, sequence: server.engine.sequence() });
    expect((await points()).points).toHaveLength(1);
  });

  it('that cannot be made is told to be late, until it is made', async () => {
    const late = async () =>
      (await server.registry.getSingleMetric('tallystick_audit_point_late_seconds')!.get()).values[0]!.value;
    const { pool } = server.database;
    await pool.query('alter table liability_totals rename to elsewhere');
    await expect(step()).rejects.toThrow('liability_totals');
    server.clock.nowMs += 1_200_000;
    await expect(step()).rejects.toThrow('liability_totals');
    expect(await late()).toBe(1_200);
    await pool.query('alter table elsewhere rename to liability_totals');
    expect(await step()).toMatchObject({ number: 1 });
    expect(await late()).toBe(0);
  });

  it('is as of its moment, whatever comes later', async () => {
    await step();
    const before = await proofOf(ann);
    await withdraw(ann, 'contract', '3');
    server.clock.nowMs += HOUR_MS;
    await step();
    expect(await proofOf(ann, 1)).toEqual(before);
    const later = await proofOf(ann);
    expect(later.record.body.point).toBe(2);
    expect(failures(later, { holder: ann.email, shown: await shownTo(ann) })).toEqual([]);
    expect(failures(before, { recordHash: recordHash(later.record) })).toEqual(['same: roots_differ']);
  });

  it('owes somebody without money nothing, and says so', async () => {
    const poor = await server.customer('empty');
    await step();
    const file = await proofOf(poor);
    expect(file.statements).toEqual([]);
    expect(failures(file, { shown: {} })).toEqual([]);
    expect(failures(file, { shown: { USDT: '5' } })).toEqual(['shown: figures_differ']);
  });

  it('keeps its trees for two days, one a day for a month, and the roots for ever', async () => {
    const made: number[] = [];
    for (let hour = 0; hour < 3; hour++) {
      await withdraw(ann, 'trust', '0.1');
      made.push((await step())!.number);
      server.clock.nowMs += HOUR_MS;
    }
    await server.services.liability.maker.forgetOld();
    expect((await points()).points.map(({ kept }) => kept)).toEqual([true, true, true]);
    server.clock.nowMs += 3 * DAY_MS;
    await server.services.liability.maker.forgetOld();
    expect((await points()).points.map(({ kept }) => kept)).toEqual([false, false, true]);
    expect(
      await server.refused('GET liability/proof', { point: made[2]! }, { token: ann.token }),
    ).toMatchObject({
      code: 'not_found',
    });
    expect((await proofOf(ann, made[0]!)).statements).not.toEqual([]);
    server.clock.nowMs += 30 * DAY_MS;
    await server.services.liability.maker.forgetOld();
    expect((await points()).points.map(({ kept }) => kept)).toEqual([false, false, false]);
    expect(await storedFiles()).toEqual([]);
  });
});

const objectsFolder = () => path.join(server.dataDir, 'objects', 'liabilities');

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(objectsFolder(), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
}

describe('files of a point', () => {
  it('stay if the answer to its commit was lost', async () => {
    const { pool } = server.database;
    const connect = pool.connect.bind(pool);
    const lost = vi.spyOn(pool, 'connect').mockImplementation((async (callback?: never) => {
      if (callback !== undefined) return connect(callback);
      const client = await connect();
      const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
      let isPublishing = false;
      Object.assign(client, {
        query: async (...asked: unknown[]) => {
          const answer = await query(...asked);
          isPublishing ||= String(asked[0]).includes('insert into liability_trees');
          if (!isPublishing || asked[0] !== 'commit') return answer;
          Object.assign(client, { query });
          throw new Error('the connection was lost');
        },
      });
      return client;
    }) as never);
    await expect(step()).rejects.toThrow('the connection was lost');
    lost.mockRestore();
    await server.services.liability.maker.forgetOld();
    expect((await points()).points).toMatchObject([{ point: 1, kept: true }]);
    expect((await proofOf(ann)).statements).not.toEqual([]);
  });

  it('that another process is making stay; those of an attempt that can no longer be recorded go', async () => {
    await step();
    const before = await storedFiles();
    for (const folder of ['1-00000000dead', '2-00000000beef']) {
      await mkdir(path.join(objectsFolder(), folder, '3'), { recursive: true });
      await writeFile(path.join(objectsFolder(), folder, '3', '0'), 'leaves');
    }
    await server.services.liability.maker.forgetOld();
    const left = await storedFiles();
    expect(left.filter(file => !before.includes(file))).toEqual([
      path.join(objectsFolder(), '2-00000000beef', '3', '0'),
    ]);
    expect(left).toEqual(expect.arrayContaining(before));
  });
});

describe('one changed byte', () => {
  it('of any stored file is found when a proof is made from it', async () => {
    await step();
    const files = await storedFiles();
    expect(files.length).toBeGreaterThan(3);
    const found = new Set<string>();
    for (const file of files) {
      const bytes = await readFile(file);
      for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed[at] = changed[at]! ^ 1;
        await writeFile(file, changed);
        for (const customer of [ann, ben]) {
          const { status, body } = await server.try('GET liability/proof', {}, { token: customer.token });
          if (status === 500) found.add(file);
          // Whoever needs nothing of what was changed is handed what is right.
          else if (body.type === 'ok')
            expect(failures({ ...body.data, log: null }, { holder: customer.email })).toEqual([]);
        }
        await writeFile(file, bytes);
      }
    }
    // The tops' file repeats what a tree of one chunk has within it.
    const needed = files.filter(file => !file.endsWith('tops'));
    expect([...found].toSorted()).toEqual(needed.toSorted());
  });

  it.each([
    [
      'a root',
      `update liability_totals set root = set_byte(root, 3, get_byte(root, 3) # 1) where code = 'USDT'`,
    ],
    ['a total', `update liability_totals set total_minor = total_minor - 1 where code = 'USDT'`],
    ['the number of leaves', `update liability_totals set leaves = leaves - 1 where code = 'USDT'`],
    ['where the files are', `update liability_trees set folder = replace(folder, '-', '_')`],
    ['whose file it is', `update liability_trees set firsts = array[2000000000]`],
    ['the record’s number', 'update audit_points set public_record = public_record + 1'],
    [
      'the published record',
      `alter table public_records disable trigger user;
       update public_records set body = replace(body, '"leaves":', '"leaves":1') where kind = 'liabilities'`,
    ],
  ])('of a stored row is found: %s', async (_, sql) => {
    await step();
    const { points: listed } = await points();
    const shown = await shownTo(ann);
    await server.database.pool.query(sql);
    const { status, body } = await server.try('GET liability/proof', {}, { token: ann.token });
    if (status === 500) return;
    const known = { holder: ann.email, shown, recordHash: listed[0]!.record_hash };
    expect(body.type === 'ok' ? failures({ ...body.data, log: null }, known) : ['refused']).not.toEqual([]);
  });
});
