import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStore } from '../object-store/folder-store.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';
import { createTestDatabase } from '../testing/database.ts';
import type { PriceLog } from './price-log.ts';
import { LogWriter } from './testing/log-writer.ts';
import { TestPriceLog } from './testing/test-price-log.ts';

let fixture: TestPriceLog;
beforeEach(async () => {
  fixture = await TestPriceLog.create();
});
afterEach(() => fixture.close());

describe('a fork is never signed', () => {
  async function signed(count: number): Promise<PriceLog> {
    const log = await fixture.open();
    await fixture.writer.write(count);
    await log.turn();
    return log;
  }
  const change = (sql: string) => fixture.database.pool.query(sql);

  it.each([
    [
      'its newest tick was changed',
      `update price_ticks set hash = sha256('x') where number = 40`,
      'entry_changed',
      40,
    ],
    ['its newest tick is gone', 'delete from price_ticks where number = 40', 'entry_missing', 40],
    [
      'a new tick’s price is not what was hashed',
      'update price_ticks set price_e8 = price_e8 + 1 where number = 45',
      'entry_changed',
      45,
    ],
    [
      'a new tick’s time was changed',
      'update price_ticks set at_ms = 1 where number = 45',
      'entry_changed',
      45,
    ],
    [
      'a new tick’s sources were changed',
      `update price_ticks set sources = '[]' where number = 45`,
      'entry_changed',
      45,
    ],
    ['a new tick is left out', 'delete from price_ticks where number = 45', 'entry_missing', 45],
    [
      'two ticks changed places',
      `update price_ticks set market_id = case market_id when 1 then 2 else 1 end where number in (45, 46)`,
      'entry_changed',
      45,
    ],
  ])('when %s', async (_what, sql, kind, number) => {
    const log = await signed(40);
    await fixture.writer.write(10);
    await change(sql);
    await log.turn();
    expect(log.publisher.fault).toEqual({ kind, number });
    expect(log.publisher.state).toBe('stopped');
    expect(await fixture.stopped()).toBe(1);
    expect((await log.reader.checkpoint()).size).toBe(40);
    expect((await log.reader.keys()).state).toBe('stopped');
    expect(await log.status()).toMatchObject({ state: 'stopped', fault: { kind, number }, signed_ticks: 40 });
    // A restart checks again, with the same result.
    const again = await fixture.open();
    await again.turn();
    expect(again.publisher.state).toBe('stopped');
    expect((await again.reader.checkpoint()).size).toBe(40);
  });

  it('when an old tick was changed: later reads and restarts find it until it is corrected', async () => {
    const log = await signed(600);
    await log.turn();
    await change('update price_ticks set price_e8 = price_e8 + 1 where number = 77');
    for (let turn = 0; turn < 3; turn++) await log.turn();
    expect(log.publisher.fault).toEqual({ kind: 'entry_changed', number: 77 });
    await fixture.writer.write(5);
    const again = await fixture.open();
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'entry_changed', number: 77 });
    await change('update price_ticks set price_e8 = price_e8 - 1 where number = 77');
    const right = await fixture.open();
    await right.turn();
    expect(right.publisher.fault).toBe(null);
    expect((await right.reader.checkpoint()).size).toBe(605);
  });

  it('when the hashes of all later ticks were recomputed: the tree still differs', async () => {
    const log = await signed(40);
    await change('delete from price_ticks where number > 20');
    const { rows } = await fixture.database.pool.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from price_ticks where number = 20`,
    );
    fixture.writer.goOnFrom(20, rows[0]!.hash);
    await fixture.writer.write(30, { priceE8: 200_000_000 });
    await log.turn();
    expect(log.publisher.fault).toEqual({ kind: 'entry_changed', number: 40 });
  });

  it('when the tree was changed', async () => {
    await signed(300);
    await change(
      `update log_tiles set hashes = overlay(hashes placing 'abcd' from 33) where log = 'price' and level = 0 and index = 1`,
    );
    await fixture.writer.write(1);
    const again = await fixture.open();
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'tree_differs_from_checkpoint', number: 300 });
    expect((await again.reader.checkpoint()).size).toBe(300);
  });

  it('when the database was restored to before the last signature, however much follows', async () => {
    await signed(40);
    // As in a restored backup, which does not know the 40 signed ticks.
    await change(`truncate price_ticks, log_tiles, log_checkpoints, log_keys;
      update log_trees set size = 0, head_hash = decode(repeat('00', 32), 'hex')`);
    fixture.beginAgain();
    await fixture.writer.write(30, { priceE8: 200_000_000 });
    const early = await fixture.open();
    await early.turn();
    expect(early.publisher.fault).toEqual({ kind: 'older_than_what_was_signed', number: 40 });
    await fixture.writer.write(30, { priceE8: 200_000_000 });
    const late = await fixture.open();
    await late.turn();
    expect(late.publisher.fault).toEqual({ kind: 'tree_differs_from_checkpoint', number: 40 });
    await expect(late.reader.checkpoint()).rejects.toMatchObject({ code: 'not_yet_signed' });
    // A log that starts again needs another name.
    const anew = await fixture.open({ origin: 'test.example/second-log' });
    await anew.turn();
    expect((await anew.reader.checkpoint()).size).toBe(60);
  });

  it('after a process end between witness and publication: the same tree is signed', async () => {
    await signed(40);
    await change('delete from log_checkpoints');
    const again = await fixture.open();
    await again.turn();
    expect(again.publisher.fault).toBe(null);
    expect((await again.reader.checkpoint()).size).toBe(40);
  });

  it('when what the witness remembers cannot be read; the exchange continues without signatures', async () => {
    await signed(40);
    const file = path.join(fixture.dataDir, 'witness/price/000000000001');
    const before = await readFile(file);
    await writeFile(file, 'nonsense');
    await fixture.writer.write(5);
    const again = await fixture.open();
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'memory_unreadable', number: 40 });
    expect((await again.reader.ticks(45, 1)).ticks).toHaveLength(1);
    await writeFile(file, before);
    const right = await fixture.open();
    await right.turn();
    expect((await right.reader.checkpoint()).size).toBe(45);
  });
});

describe('on several machines', () => {
  /** Answers only while it is told to. */
  class Moody extends FolderStore {
    isSilent = false;
    override list(prefix: string): AsyncGenerator<string> {
      if (this.isSilent) throw new ObjectStoreError('silent');
      return super.list(prefix);
    }
  }

  it('the next signer goes on from the last one’s tree, and the last one does not sign beside it', async () => {
    const first = await fixture.open();
    await fixture.writer.write(40);
    await first.turn();
    const second = await fixture.open();
    await fixture.writer.write(10);
    await second.turn();
    expect((await second.reader.checkpoint()).size).toBe(50);
    await first.turn();
    await fixture.writer.write(5);
    expect(await first.turn()).toBe(false);
    expect(first.publisher.fault).toBe(null);
    await second.turn();
    expect((await second.reader.checkpoint()).size).toBe(55);
    expect(second.publisher.fault).toBe(null);
  });

  it('of two signers that differ one signs, though each has a database of its own', async () => {
    // The same ticks in both, until then.
    const first = await fixture.open();
    await fixture.writer.write(40);
    await first.turn();
    const restored = await createTestDatabase();
    try {
      const forked = new LogWriter(restored.pool);
      await forked.write(40);
      const second = await fixture.open({ pool: restored.pool });
      await forked.write(20, { priceE8: 200_000_000 });
      await fixture.writer.write(10);
      await first.turn();
      await second.turn();
      expect(first.publisher.signed?.size).toBe(50);
      expect(second.publisher.fault).toEqual({ kind: 'tree_differs_from_checkpoint', number: 50 });
      expect(second.publisher.signed).toBe(null);
    } finally {
      await restored.close();
    }
  });

  it('a start without the object store signs nothing until it answers, and then compares first', async () => {
    const objects = new Moody(fixture.dataDir);
    const before = await fixture.open({ objects });
    await fixture.writer.write(40);
    await before.turn();
    await fixture.database.pool.query(`truncate price_ticks, log_tiles, log_checkpoints, log_keys;
      update log_trees set size = 0, head_hash = decode(repeat('00', 32), 'hex')`);
    fixture.beginAgain();
    await fixture.writer.write(60, { priceE8: 200_000_000 });
    objects.isSilent = true;
    const again = await fixture.open({ objects });
    expect(await again.turn()).toBe(false);
    expect([again.publisher.state, again.publisher.signed]).toEqual(['catching_up', null]);
    objects.isSilent = false;
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'tree_differs_from_checkpoint', number: 40 });
    // What was found stays found, also where the next start cannot compare.
    objects.isSilent = true;
    const later = await fixture.open({ objects });
    expect(later.publisher.state).toBe('stopped');
    expect(await later.turn()).toBe(false);
    expect(later.publisher.state).toBe('stopped');
  });

  it('a fault that was put right while the object store was silent ends once it answers', async () => {
    const objects = new Moody(fixture.dataDir);
    const before = await fixture.open({ objects });
    await fixture.writer.write(40);
    await before.turn();
    const price = (change: number) =>
      fixture.database.pool.query(`update price_ticks set price_e8 = price_e8 + ${change} where number = 7`);
    await price(1);
    await before.turn();
    expect(before.publisher.fault).toEqual({ kind: 'entry_changed', number: 7 });
    await price(-1);
    objects.isSilent = true;
    const again = await fixture.open({ objects });
    expect(again.publisher.state).toBe('stopped');
    objects.isSilent = false;
    await fixture.writer.write(2);
    expect(await again.turn()).toBe(true);
    expect(again.publisher.signed?.size).toBe(42);
  });

  it('says when nothing remembers what was signed', async () => {
    const said: string[] = [];
    const log = pino({ level: 'warn' }, { write: line => void said.push(line) });
    const first = await fixture.open({ log });
    await fixture.writer.write(40);
    await first.turn();
    expect(said).toEqual([]);
    await rm(path.join(fixture.dataDir, 'witness'), { recursive: true });
    const again = await fixture.open({ log });
    for (let turn = 0; turn < 2; turn++) await again.turn();
    expect(said.filter(line => line.includes('nothing outside the database remembered'))).toHaveLength(1);
    expect(again.publisher.fault).toBe(null);
  });
});
