import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoReferral } from '../../demo/referral.ts';
import type { Queryable } from '../../engine/projections/queryable.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { touchedRows } from '../../testing/touched-rows.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';
import { listDays, listInvitees, listPeople } from './store.ts';

let server: TestServer;
let promoter: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  promoter = await server.customer();
  await seedDemoReferral(server.database.pool, server.engine.exchange, server.engine.bus);
  await server.tick(BTC_USDT, 60_000e8);
});
afterAll(() => server.close());

/** Two invitees for each of the 10,000, registered in turn with another promoter's. Returns the range of their ids. */
async function secondLevel(): Promise<{ readonly least: number; readonly most: number }> {
  const { pool } = server.database;
  const other = await server.customer();
  const invite = (round: number, who: string, values: readonly unknown[]) =>
    pool.query(
      `insert into customers (nickname, invitation_code, invited_by, opened, created_at_ms, password_changed_at_ms)
       select 'tally-second', 'SECOND' || ${round} || '-' || id, id, true, 0, 0 from customers where ${who} order by id`,
      [...values],
    );
  await pool.query(
    `insert into customers (nickname, invitation_code, invited_by, opened, created_at_ms, password_changed_at_ms)
     select 'tally-other', 'OTHER' || n, $1, true, 0, 0 from generate_series(1, 2000) as n`,
    [other.id],
  );
  const [own, others] = [`invited_by = $1 and nickname = 'tally-crowd'`, `invited_by = $1`];
  for (const round of [1, 2]) {
    await invite(round, own, [promoter.id]);
    await invite(round, others, [other.id]);
  }
  await pool.query('analyze customers');
  const { rows } = await pool.query<{ least: number; most: number; count: number }>(
    `select min(s.id) as least, max(s.id) as most, count(*)::integer as count
       from customers s join customers f on f.id = s.invited_by where f.invited_by = $1`,
    [promoter.id],
  );
  expect(rows[0]?.count).toBe(20_000);
  expect((await overview()).promoted_second).toBe(20_000);
  return rows[0]!;
}

let touched = 0;
/** Counts the rows that its statements read. */
const counting = {
  query: async (sql: string, values: unknown[]) => {
    touched += await touchedRows(server.database.pool, sql, values);
    return server.database.pool.query(sql, values);
  },
} as unknown as Queryable;

const overview = () => server.call('GET user/invite', {}, auth(promoter));
const returns = async (view: 'days' | 'people') =>
  (await server.call('POST user/my_account_return', { view }, auth(promoter))).items;

describe('10,000 invitees', () => {
  it('are counted, added up and paged through', async () => {
    const { pool } = server.database;
    await pool.query(
      `with invited as (
         insert into customers (nickname, invitation_code, invited_by, opened, created_at_ms, password_changed_at_ms)
         select 'tally-crowd', 'CROWD' || n, $1, true, n, 0 from generate_series(1, 10000) as n returning id)
       insert into referral_days (promoter_id, utc_day, customer_id, level, currency_id, amount_minor, fills)
       select $1, day, id, 1, 3, 1000000, 1 from invited, generate_series(20000, 20029) as day`,
      [promoter.id],
    );
    await pool.query('insert into referral_pending values ($1, 3, 300000000000)', [promoter.id]);
    await pool.query('analyze customers, referral_days');
    expect((await overview()).promoted).toBeGreaterThanOrEqual(10_000);
    const timings: string[] = [];
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const beganAt = performance.now();
      const result = await work();
      timings.push(`${what} ${(performance.now() - beganAt).toFixed(0)} ms`);
      return result;
    };
    const page = await timed('overview', () => overview());
    expect(page.earned).toMatchObject([{ currency: 'USDT', amount: '300000' }]);
    const invited = await timed('people', () =>
      server.call('POST user/my_invite_list', { limit: 100 }, auth(promoter)),
    );
    expect(invited.items).toHaveLength(100);
    expect(invited.items[0]).toMatchObject({ person: 'ta***d', amounts: [{ amount: '30' }] });
    const days = await timed('by day', () => returns('days'));
    expect(days).toHaveLength(20);
    expect(days).toMatchObject(days.map(() => ({ fills: 10_000, people: 10_000, value_usdt: '10000' })));
    expect(await timed('by person', () => returns('people'))).toHaveLength(20);
    server.clock.nowMs += 61_000;
    const { own } = await timed('ranking', () => server.call('POST user/invite_list', {}, auth(promoter)));
    expect(own).toMatchObject({ rank: 1, value_usdt: '300000' });
    console.log(`10,000 invitees: ${timings.join(', ')}`);
  });

  it('cost a page what it shows: at the beginning, in the middle and at the end', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query<{ least: number; most: number }>(
      `select min(id) as least, max(id) as most from customers where invited_by = $1 and nickname = 'tally-crowd'`,
      [promoter.id],
    );
    const { least, most } = rows[0]!;
    for (const cursor of [null, Math.floor((least + most) / 2), least + 100]) {
      touched = 0;
      expect(await listInvitees(counting, promoter.id, 1, cursor, 100)).toHaveLength(100);
      // 100 invitees, each with a few reads for trades; not all 10,000.
      expect(touched).toBeLessThan(1_000);
      touched = 0;
      expect(await listPeople(counting, promoter.id, cursor, 100)).toHaveLength(100);
      // 100 people with thirty days each; not all 300,000 days.
      expect(touched).toBeLessThan(20_000);
    }
    const ofDays = async (limit: number): Promise<number> => {
      touched = 0;
      await listDays(counting, promoter.id, null, limit);
      return touched;
    };
    expect(await ofDays(10)).toBeLessThan(12 * (await ofDays(1)));
  });

  it('cost a page no more in the second level, whoever stands between', async () => {
    const { least, most } = await secondLevel();
    for (const cursor of [null, Math.floor((least + most) / 2), least + 100]) {
      touched = 0;
      expect(await listInvitees(counting, promoter.id, 2, cursor, 100)).toHaveLength(100);
      // A page, not all 20,000 or the 10,000 between.
      expect(touched).toBeLessThan(1_000);
    }
  });

  it('who were there before are given their second promoter by the migration', async () => {
    const migration = new URL('../../database/migrations/1003-second-promoters.sql', import.meta.url);
    const client = await server.database.pool.connect();
    const count = async (where: string): Promise<number> => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::integer from customers c left join customers p on p.id = c.invited_by where ${where}`,
      );
      return rows[0]!.count;
    };
    try {
      await client.query('begin');
      await client.query(
        `drop trigger customers_second_promoter on customers; drop function set_second_promoter;
         alter table customers drop column second_promoter`,
      );
      await client.query(await readFile(migration, 'utf8'));
      expect(await count('c.second_promoter is not null')).toBeGreaterThanOrEqual(20_000);
      expect(await count('c.second_promoter is distinct from p.invited_by')).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('come page by page to the last, each person and day once', async () => {
    const seen = { days: new Set<number>(), people: 0 };
    for (const view of ['days', 'people'] as const) {
      let cursor: string | undefined;
      do {
        const limit = view === 'days' ? 12 : 100;
        const wish = { view, limit, ...(cursor === undefined ? {} : { cursor }) };
        const page = await server.call('POST user/my_account_return', wish, auth(promoter));
        for (const one of page.items) {
          if (one.kind === 'day') seen.days.add(one.day_ms);
          else seen.people++;
        }
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
    }
    expect(seen.days.size).toBe(30);
    expect(seen.people).toBe(10_000);
  });
});
