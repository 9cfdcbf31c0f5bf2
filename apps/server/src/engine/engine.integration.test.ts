import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Exchange } from '@tallystick/core';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { EXIT, exitCodeOf } from '../shutdown/exit-code.ts';
import type { Committed } from './command-bus.ts';
import { journalHash } from './journal/chain.ts';
import { JOURNAL_START } from './journal/journal-reader.ts';
import { verifyProjections } from './projections/verify.ts';
import { FundedEngines, ORDER, orders, submitAll } from './testing/funded-engines.ts';
import { crash, type TestEngine } from './testing/test-engine.ts';
import { writeTables } from './testing/write-tables.ts';

let database: Database;
const engines = new FundedEngines();
const { start, startFunded, count } = engines;
beforeEach(() => {
  database = engines.database;
});

describe('commands', () => {
  it('numbers accepted commands without gaps and answers refusals without journaling them', async () => {
    const engine = await startFunded();
    const before = engine.sequence();
    const answers = await submitAll(engine, [ORDER, { ...ORDER, customerId: 99 }, ORDER]);
    expect(answers.map(answer => answer.sequence)).toEqual([before + 1, before + 1, before + 2]);
    expect(answers[1]!.outcome).toMatchObject({ ok: false, refusal: { code: 'unknown_customer' } });
    const { rows } = await database.pool.query<{ last: number }>(
      'select max(last_sequence)::int as last from journal',
    );
    expect(rows[0]!.last).toBe(before + 2);
    expect(await count('orders')).toBe(2);
  });

  it('shows acknowledged changes in the projections at once', async () => {
    const engine = await startFunded();
    await engine.bus.submit(ORDER);
    const { rows } = await database.pool.query(
      `select frozen_minor from balances where owner_id = 1 and account = 'spot' and currency_id = 3`,
    );
    expect(rows).toEqual([{ frozen_minor: '600000000' }]);
  });

  it('refuses commands when too many wait, and commits all it took', async () => {
    const engine = await startFunded({ queueLimit: 15 });
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => engine.bus.submit(ORDER)));
    const taken = results.filter(result => result.status === 'fulfilled');
    expect(taken).toHaveLength(15);
    for (const result of results.slice(15)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
    }
    expect(await count('orders')).toBe(15);
  });

  it('commits in batches of bounded size', async () => {
    const engine = await startFunded({ maxBatch: 7 });
    await submitAll(engine, orders(50));
    const { rows } = await database.pool.query<{ most: number }>(
      'select max(last_sequence - first_sequence + 1)::int as most from journal',
    );
    expect(rows[0]!.most).toBe(7);
    expect(await count('orders')).toBe(50);
  });

  it('refuses texts that the database could not store', async () => {
    const engine = await startFunded();
    for (const clientOrderId of ['a\0b', '\ud800']) {
      await expect(engine.bus.submit({ ...ORDER, clientOrderId })).rejects.toMatchObject({
        code: 'invalid_text',
      });
    }
    await expect(
      engine.bus.submit(ORDER, { idempotency: { scope: 's', key: '\0', inputHash: 'h' } }),
    ).rejects.toMatchObject({ code: 'invalid_text' });
    await engine.bus.submit(ORDER);
  });

  it('drains: commits what waits and refuses new commands', async () => {
    const engine = await startFunded();
    const waiting = submitAll(engine, orders(100));
    const stopped = engine.stop();
    await expect(engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'stopped' });
    expect(await waiting).toHaveLength(100);
    await stopped;
    expect(await count('orders')).toBe(100);
    expect(await count('snapshots')).toBe(1);
  });
});

