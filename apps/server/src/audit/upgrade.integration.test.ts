import { randomBytes } from 'node:crypto';
import { BTC_USDT, USDT } from '@tallystick/core/testing/demo-exchange';
import { afterEach, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { runBundle } from '../engine/cores/bundle.ts';
import { ownBundle, readReleased, releasedCores } from '../engine/cores/released.ts';
import { startTestEngine, type TestEngine } from '../engine/testing/test-engine.ts';
import { auditJournal } from './audit-journal.ts';
import type { AuditResult } from './audit-result.ts';
import { writeDecidedRows } from './testing/decided-rows.ts';
import { forgeSnapshot } from './testing/forge-snapshot.ts';
import { restorePrevious, unmarkedHistory } from './testing/previous-database.ts';

const left = unmarkedHistory();
let database: Database;
let engines: TestEngine[] = [];

afterEach(async () => {
  for (const engine of engines) await engine.stop();
  engines = [];
  await database.close();
});

async function restore(): Promise<void> {
  database = await restorePrevious(left, `test_${randomBytes(6).toString('hex')}`);
  await writeDecidedRows(database.pool);
}

async function start(): Promise<TestEngine> {
  const engine = await startTestEngine(
    database,
    {},
    { now: () => left.head.lastAtMs, unreleasedCores: false },
  );
  engines.push(engine);
  return engine;
}

/** Writes data of a kind that only the new version has. */
async function goOn(engine: TestEngine): Promise<void> {
  const credit = {
    type: 'credit',
    customerId: 1,
    account: 'spot',
    currencyId: USDT,
    from: 'faucet',
  } as const;
  await engine.bus.submit({ ...credit, amountMinor: 5_000_000_000n, reference: 'new' });
  await engine.bus.submit({ type: 'cancelAllOrders', customerId: 1, marketId: BTC_USDT });
}

function audit(): Promise<AuditResult> {
  return auditJournal({ databaseUrl: database.url, idempotencyRetentionMs: 1e12, feedRetentionMs: 1e12 });
}

it('a database of the previous version is taken over, used further, and audited from its beginning', async () => {
  await restore();
  const first = await start();
  const own = await ownBundle();
  expect(first.recovered.snapshotSequence).toBeGreaterThan(0);
  expect(first.recovered.replayedCommands).toBeGreaterThan(100);
  expect(first.sequence()).toBe(left.head.sequence + 1);
  await goOn(first);
  await first.stop();
  const second = await start();
  expect(second.recovered).toEqual({ snapshotSequence: first.sequence(), replayedCommands: 0 });
  expect(second.exchange.stateHash()).toBe(first.exchange.stateHash());
  const result = await audit();
  expect(result.firstDifference).toBeNull();
  expect(result.stretches).toMatchObject([
    { first: 1, last: left.head.sequence, core: null, logicVersion: 3, released: true },
    { first: left.head.sequence + 1, last: first.sequence(), core: own.hash },
  ]);
  // The old snapshots were not bound to the journal: the audit notes it, and finds them correct.
  expect(result.notes).toEqual([expect.stringContaining(`at sequence ${left.head.sequence + 1} began from`)]);
});

it('a database without snapshots is replayed by the core that wrote it', async () => {
  await restore();
  await database.pool.query('delete from snapshots');
  const engine = await start();
  expect(engine.recovered).toEqual({ snapshotSequence: 0, replayedCommands: left.head.sequence });
  const result = await audit();
  expect(result).toMatchObject({ firstDifference: null, notes: [] });
});

it('the audit finds a snapshot that was forged before the upgrade, at the seam', async () => {
  await restore();
  const { rows } = await database.pool.query<{ sequence: string }>('select sequence from snapshots');
  const before = releasedCores().find(core => core.unmarked)!;
  await forgeSnapshot(database, runBundle(readReleased(before.hash)), Number(rows[0]!.sequence));
  // The tables differ from the forged snapshot.
  await expect(start()).rejects.toThrow('the tables differ from the journal: balance 1/spot/3');
  // The tables are forged as well.
  await database.pool.query(
    `update balances set available_minor = available_minor + case owner_id when 0 then -1 else 1 end * 5000000000000
     where currency_id = 3 and ((owner_id = 1 and account = 'spot') or (owner_id = 0 and account = 'faucet'))`,
  );
  await start();
  const result = await audit();
  expect(result).toMatchObject({
    ok: false,
    firstDifference: { table: 'journal', key: `state after sequence=${left.head.sequence + 1}` },
  });
});

it('a snapshot of the previous version is not used after the upgrade', async () => {
  await restore();
  await (await start()).stop();
  await database.pool.query('delete from snapshots where bound_by is not null');
  const engine = await start();
  // The snapshot that is not bound is skipped.
  expect(engine.recovered.snapshotSequence).toBe(0);
});
