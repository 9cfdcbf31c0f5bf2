import { DAY_MS } from '@tallystick/core/durations';
import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { companyBooks } from '../../audit/company-books.ts';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { historyFloor } from '../../engine/history/floors.ts';
import { HistoryKeeper } from '../../engine/history/history-keeper.ts';
import { startTestEngine, type TestEngine } from '../../engine/testing/test-engine.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { BooksBroken } from './bookings.ts';
import { BooksCounter } from './counter.ts';
import { writeLedgerFile } from './ledger-file.ts';
import { monthOfDay } from './months.ts';
import { readPosition } from './turnovers.ts';

let database: Database;
let engine: TestEngine;
let client: pg.Client;
let nowMs = MIXED_START_MS;
let seed = 1;

/** Twelve days of trading, of which a week is kept; the books have not begun. */
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  engine = await startTestEngine(database, {}, { now: () => nowMs });
  for (const command of mixedSetup()) await engine.bus.submit(command);
  await play(6);
  for (let day = 0; day < 12; day++) await aDayLater();
}, 120_000);
afterAll(async () => {
  await client.end();
  await engine.stop();
  await database.close();
});

async function play(histories: number): Promise<void> {
  for (const step of fc.sample(fc.noBias(mixedHistory), { numRuns: histories, seed: seed++ }).flat()) {
    // Histories have waits of months; here days are counted.
    nowMs += step.waitMs % 60_000;
    if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
    await engine.bus.submit(mixedCommand(step, engine.exchange, nowMs));
  }
}

async function aDayLater(): Promise<void> {
  nowMs += DAY_MS;
  await new HistoryKeeper({
    pool: database.pool,
    log: SILENT_LOG,
    retention: { historyMs: 7 * DAY_MS, journalMs: null },
    results: { prune: () => Promise.resolve() },
    now: () => nowMs,
    clockStopped: undefined,
  }).turn(nowMs);
  await play(1);
}

const counter = () => new BooksCounter({ pool: database.pool, exchange: engine.exchange });

/** What the audit finds in the books, and whether they have what customers have by the ledger. */
async function differs(): Promise<unknown> {
  const { exchange } = engine;
  const found = await companyBooks({ stored: client, exchange });
  if (found !== null) return found;
  const { rows } = await client.query(`select * from (
      select currency_id, sum(credit_minor - debit_minor) as minor from company_turnovers
       where account in (2230, 2310) group by 1) as counted
    full join (
      select currency_id, sum(amount_minor) as minor from ledger_entries
       where owner_id = 0 and account in ('referral', 'perpetualClearing') group by 1) as booked using (currency_id)
    where counted.minor is distinct from booked.minor`);
  return rows[0] ?? null;
}

/** Postings of trades of which only the rebate is left. */
async function parts(): Promise<number> {
  const { first } = await historyFloor(database.pool, 'ledger_entries');
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from ledger_entries
      where reason in ('trade', 'perpetualTrade') and account in ('referral', 'insurance') and posting_id < $1`,
    [first],
  );
  return rows[0]!.count;
}

it('the books begin after retention has added up entries, and agree with the ledger', async () => {
  expect(await parts()).toBeGreaterThan(0);
  await counter().count();
  expect((await readPosition(database.pool)).postingId).toBe(engine.exchange.lastPostingId);
  expect(await differs()).toBeNull();
});

it('what they have not counted is not added up', async () => {
  const { postingId } = await readPosition(database.pool);
  for (let day = 0; day < 14; day++) await aDayLater();
  const { first } = await historyFloor(database.pool, 'ledger_entries');
  expect(first).toBeLessThanOrEqual(postingId + 1);
  await counter().count();
  expect(await differs()).toBeNull();
  await aDayLater();
  expect((await historyFloor(database.pool, 'ledger_entries')).first).toBeGreaterThan(postingId);
});

it('a month of which entries are added up has no file any more', async () => {
  const month = monthOfDay(Math.floor(MIXED_START_MS / DAY_MS));
  await expect(writeLedgerFile(database.pool, month, '/dev/null', () => {})).rejects.toThrow(BooksBroken);
});
