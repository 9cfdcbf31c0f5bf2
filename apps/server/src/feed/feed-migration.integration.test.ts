import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { SILENT_LOG } from '../database/log.ts';
import { migrate } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import { administer, atDatabase } from '../testing/administer.ts';
import { encodeBody, STORED_KINDS } from './codec.ts';
import type { FeedKind } from '../events/event.ts';
import { BEGINNING, readPage } from './reader.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../database/migrations');
/** The first migration of the feed. */
const FEED = '0970';

const name = `test_${randomBytes(6).toString('hex')}`;
let server: string;
let pool: pg.Pool;
let before: string;

beforeAll(async () => {
  server = inject('postgresUrl');
  await administer(server, `create database ${name}`);
  pool = createPool(atDatabase(server, name), 2, SILENT_LOG);
  before = await mkdtemp(path.join(tmpdir(), 'tallystick-migrations-'));
  await cp(MIGRATIONS, before, {
    recursive: true,
    filter: source => !/^\d{4}-/.test(path.basename(source)) || path.basename(source) < FEED,
  });
  await migrate(pool, SILENT_LOG, before);
});
afterAll(async () => {
  await pool.end();
  await administer(server, `drop database ${name} with (force)`);
  await rm(before, { recursive: true });
});

/** A row whose other columns have arbitrary values. */
async function insert(table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_name = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
    [table],
  );
  const nothing = (type: string): unknown => {
    if (type === 'text') return '';
    if (type === 'boolean') return false;
    return type === 'bytea' ? Buffer.alloc(32) : 0;
  };
  const row = { ...Object.fromEntries(rows.map(({ name, type }) => [name, nothing(type)])), ...values };
  const names = Object.keys(row);
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** Two rows of each kind: one reported by the previous version, one not. */
async function writeHistory(): Promise<void> {
  for (const told of [true, false]) {
    const position_id = told ? 1 : 2;
    const of = { position_id, customer_id: 7, market_id: 1, side: 'long', lots: 10, at_ms: 1_000, told };
    await insert('perpetual_stop_triggers', {
      ...of,
      kind: 'stopLoss',
      trigger_ticks: 595_000,
      mark_e8: 5_940,
    });
    await insert('perpetual_liquidations', {
      ...of,
      fee_minor: 2,
      liquidation_fee_minor: 3,
      returned_minor: 5,
    });
    await insert('perpetual_deleveragings', { ...of, against_position_id: 9, value_minor: 11 });
    const funding_id = position_id;
    await insert('perpetual_fundings', { market_id: 1, funding_id, funding_at_ms: 2_000, rate_e8: -5, told });
    // The cursors are at 10.
    const sequence = told ? 10 : 11;
    const option = { ...{ option_id: position_id, customer_id: 7, market_id: 1, sequence }, practice: false };
    const stale = { state: 'settled', result: 'staleExit', payout_minor: 5, settled_at_ms: 3_000 };
    await insert('options', { ...option, ...stale, direction: 'rise', stake_minor: 5 });
    await insert('trust_payments', { order_id: position_id, customer_id: 7, amount_minor: 4, sequence });
    const order = {
      order_id: position_id,
      customer_id: 7,
      principal_minor: 100,
      paid_minor: 4,
      promised_minor: 4,
    };
    await insert('trust_orders', { ...order, state: 'completed', ended_at_ms: 4_000, sequence });
  }
  // Wins and practice options were never notified.
  const other = {
    customer_id: 7,
    direction: 'rise',
    state: 'settled',
    payout_minor: 9,
    settled_at_ms: 1,
    sequence: 12,
  };
  await insert('options', { ...other, option_id: 3, result: 'rise' });
  await insert('options', { ...other, option_id: 4, result: 'staleExit', practice: true });
  for (const state of ['option-told', 'trust-told'])
    await pool.query('insert into server_state (name, value) values ($1, $2)', [state, { sequence: 10 }]);
  await launches();
}

/** Offer 1: the allocation and the first of two releases were notified. Offer 2: nothing. Offer 3 is being returned. */
async function launches(): Promise<void> {
  for (const step of ['allocated', 'released-1'])
    await pool.query('insert into launch_told (offer_id, step, at_ms) values (1, $1, 0)', [step]);
  const order = { customer_id: 7, committed: '[[3,"30"]]', spent: '[[3,"20"]]', changed_at_ms: 5_000 };
  await insert('launch_orders', {
    ...order,
    order_id: 1,
    offer_id: 1,
    allocated_minor: 4,
    released_minor: 4,
  });
  for (const [posting_id, amount_minor] of [
    [1, 1],
    [2, 3],
  ]) {
    const entry = {
      owner_id: 7,
      account: 'spot',
      reason: 'launchRelease',
      reference: 'launch:1',
      at_ms: 6_000,
    };
    await insert('ledger_entries', { ...entry, posting_id, amount_minor });
  }
  await insert('launch_orders', { ...order, order_id: 2, offer_id: 2, allocated_minor: 8 });
  await insert('launch_orders', { ...order, order_id: 3, offer_id: 2, customer_id: 8 });
  await insert('launch_orders', { ...order, order_id: 4, offer_id: 3, spent: '[]', returned: true });
}

it('the feed contains exactly what the cursors before it had not notified', async () => {
  await writeHistory();
  const ran = await migrate(pool, SILENT_LOG);
  expect(ran.filter(file => file >= FEED)).toContain('0971-feed-takes-over.sql');
  const kinds = Object.keys(STORED_KINDS).filter(kind => kind !== 'fills') as FeedKind[];
  const { events } = await readPage(pool, BEGINNING, kinds, 1_000);
  const told = events
    .map(({ kind, customerId, body }) => `${kind} ${customerId} ${encodeBody(body)}`)
    .toSorted();
  const head = '"positionId":2,"marketId":1,"side":"long"';
  expect(told).toEqual(
    [
      `stopTriggered 7 {${head},"stop":"stopLoss","lots":10,"triggerTicks":595000,"markE8":5940}`,
      `positionLiquidated 7 {${head},"lots":10,"markE8":0,"feeMinor":"5","returnedMinor":"5"}`,
      `positionDeleveraged 7 {${head},"lots":10,"markE8":0,"againstPositionId":9,"valueMinor":"11",` +
        '"realisedMinor":"0","returnedMinor":"0"}',
      'fundingSettled null {"marketId":1,"fundingId":2,"fundingAtMs":2000,"rateE8":-5,"markE8":0}',
      'optionSettled 7 {"optionId":2,"marketId":1,"currencyId":0,"practice":false,"direction":"rise","seconds":0,' +
        '"stakeMinor":"5","payoutMinor":"5","result":"staleExit"}',
      'trustInterestPaid null {"sequence":11,"payments":1}',
      'trustOrderEnded 7 {"orderId":2,"currencyId":0,"state":"completed","cycleDays":0,"principalMinor":"100",' +
        '"paidMinor":"4","penaltyMinor":"0"}',
      'launchAllocated 7 {"offerId":2,"orderId":2,"allocatedMinor":"8","committed":[[3,"30"]],"spent":[[3,"20"]]}',
      'launchReleased 7 {"offerId":1,"orderId":1,"releasedMinor":"3"}',
      'launchReturned 7 {"offerId":3,"orderId":4,"committed":[[3,"30"]]}',
    ].toSorted(),
  );
  const { rows } = await pool.query(`select name from server_state where name like '%told'`);
  expect(rows).toEqual([]);
});
