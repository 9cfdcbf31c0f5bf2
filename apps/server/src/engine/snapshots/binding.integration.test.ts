import { Exchange, type Command, type ReadonlyExchange } from '@tallystick/core';
import { configureCommands, fundedCustomerCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditJournal } from '../../audit/audit-journal.ts';
import { forgeSnapshot } from '../../audit/testing/forge-snapshot.ts';
import type { Database } from '../../database/database.ts';
import { EXIT, exitCodeOf } from '../../shutdown/exit-code.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { packBundle, unpackBundle, type Bundle } from '../cores/bundle.ts';
import { ownBundle } from '../cores/released.ts';
import type { EngineOptions, EngineSettings } from '../engine.ts';
import { GENESIS_HASH, journalHash } from '../journal/chain.ts';
import { journalHashAt } from '../journal/journal-reader.ts';
import { sha256 } from '../replay.ts';
import { writeSnapshot } from './snapshot-store.ts';
import { crash, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

const CREDIT = {
  type: 'credit',
  customerId: 1,
  account: 'spot',
  currencyId: USDT,
  amountMinor: 1_000_000n,
  from: 'faucet',
  reference: 'r',
} as const satisfies Command;

let database: Database;
let engines: TestEngine[] = [];
/** Snapshots reported as errors, and those logged as information. */
let told: string[] = [];
let said: string[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  told = [];
  said = [];
});
afterEach(async () => {
  for (const engine of engines) await engine.stop();
  engines = [];
  await database.close();
});

async function start(
  settings: Partial<EngineSettings> = {},
  options: Partial<EngineOptions> = {},
): Promise<TestEngine> {
  const error = (details: object): void => void told.push(JSON.stringify(details));
  const info = (details: object, message: string): void =>
    void said.push(`${message} ${JSON.stringify(details)}`);
  const log = { info, warn() {}, error };
  const engine = await startTestEngine(database, settings, { log, ...options });
  engines.push(engine);
  return engine;
}

/** Two runs that were stopped in an orderly way, and their snapshots. */
async function twoRuns(): Promise<[first: TestEngine, second: TestEngine]> {
  const first = await start();
  for (const command of [...configureCommands(), ...fundedCustomerCommands(1, 1_000_000_000n)]) {
    await first.bus.submit(command);
  }
  await first.stop();
  const second = await start();
  await second.bus.submit(CREDIT);
  await second.stop();
  return [first, second];
}

/** Saves a snapshot of the newest state without its journal entry. */
async function unnamed(sequence: number, exchange: ReadonlyExchange): Promise<void> {
  const client = await database.pool.connect();
  try {
    const hash = await journalHashAt(client, sequence);
    await writeSnapshot(client, exchange, { sequence, hash: hash! }, 5);
  } finally {
    client.release();
  }
}

function held(engine: TestEngine): bigint {
  return engine.exchange.balance({ ownerId: 1, account: 'spot', currencyId: USDT }).availableMinor;
}