describe('idempotency', () => {
  const key = { scope: 'customer:1', key: 'k1', inputHash: 'h1' };

  it('gives the first result to every retry: in the same batch, later, and after a restart', async () => {
    let engine = await startFunded();
    const [first, second] = await Promise.all([
      engine.bus.submit(ORDER, { idempotency: key }),
      engine.bus.submit(ORDER, { idempotency: key }),
    ]);
    const third = await engine.bus.submit(ORDER, { idempotency: key });
    await engine.stop();
    engine = await start();
    const fourth = await engine.bus.submit(ORDER, { idempotency: key });
    expect([first, second, third, fourth].map(answer => answer.replayed)).toEqual([false, true, true, true]);
    const orderOf = ({ outcome }: Committed) =>
      outcome.ok ? outcome.events.find(event => event.type === 'orderChanged') : null;
    expect(orderOf(first)).toMatchObject({ order: { frozenMinor: 600_000_000n } });
    for (const answer of [second, third, fourth]) {
      expect(orderOf(answer)).toEqual(orderOf(first));
      expect([answer.sequence, answer.atMs]).toEqual([first.sequence, first.atMs]);
    }
    expect(await count('orders')).toBe(1);
  });

  it('refuses a key that was used with other input, before and after a restart', async () => {
    let engine = await startFunded();
    const other = { idempotency: { ...key, inputHash: 'h2' } };
    const first = engine.bus.submit(ORDER, { idempotency: key });
    await expect(engine.bus.submit(ORDER, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await first;
    await expect(engine.bus.submit(ORDER, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await engine.stop();
    engine = await start();
    await expect(engine.bus.submit(ORDER, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await count('orders')).toBe(1);
  });

  it('keeps scopes apart', async () => {
    const engine = await startFunded();
    await engine.bus.submit(ORDER, { idempotency: key });
    const other = await engine.bus.submit(ORDER, { idempotency: { ...key, scope: 'customer:2' } });
    expect(other.replayed).toBe(false);
  });
});

describe('recovery', () => {
  const workload = spotCommands({ seed: 7, commands: 6_000, customers: 50, waitingOrders: 200 });

  async function run(engine: TestEngine, from: number, to: number): Promise<void> {
    const all = [...workload.setup, ...workload.commands].map(({ command }) => command);
    for (let i = from; i < Math.min(to, all.length); i += 500) await submitAll(engine, all.slice(i, i + 500));
  }

  it('keeps projections equal to the exchange through a random history', async () => {
    const engine = await start({ maxBatch: 100 });
    await run(engine, 0, Infinity);
    expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
    expect(await count('trades')).toBeGreaterThan(1_000);
    await database.pool.query(
      `update balances set available_minor = available_minor + 1 where owner_id = 1 and currency_id = 3`,
    );
    expect(await verifyProjections(database.pool, engine.exchange)).not.toEqual([]);
  });

  it('comes back to the same state from a snapshot and the journal after it', async () => {
    const first = await start();
    await run(first, 0, 2_000);
    await first.stop();
    const second = await start();
    expect(second.recovered).toMatchObject({ snapshotSequence: first.sequence(), replayedCommands: 0 });
    await run(second, 2_000, 4_000);
    const sequence = second.sequence();
    await crash(database, second);
    const third = await start();
    expect(third.recovered).toEqual({
      snapshotSequence: first.sequence(),
      replayedCommands: sequence - first.sequence(),
    });
    expect(third.exchange.stateHash()).toBe(second.exchange.stateHash());
    await run(third, 4_000, Infinity);
    expect(await verifyProjections(database.pool, third.exchange)).toEqual([]);
  });

  it('skips a damaged snapshot and starts from the one before', async () => {
    const first = await start();
    await run(first, 0, 1_000);
    await first.stop();
    const second = await start();
    await run(second, 1_000, 2_000);
    await second.stop();
    await database.pool.query(
      `update snapshot_chunks set bytes = set_byte(bytes, 1000, get_byte(bytes, 1000) # 1) where sequence = $1`,
      [second.sequence()],
    );
    const third = await start();
    expect(third.recovered.snapshotSequence).toBe(first.sequence());
    expect(third.exchange.stateHash()).toBe(second.exchange.stateHash());
  });

  it('replays the whole journal when no snapshot is left', async () => {
    const first = await start();
    await run(first, 0, 1_000);
    await first.stop();
    await database.pool.query('delete from snapshots');
    const second = await start();
    expect(second.recovered).toEqual({ snapshotSequence: 0, replayedCommands: first.sequence() });
    expect(second.exchange.stateHash()).toBe(first.exchange.stateHash());
  });

  it('takes snapshots while it runs, off the hot path, and keeps the last few', async () => {
    const engine = await start({ snapshotEvery: 300, keepSnapshots: 2 });
    await run(engine, 0, 1_500);
    await expect.poll(() => count('snapshots')).toBeGreaterThan(0);
    await run(engine, 1_500, Infinity);
    await engine.stop();
    expect(await count('snapshots')).toBe(2);
  });

  it.each([
    [
      'a changed command',
      `update journal set commands = replace(commands, '[17', '[16') where first_sequence = $1`,
      'breaks the chain',
    ],
    ['a missing row', 'delete from journal where first_sequence = $1', 'has a gap'],
    [
      'a row claimed by another epoch',
      'update journal set epoch = epoch + 1 where first_sequence = $1',
      'breaks the chain',
    ],
  ])('refuses a journal with %s', async (_name, sql, message) => {
    const first = await start({ maxBatch: 50 });
    await run(first, 0, 1_000);
    await first.stop();
    await database.pool.query('delete from snapshots');
    const { rows } = await database.pool.query<{ first_sequence: string }>(
      'select first_sequence from journal order by first_sequence offset 3 limit 1',
    );
    await database.pool.query(sql, [rows[0]!.first_sequence]);
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining(message) });
    expect(exitCodeOf(refused)).toBe(EXIT.halted);
  });

  it('refuses to replay what another version of the logic wrote', async () => {
    const first = await startFunded();
    await crash(database, first);
    const { rows } = await database.pool.query<{
      first_sequence: string;
      last_sequence: string;
      epoch: string;
      previous_hash: Buffer;
      commands: string;
      core: Buffer;
    }>('select * from journal order by first_sequence desc limit 1');
    const row = rows[0]!;
    const hash = journalHash(row.previous_hash, {
      firstSequence: Number(row.first_sequence),
      lastSequence: Number(row.last_sequence),
      epoch: Number(row.epoch),
      logicVersion: 999,
      core: row.core.toString('hex'),
      commands: row.commands,
    });
    await database.pool.query('update journal set logic_version = 999, hash = $1 where first_sequence = $2', [
      hash,
      row.first_sequence,
    ]);
    await expect(start()).rejects.toThrow('logic version 999');
  });

  it('goes on from the snapshot of an older version, and from its own journal after it', async () => {
    const bytes = readFileSync(
      new URL('../../../../packages/core/src/testing/golden-snapshot-2.bin', import.meta.url),
    );
    const hash = createHash('sha256').update(bytes).digest('hex');
    await database.pool.query(
      `insert into snapshots (sequence, logic_version, journal_hash, state_hash, byte_length)
       values (0, 2, $1, $2, $3)`,
      [JOURNAL_START.hash, hash, bytes.length],
    );
    await database.pool.query('insert into snapshot_chunks (sequence, number, bytes) values (0, 0, $1)', [
      bytes,
    ]);
    await writeTables(database.pool, Exchange.restore(bytes));
    const upgraded = await start();
    expect(upgraded.exchange.openOrders(1)).toHaveLength(2);
    const [order] = upgraded.exchange.openOrders(1);
    await upgraded.bus.submit({ type: 'cancelOrder', customerId: 1, orderId: order!.orderId });
    const state = upgraded.exchange.stateHash();
    await crash(database, upgraded);
    const again = await start();
    expect(again.exchange.stateHash()).toBe(state);
    // The seam: the snapshot made when this version took over.
    expect(again.recovered).toEqual({ snapshotSequence: 1, replayedCommands: 1 });
  });
});
