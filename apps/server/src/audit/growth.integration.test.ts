import { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { verifyProjections } from '../engine/projections/verify.ts';
import { createTestDatabase } from '../testing/database.ts';
import { touchedRows } from '../testing/touched-rows.ts';
import { decidedMoney } from './decided-money.ts';

/** Rows per table at first, and how many times as many later. */
const ROWS = 800;
const TIMES = 5;
/** Sorting takes a little more than proportional time; a nested loop would take 25 times as long. */
const MOST = 6.5;
/** With fewer rows the planner may read the whole table instead of using an index. */
const READ_ONCE = 4 * ROWS;

/** Columns that must match between two tables; `i` is the row number. */
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
  // The content of rows does not matter here.
  await database.pool.query(`do $$ declare one record; begin
    for one in select conrelid::regclass as t, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conrelid <> 0
        and conparentid = 0 and coninhcount = 0 loop
      execute format('alter table %s drop constraint %I', one.t, one.conname);
    end loop; end $$`);
  for (const table of Object.keys(VALUES))
    // As after a restore, or in tables that grew since they were last analyzed.
    await database.pool.query(`do $$ declare part regclass; begin
      for part in select relid from pg_partition_tree('${table}') where isleaf loop
        execute format('alter table %s set (autovacuum_enabled = false)', part);
      end loop; end $$`);
});
afterAll(() => database.close());

/** Inserts rows with these numbers, with a value of the right type in every required column. */
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

/** Rows read by each statement of the checks. */
async function work(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const client = await database.pool.connect();
  const query = async (sql: string, values: unknown[] = []): Promise<{ rows: never[] }> => {
    // These rows count as findings, and a check stops after ten findings: without the limit it reads them all.
    found.set(sql, await touchedRows(client, sql.replace(/ limit 10$/, ''), values));
    return { rows: [] };
  };
  const spy = { query } as unknown as ClientBase;
  try {
    await decidedMoney({ stored: spy });
    // The worst plan: nested loops wherever the planner has a choice.
    await client.query('set enable_hashjoin = off; set enable_mergejoin = off');
    await verifyProjections(spy, new Exchange());
  } finally {
    client.release(true);
  }
  return found;
}

it('takes time proportional to the rows, whatever the planner assumes about the tables', async () => {
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
