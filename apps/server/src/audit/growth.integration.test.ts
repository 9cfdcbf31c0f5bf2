import { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { verifyProjections } from '../engine/projections/verify.ts';
import { createTestDatabase } from '../testing/database.ts';
import { touchedRows } from '../testing/touched-rows.ts';
import { decidedMoney } from './decided-money.ts';

/** Rows of each table at first, and how many times as many later. */
const ROWS = 800;
const TIMES = 5;
/** What is sorted may take a little more than as many times as long; row by row would be 25 times. */
const MOST = 6.5;
/** Less is none too much: an index that is not worth its while any more is left for reading the table. */
const READ_ONCE = 4 * ROWS;

/** What makes rows of two tables meet, by column: `i` is the number of the row. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  balances: { owner_id: 'i', account: `'spot'`, currency_id: '3' },
  ledger_entries: {
    owner_id: '1 + i % 40',
    account: `(array['spot', 'option', 'trust'])[1 + i % 3]`,
    reason: `(array['withdrawal', 'trade', 'deposit'])[1 + i % 3]`,
    reference: `(array['withdrawal:', 'option:', 'trust:', 'deposit:', 'goodwill:', 'faucet:'])[1 + i % 6] || i`,
  },
  orders: { customer_id: '1 + i % 40', order_id: 'i', status: `'waiting'` },
  trades: { trade_id: 'i', taker_order_id: 'i', maker_order_id: 'i' },
  withdrawal_states: { withdrawal_id: 'i', state: `'settled'` },
  customer_debts: { customer_id: 'i' },
  positions: { position_id: 'i', status: `'holding'` },
  perpetual_trades: { trade_id: 'i', taker_effect: `'open'`, maker_effect: `'close'` },
  perpetual_fundings: { funding_id: 'i' },
  perpetual_funding_payments: { customer_id: 'i', position_id: 'i', funding_id: 'i' },
  perpetual_liquidations: { position_id: 'i' },
  options: { option_id: 'i', state: `'settled'` },
  trust_orders: { order_id: 'i', state: `'hosting'` },
  trust_payments: { order_id: 'i', day: '1' },
  launch_orders: { order_id: 'i', committed: `'[]'` },
  launch_commitments: { order_id: 'i' },
  price_ticks: { number: 'i' },
  deposits: { id: 'i', state: `'passed'` },
  deposit_reversals: { id: 'i', deposit_id: 'i', state: `'done'` },
  goodwill: { id: 'i', state: `'paid'` },
  withdrawals: { id: 'i', state: `'passed'` },
  faucet_claims: { id: 'i' },
};

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  // What a row may say is not what is asked here.
  await database.pool.query(`do $$ declare one record; begin
    for one in select conrelid::regclass as t, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conrelid <> 0 loop
      execute format('alter table %s drop constraint %I', one.t, one.conname);
    end loop; end $$`);
  for (const table of Object.keys(VALUES))
    // As in a copy that was restored a moment ago, and in tables that grew since they were looked at.
    await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterAll(() => database.close());

/** Rows from one number to another, with something of its type in every column that must have it. */
async function fill(table: string, from: number, to: number): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; type: string; identity: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attidentity as identity from pg_attribute a
       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
        and (a.attname = any($2) or (a.attnotnull and d.oid is null and a.attidentity = ''))`,
    [table, Object.keys(VALUES[table]!)],
  );
  const plain: Readonly<Record<string, string>> = {
    text: `'x' || i`,
    bytea: `'\\x00'`,
    boolean: 'false',
    jsonb: `'[]'`,
    'integer[]': `'{}'`,
    'text[]': `'{}'`,
  };
  const names = rows.map(({ name }) => name).join(', ');
  const values = rows.map(({ name, type }) => VALUES[table]![name] ?? plain[type] ?? 'i').join(', ');
  await database.pool.query(
    `insert into ${table} (${names}) overriding system value select ${values} from generate_series(${from}, ${to}) as i`,
  );
}

/** What each statement of the checks touches, by its text. */
async function work(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const client = await database.pool.connect();
  const query = async (sql: string, values: unknown[] = []): Promise<{ rows: never[] }> => {
    // All is read where nothing is found; these rows would end it early.
    found.set(sql, await touchedRows(client, sql.replace(/ limit 10$/, ''), values));
    return { rows: [] };
  };
  const spy = { query } as unknown as ClientBase;
  try {
    await decidedMoney({ stored: spy });
    // The worst a planner can come to: where there is a choice, tables are joined row by row.
    await client.query('set enable_hashjoin = off; set enable_mergejoin = off');
    await verifyProjections(spy, new Exchange());
  } finally {
    client.release(true);
  }
  return found;
}

it('takes as much longer as there is more, whatever the planner believes of the tables', async () => {
  for (const table of Object.keys(VALUES)) await fill(table, 1, ROWS);
  const before = await work();
  for (const table of Object.keys(VALUES)) await fill(table, ROWS + 1, TIMES * ROWS);
  const after = await work();
  expect(before.size).toBeGreaterThan(30);
  const worse = Array.from(after, ([sql, rows]) => ({ sql, before: before.get(sql)!, rows })).filter(
    one => one.rows > MOST * Math.max(one.before, READ_ONCE),
  );
  expect(worse).toEqual([]);
});
