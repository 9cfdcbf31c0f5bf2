import type { Command } from '@tallystick/core';
import {
  mixedCommand,
  MIXED_START_MS,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { startTestEngine } from '../engine/testing/test-engine.ts';
import { createTestDatabase } from '../testing/database.ts';
import { auditJournal, type AuditOptions } from './audit-journal.ts';
import type { AuditResult } from './audit-result.ts';
import { eventfulSteps } from './testing/eventful-steps.ts';
import { writeDecidedRows } from './testing/decided-rows.ts';
import { REPLAYED_TABLES, ReplayedOnce } from './testing/replayed-once.ts';

let database: Database;
let nowMs = MIXED_START_MS;
let sequence = 0;

let replayed: ReplayedOnce;

const auditOptions = () => ({
  databaseUrl: database.url,
  unreleased: true,
  idempotencyRetentionMs: 1e12,
  feedRetentionMs: 1e12,
});
const audit = (options: Partial<AuditOptions> = {}): Promise<AuditResult> =>
  auditJournal({ ...auditOptions(), ...options });

/** Commands of every kind, with restarts in between. */
beforeAll(async () => {
  database = await createTestDatabase();
  const [steps = []] = fc.sample(fc.noBias(mixedHistory), { numRuns: 1, seed: 5 });
  const start = () => startTestEngine(database, { maxBatch: 7, snapshotEvery: 200 }, { now: () => nowMs });
  let engine = await start();
  for (const [i, command] of mixedSetup().entries()) {
    await engine.bus.submit(command, { idempotency: { scope: 'setup', key: `${i}`, inputHash: 'h' } });
  }
  const submit = async (waitMs: number, command: () => Command) => {
    nowMs += waitMs;
    if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
    await engine.bus.submit(command());
  };
  for (const { waitMs, command } of eventfulSteps()) await submit(waitMs, () => command);
  for (const [i, step] of steps.entries()) {
    await submit(step.waitMs, () => mixedCommand(step, engine.exchange, nowMs));
    if (i === Math.floor(steps.length / 2)) {
      await engine.stop();
      engine = await start();
    }
  }
  await engine.wake();
  await engine.stop();
  sequence = engine.sequence();
  await writeDecidedRows(database.pool);
  replayed = await ReplayedOnce.open(auditOptions());
});
afterAll(async () => {
  await replayed.close();
  await database.close();
});

describe('an unchanged journal', () => {
  it('replays to everything stored', async () => {
    expect(await replayed.difference()).toBeNull();
    const result = await audit();
    expect(result.firstDifference).toBeNull();
    expect(result).toMatchObject({ ok: true, sequence, notes: [] });
    expect(result.stretches).toHaveLength(1);
    for (const table of [
      'orders',
      'ledger_entries',
      'positions',
      'options',
      'trust_payments',
      'referral_rebates',
      'referral_days',
      'referral_settlements',
      'referral_pending',
      'idempotency',
    ]) {
      expect([table, result.rows[table]]).toEqual([table, expect.toSatisfy((rows: number) => rows > 0)]);
    }
  });
});

/** Tampers with the database as its owner could, and undoes it. */
async function tampered(sql: string, check: () => Promise<void>): Promise<void> {
  const [, table = ''] = /(?:update|delete from|insert into) (\w+)/.exec(sql) ?? [];
  await database.pool.query(`create table untouched as table ${table}`);
  try {
    const { rowCount } = await database.pool.query(sql);
    expect(rowCount).toBeGreaterThan(0);
    await check();
  } finally {
    await database.pool.query(
      `begin; delete from ${table}; insert into ${table} overriding system value select * from untouched;
       drop table untouched; commit`,
    );
  }
}

it('stops at the given sequence and does not compare tables then', async () => {
  const result = await audit({ untilSequence: 100 });
  expect(result).toMatchObject({ ok: true, rows: {} });
  expect(result.sequence).toBeGreaterThanOrEqual(100);
  expect(result.sequence).toBeLessThan(sequence);
});

it('runs the additional checks and changes nothing', async () => {
  const difference = { table: 'heads', key: 'size=1', stored: 'a', computed: 'b', what: 'other' };
  const result = await audit({
    checks: [
      async ({ stored }) => {
        await expect(stored.query('create table x (i int)')).rejects.toThrow('read-only transaction');
        return difference;
      },
    ],
  });
  expect(result).toMatchObject({ ok: false, firstDifference: difference });
});

describe('a changed row of each kind', () => {
  it.each([
    [
      'balances',
      "update balances set available_minor = available_minor + 1 where owner_id = 1 and account = 'spot'",
    ],
    [
      'ledger_entries',
      `delete from ledger_entries where posting_id = (select max(posting_id) from ledger_entries)`,
    ],
    ['orders', 'update orders set fee_minor = fee_minor + 1 where order_id = 1'],
    [
      'trades',
      `insert into trades select trade_id + 1000000, market_id, price_ticks, quantity_lots, quote_minor, taker_side,
         taker_order_id, taker_customer_id, taker_fee_minor, maker_order_id, maker_customer_id, maker_fee_minor, at_ms
       from trades where trade_id = 1`,
    ],
    ['positions', 'update positions set realised_minor = realised_minor + 1'],
    ['perpetual_trades', 'update perpetual_trades set value_minor = value_minor + 1 where trade_id = 1'],
    ['options', 'update options set stake_minor = stake_minor + 1'],
    ['trust_orders', 'update trust_orders set auto_renew = not auto_renew'],
    ['trust_payments', 'delete from trust_payments where day = 1'],
    ['referral_rebates', 'update referral_rebates set fee_minor = fee_minor + 1'],
    ['referral_days', 'update referral_days set amount_minor = amount_minor + 1'],
    ['referral_settlements', 'delete from referral_settlements'],
    ['price_ticks', `update price_ticks set price_e8 = price_e8 + 1 where number = 2`],
    ['idempotency', `update idempotency set result = '[]' where scope = 'setup' and key = '3'`],
    [
      'log_checkpoints',
      `insert into log_checkpoints (origin, size, root, head_hash, at_ms, note) values
         ('test', 1, decode(repeat('ab', 32), 'hex'), decode(repeat('cd', 32), 'hex'), 0, e'test\\n1\\nroot\\ntick ab\\n')`,
    ],
    ['log_trees', `update log_trees set size = 1 where log = 'price'`],
    ['snapshots', `update snapshots set state_hash = repeat('ab', 32)`],
    [
      'journal',
      `update journal set commands = replace(commands, '#state', '#State') where commands like '%#state%'`,
    ],
  ])('is named: %s', async (table, sql) => {
    await tampered(sql, async () => {
      if (!REPLAYED_TABLES.has(table) && table !== 'balances') {
        expect(await replayed.difference()).toMatchObject({ table });
        return;
      }
      const result = await audit();
      expect(result).toMatchObject({ ok: false, firstDifference: { table } });
    });
  });
});