describe('a snapshot is accepted only if the journal names its state', () => {
  it('a forged one is reported and skipped in favour of the one before, then of the whole journal', async () => {
    const [first, second] = await twoRuns();
    await forgeSnapshot(database, { Exchange }, second.sequence());
    const third = await start();
    expect(third.recovered.snapshotSequence).toBe(first.sequence());
    expect(held(third)).toBe(held(second));
    expect(told).toEqual([expect.stringContaining('the journal names another state')]);
    expect(told[0]).toContain(`"sequence":${second.sequence()}`);
    const result = await auditJournal({ databaseUrl: database.url, unreleased: true });
    expect(result.firstDifference).toMatchObject({
      table: 'snapshots',
      key: `sequence=${second.sequence()}`,
    });
    await crash(database, third);
    await forgeSnapshot(database, { Exchange }, first.sequence());
    const fourth = await start();
    expect(fourth.recovered.snapshotSequence).toBe(0);
    expect(held(fourth)).toBe(held(second));
  });

  it('so is one whose entry was changed, or was never written', async () => {
    const [first, second] = await twoRuns();
    for (const [where, reason] of [
      ['null', 'was taken from it'],
      [String(first.sequence()), 'does not name its state'],
      ['1', 'does not name its state'],
    ]) {
      await database.pool.query(`update snapshots set bound_by = ${where} where sequence = $1`, [
        second.sequence(),
      ]);
      const third = await start();
      expect(third.recovered.snapshotSequence).toBe(first.sequence());
      expect(told.splice(0)).toEqual([expect.stringContaining(reason!)]);
      await crash(database, third);
    }
  });

  it('one that a kill cut off from its entry is mentioned once and removed, and is no error', async () => {
    const [, second] = await twoRuns();
    const third = await start();
    await third.bus.submit(CREDIT);
    const taken = third.sequence();
    await unnamed(taken, third.exchange);
    await third.bus.submit(CREDIT);
    await crash(database, third);
    const fourth = await start();
    expect(fourth.recovered.snapshotSequence).toBe(second.sequence());
    expect(fourth.exchange.stateHash()).toBe(third.exchange.stateHash());
    const removed = (): string[] => said.splice(0).filter(line => line.includes('is removed'));
    expect(removed()).toEqual([expect.stringContaining(`{"sequence":${taken}}`)]);
    await crash(database, fourth);
    const fifth = await start();
    expect([removed(), told]).toEqual([[], []]);
    await fifth.stop();
    const result = await auditJournal({ databaseUrl: database.url, unreleased: true });
    expect(result.firstDifference).toBeNull();
  });

  it('one that looks cut off but holds another state is an error at each start, and kept', async () => {
    const [, second] = await twoRuns();
    const third = await start();
    await third.bus.submit(CREDIT);
    const forged = Exchange.restore(third.exchange.snapshot());
    forged.apply(CREDIT, forged.lastAtMs);
    await unnamed(third.sequence(), forged);
    await crash(database, third);
    for (let i = 0; i < 2; i++) {
      const next = await start();
      expect(next.recovered.snapshotSequence).toBe(second.sequence());
      expect(held(next)).toBe(held(third));
      expect(told.splice(0)).toEqual([expect.stringContaining('the journal leads to another state')]);
      await crash(database, next);
    }
  });

  it('changing the entry as well breaks the chain', async () => {
    const [, second] = await twoRuns();
    await forgeSnapshot(database, { Exchange }, second.sequence());
    await database.pool.query(
      `update journal set commands = regexp_replace(commands, '"[0-9a-f]{64}"',
        '"' || (select state_hash from snapshots where sequence = $1) || '"') where last_sequence = $1`,
      [second.sequence()],
    );
    await expect(start()).rejects.toThrow('breaks the chain');
  });

  it('those taken while running are named by a later entry, and accepted', async () => {
    const engine = await start({ snapshotEvery: 40 });
    for (const command of [...configureCommands(), ...fundedCustomerCommands(1, 1_000_000_000n)]) {
      await engine.bus.submit(command);
    }
    const bound = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ sequence: string }>(
        'select sequence from snapshots where bound_by > sequence',
      );
      return Number(rows[0]?.sequence ?? 0);
    };
    for (let i = 0; i < 60; i++) await engine.bus.submit(CREDIT);
    await expect.poll(bound, { timeout: 20_000 }).toBeGreaterThan(0);
    await engine.bus.submit(CREDIT);
    await crash(database, engine);
    const again = await start();
    expect(again.recovered.snapshotSequence).toBe(await bound());
    expect(again.exchange.stateHash()).toBe(engine.exchange.stateHash());
    expect(told).toEqual([]);
    const result = await auditJournal({ databaseUrl: database.url, unreleased: true });
    expect(result.firstDifference).toBeNull();
  });

  it('a run in which nothing happened leaves no new one', async () => {
    const [, second] = await twoRuns();
    await (await start()).stop();
    const again = await start();
    expect(again.sequence()).toBe(second.sequence());
  });
});

/** A core with the same behaviour and another hash: one more line in its bundle. */
async function otherCore(): Promise<Bundle> {
  const { code } = await ownBundle();
  const other = `${code}\n//\n`;
  return { code: other, hash: sha256(other) };
}

/** Changes the database as if that core had written it. */
async function writtenBy(bundle: Bundle): Promise<void> {
  const { rows } = await database.pool.query<{
    first_sequence: string;
    last_sequence: string;
    epoch: string;
    logic_version: number;
    commands: string;
  }>('select * from journal order by first_sequence');
  let before = GENESIS_HASH;
  for (const row of rows) {
    const hash = journalHash(before, {
      firstSequence: Number(row.first_sequence),
      lastSequence: Number(row.last_sequence),
      epoch: Number(row.epoch),
      logicVersion: row.logic_version,
      core: bundle.hash,
      commands: row.commands,
    });
    await database.pool.query(
      'update journal set previous_hash = $1, hash = $2, core = $3 where first_sequence = $4',
      [before, hash, Buffer.from(bundle.hash, 'hex'), row.first_sequence],
    );
    await database.pool.query('update snapshots set journal_hash = $1 where sequence = $2', [
      hash,
      row.last_sequence,
    ]);
    before = hash;
  }
  await database.pool.query('update core_bundles set hash = $1, code = $2', [
    Buffer.from(bundle.hash, 'hex'),
    packBundle(bundle),
  ]);
}

describe('a stretch is replayed by the core that wrote it', () => {
  it('which the engine leaves in a database that lacks it', async () => {
    // The tests' databases have it from the start.
    await database.pool.query('delete from core_bundles');
    await start();
    const { rows } = await database.pool.query<{ hash: Buffer; code: Buffer }>(
      'select hash, code from core_bundles',
    );
    const own = await ownBundle();
    expect(rows.map(({ hash, code }) => unpackBundle(hash.toString('hex'), code))).toEqual([
      { hash: own.hash, code: own.code },
    ]);
  });

  it('from the database; another core takes over with the same state, and records it', async () => {
    const [, second] = await twoRuns();
    const third = await start();
    await third.bus.submit(CREDIT);
    await crash(database, third);
    const other = await otherCore();
    await writtenBy(other);
    const fourth = await start();
    expect(fourth.recovered).toEqual({ snapshotSequence: second.sequence(), replayedCommands: 1 });
    expect(fourth.exchange.stateHash()).toBe(third.exchange.stateHash());
    await fourth.bus.submit(CREDIT);
    await fourth.stop();
    const result = await auditJournal({ databaseUrl: database.url, unreleased: true });
    const own = await ownBundle();
    expect(result).toMatchObject({ firstDifference: null, notes: [] });
    expect(result.stretches).toMatchObject([
      { first: 1, last: third.sequence(), core: other.hash, released: false },
      { first: third.sequence() + 1, core: own.hash },
    ]);
    // Replays from the beginning, across the seam.
    await database.pool.query('delete from snapshots');
    const fifth = await start();
    expect(fifth.exchange.stateHash()).toBe(fourth.exchange.stateHash());
  });

  it('not from the database in live, if it was never released', async () => {
    const first = await start();
    for (const command of configureCommands()) await first.bus.submit(command);
    await crash(database, first);
    await writtenBy(await otherCore());
    const refused = await start({}, { unreleasedCores: false }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('was never released') });
    expect(exitCodeOf(refused)).toBe(EXIT.halted);
  });

  it.each([
    [
      'changed',
      `update core_bundles set code = '\\x1f8b0800000000000003cb2f28c9cccf0300ef5b6fbd06000000'`,
      'changed',
    ],
    ['missing', 'delete from core_bundles', 'is not kept here'],
  ])('is not replayed by anything else when that is %s', async (_name, sql, message) => {
    const first = await start();
    for (const command of configureCommands()) await first.bus.submit(command);
    await crash(database, first);
    await writtenBy(await otherCore());
    await database.pool.query(sql);
    await expect(start()).rejects.toThrow(message);
  });
});
