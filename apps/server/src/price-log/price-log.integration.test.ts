import { readFile, writeFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@tallystick/core/durations';
import { openCheckpoint, verifyGrowth, verifyTicks, type NoteKey } from '@tallystick/verify';
import { includes } from '@tallystick/verify/evidence';
import fc from 'fast-check';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStore } from '../object-store/folder-store.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { PriceLog, type PriceLogOptions } from './price-log.ts';
import { Signer } from '../transparency-log/signer.ts';
import { LogWriter } from './testing/log-writer.ts';

const ORIGIN = 'test.example/price-log';
const OLD_KEY = Buffer.alloc(32, 1);
const NEW_KEY = Buffer.alloc(32, 2);
const START_MS = 1_760_000_000_000;

let database: Database;
let dataDir: string;
let writer: LogWriter;
let registry: Registry;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-price-log-'));
  writer = new LogWriter(database.pool);
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Opens the log as a server does; each call is like a restart. */
function open({
  origin = ORIGIN,
  keys = [OLD_KEY],
  ...options
}: Partial<PriceLogOptions> & { origin?: string; keys?: readonly Buffer[] } = {}): Promise<PriceLog> {
  registry = new Registry();
  return PriceLog.open({
    pool: database.pool,
    registry,
    log: pino({ level: 'silent' }),
    now: () => START_MS,
    objects: new FolderStore(dataDir),
    signer: new Signer(origin, keys),
    checkpointEveryMs: 10_000,
    keepDays: 1,
    ticksAFile: 256,
    ...options,
  });
}

async function keysOf(log: PriceLog): Promise<NoteKey[]> {
  const { keys, origin } = await log.reader.keys();
  return keys.map(key => ({ name: origin, publicKey: key.public_key }));
}

async function stopped(): Promise<number | undefined> {
  const metric = await registry.getSingleMetric('tallystick_price_log_stopped')?.get();
  return metric?.values[0]?.value;
}

describe('checkpoints', () => {
  it('are signed once per state, and verify with the published key', async () => {
    const log = await open();
    await expect(log.reader.checkpoint()).rejects.toMatchObject({ code: 'not_yet_signed' });
    await writer.write(300);
    await log.turn();
    const checkpoint = await log.reader.checkpoint();
    const opened = openCheckpoint(checkpoint.note, await keysOf(log));
    expect(opened).toMatchObject({
      ok: true,
      checkpoint: { origin: ORIGIN, size: 300, root: checkpoint.root },
    });
    const { ticks } = await log.reader.ticks(300, 1);
    expect(ticks[0]?.hash).toBe(checkpoint.tick_hash);
    expect(log.publisher.state).toBe('signing');
    await log.turn();
    expect((await log.reader.checkpoints(1e9, 10)).items).toHaveLength(1);
  });

  it('continue after a restart and catch up in several batches', async () => {
    await writer.write(10);
    const first = await open();
    await first.turn();
    const seen = await first.reader.checkpoint();
    await writer.write(12_000);
    const second = await open();
    expect(second.publisher.state).toBe('catching_up');
    await second.turn();
    const newest = await second.reader.checkpoint();
    expect(newest.size).toBe(12_010);
    const { hashes } = await second.reader.consistency(seen.size, newest.size);
    expect(verifyGrowth(seen.note, newest.note, hashes, await keysOf(second))).toBe(null);
  });

  it('prove any tick and any growth', async () => {
    const log = await open();
    const sizes: number[] = [];
    for (const count of [1, 2, 254, 300, 1, 700]) {
      await writer.write(count);
      await log.turn();
      sizes.push(writer.number);
    }
    const keys = await keysOf(log);
    const pairs = fc.tuple(fc.constantFrom(...sizes), fc.constantFrom(...sizes), fc.nat());
    await fc.assert(
      fc.asyncProperty(pairs, async ([a, b, nat]) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const [earlier, later] = await Promise.all([log.reader.checkpoint(from), log.reader.checkpoint(to)]);
        const growth = await log.reader.consistency(from, to);
        expect(verifyGrowth(earlier.note, later.note, growth.hashes, keys)).toBe(null);
        const number = (nat % to) + 1;
        const inclusion = await log.reader.inclusion(number, to);
        const opened = openCheckpoint(later.note, keys);
        const hash = inclusion.tick_hash;
        expect(opened.ok && includes(opened.checkpoint, { number, hash }, inclusion.hashes)).toBe(true);
        const elsewhere = { number: (number % to) + 1, hash };
        expect(to > 1 && opened.ok && includes(opened.checkpoint, elsewhere, inclusion.hashes)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it('are found by size: the first that covers it', async () => {
    const log = await open();
    for (const count of [10, 20]) {
      await writer.write(count);
      await log.turn();
    }
    expect((await log.reader.checkpoint(1)).size).toBe(10);
    expect((await log.reader.checkpoint(10)).size).toBe(10);
    expect((await log.reader.checkpoint(11)).size).toBe(30);
    await expect(log.reader.checkpoint(31)).rejects.toMatchObject({ code: 'not_yet_signed' });
    await expect(log.reader.inclusion(31, 31)).rejects.toMatchObject({ code: 'not_yet_signed' });
    await expect(log.reader.consistency(10, 31)).rejects.toMatchObject({ code: 'not_yet_signed' });
    expect((await log.reader.checkpoints(30, 10)).items.map(one => one.size)).toEqual([10]);
  });
});

describe('changing the key', () => {
  it('signs with both for a time, so that clients with the old key learn the new one', async () => {
    await writer.write(5);
    const before = await open();
    await before.turn();
    const [old] = await keysOf(before);
    await writer.write(5);
    const between = await open({ keys: [NEW_KEY, OLD_KEY] });
    await between.turn();
    const { note } = await between.reader.checkpoint();
    const { keys } = await between.reader.keys();
    expect(keys.map(key => [key.active, key.first_size])).toEqual([
      [true, 10],
      [true, 5],
    ]);
    const fresh = { name: ORIGIN, publicKey: keys[0]!.public_key };
    expect(openCheckpoint(note, [old!])).toMatchObject({ ok: true });
    expect(openCheckpoint(note, [fresh])).toMatchObject({ ok: true });
    await writer.write(5);
    const after = await open({ keys: [NEW_KEY] });
    await after.turn();
    const last = await after.reader.checkpoint();
    expect(openCheckpoint(last.note, [old!])).toEqual({ ok: false, problem: 'unknown_key' });
    expect((await after.reader.keys()).keys.map(key => key.active)).toEqual([true, false]);
  });
});

describe('a fork is never signed', () => {
  async function signed(count: number): Promise<PriceLog> {
    const log = await open();
    await writer.write(count);
    await log.turn();
    return log;
  }
  const change = (sql: string) => database.pool.query(sql);

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
    await writer.write(10);
    await change(sql);
    await log.turn();
    expect(log.publisher.fault).toEqual({ kind, number });
    expect(log.publisher.state).toBe('stopped');
    expect(await stopped()).toBe(1);
    expect((await log.reader.checkpoint()).size).toBe(40);
    expect((await log.reader.keys()).state).toBe('stopped');
    expect(await log.status()).toMatchObject({ state: 'stopped', fault: { kind, number }, signed_ticks: 40 });
    // A restart checks again, with the same result.
    const again = await open();
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
    await writer.write(5);
    const again = await open();
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'entry_changed', number: 77 });
    await change('update price_ticks set price_e8 = price_e8 - 1 where number = 77');
    const right = await open();
    await right.turn();
    expect(right.publisher.fault).toBe(null);
    expect((await right.reader.checkpoint()).size).toBe(605);
  });

  it('when the hashes of all later ticks were recomputed: the tree still differs', async () => {
    const log = await signed(40);
    await change('delete from price_ticks where number > 20');
    const { rows } = await database.pool.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from price_ticks where number = 20`,
    );
    writer.goOnFrom(20, rows[0]!.hash);
    await writer.write(30, { priceE8: 200_000_000 });
    await log.turn();
    expect(log.publisher.fault).toEqual({ kind: 'entry_changed', number: 40 });
  });

  it('when the tree was changed', async () => {
    await signed(300);
    await change(
      `update log_tiles set hashes = overlay(hashes placing 'abcd' from 33) where log = 'price' and level = 0 and index = 1`,
    );
    await writer.write(1);
    const again = await open();
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'tree_differs_from_checkpoint', number: 300 });
    expect((await again.reader.checkpoint()).size).toBe(300);
  });

  it('when the database was restored to before the last signature, however much follows', async () => {
    await signed(40);
    // As in a restored backup, which does not know the 40 signed ticks.
    await change(`truncate price_ticks, log_tiles, log_checkpoints, log_keys;
      update log_trees set size = 0, head_hash = decode(repeat('00', 32), 'hex')`);
    writer = new LogWriter(database.pool);
    await writer.write(30, { priceE8: 200_000_000 });
    const early = await open();
    await early.turn();
    expect(early.publisher.fault).toEqual({ kind: 'older_than_what_was_signed', number: 40 });
    await writer.write(30, { priceE8: 200_000_000 });
    const late = await open();
    await late.turn();
    expect(late.publisher.fault).toEqual({ kind: 'tree_differs_from_checkpoint', number: 40 });
    await expect(late.reader.checkpoint()).rejects.toMatchObject({ code: 'not_yet_signed' });
    // A log that starts again needs another name.
    const anew = await open({ origin: 'test.example/second-log' });
    await anew.turn();
    expect((await anew.reader.checkpoint()).size).toBe(60);
  });

  it('after a process end between witness and publication: the same tree is signed', async () => {
    await signed(40);
    await change('delete from log_checkpoints');
    const again = await open();
    await again.turn();
    expect(again.publisher.fault).toBe(null);
    expect((await again.reader.checkpoint()).size).toBe(40);
  });

  it('when what the witness remembers cannot be read; the exchange continues without signatures', async () => {
    await signed(40);
    const file = path.join(dataDir, 'witness/price/000000000001');
    const before = await readFile(file);
    await writeFile(file, 'nonsense');
    await writer.write(5);
    const again = await open();
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'memory_unreadable', number: 40 });
    expect((await again.reader.ticks(45, 1)).ticks).toHaveLength(1);
    await writeFile(file, before);
    const right = await open();
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
    const first = await open();
    await writer.write(40);
    await first.turn();
    const second = await open();
    await writer.write(10);
    await second.turn();
    expect((await second.reader.checkpoint()).size).toBe(50);
    await first.turn();
    await writer.write(5);
    expect(await first.turn()).toBe(false);
    expect(first.publisher.fault).toBe(null);
    await second.turn();
    expect((await second.reader.checkpoint()).size).toBe(55);
    expect(second.publisher.fault).toBe(null);
  });

  it('of two signers that differ one signs, though each has a database of its own', async () => {
    // The same ticks in both, until then.
    const first = await open();
    await writer.write(40);
    await first.turn();
    const restored = await createTestDatabase();
    try {
      const forked = new LogWriter(restored.pool);
      await forked.write(40);
      const second = await open({ pool: restored.pool });
      await forked.write(20, { priceE8: 200_000_000 });
      await writer.write(10);
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
    const objects = new Moody(dataDir);
    const before = await open({ objects });
    await writer.write(40);
    await before.turn();
    await database.pool.query(`truncate price_ticks, log_tiles, log_checkpoints, log_keys;
      update log_trees set size = 0, head_hash = decode(repeat('00', 32), 'hex')`);
    writer = new LogWriter(database.pool);
    await writer.write(60, { priceE8: 200_000_000 });
    objects.isSilent = true;
    const again = await open({ objects });
    expect(await again.turn()).toBe(false);
    expect([again.publisher.state, again.publisher.signed]).toEqual(['catching_up', null]);
    objects.isSilent = false;
    await again.turn();
    expect(again.publisher.fault).toEqual({ kind: 'tree_differs_from_checkpoint', number: 40 });
    // What was found stays found, also where the next start cannot compare.
    objects.isSilent = true;
    const later = await open({ objects });
    expect(later.publisher.state).toBe('stopped');
    expect(await later.turn()).toBe(false);
    expect(later.publisher.state).toBe('stopped');
  });

  it('a fault that was put right while the object store was silent ends once it answers', async () => {
    const objects = new Moody(dataDir);
    const before = await open({ objects });
    await writer.write(40);
    await before.turn();
    const price = (change: number) =>
      database.pool.query(`update price_ticks set price_e8 = price_e8 + ${change} where number = 7`);
    await price(1);
    await before.turn();
    expect(before.publisher.fault).toEqual({ kind: 'entry_changed', number: 7 });
    await price(-1);
    objects.isSilent = true;
    const again = await open({ objects });
    expect(again.publisher.state).toBe('stopped');
    objects.isSilent = false;
    await writer.write(2);
    expect(await again.turn()).toBe(true);
    expect(again.publisher.signed?.size).toBe(42);
  });

  it('says when nothing remembers what was signed', async () => {
    const said: string[] = [];
    const log = pino({ level: 'warn' }, { write: line => void said.push(line) });
    const first = await open({ log });
    await writer.write(40);
    await first.turn();
    expect(said).toEqual([]);
    await rm(path.join(dataDir, 'witness'), { recursive: true });
    const again = await open({ log });
    for (let turn = 0; turn < 2; turn++) await again.turn();
    expect(said.filter(line => line.includes('nothing outside the database remembered'))).toHaveLength(1);
    expect(again.publisher.fault).toBe(null);
  });
});

describe('the archive', () => {
  const later = START_MS + 3 * DAY_MS;

  it('takes whole files of old signed ticks, which can still be read', async () => {
    const log = await open({ now: () => later });
    await writer.write(700);
    await log.turn();
    const before = await log.reader.ticks(1, 1000);
    await log.forgetOld();
    const { rows } = await database.pool.query<{ n: string }>('select min(number) as n from price_ticks');
    expect(Number(rows[0]?.n)).toBe(513);
    expect((await log.reader.keys()).first_hot_tick).toBe(513);
    const pages = [await log.reader.ticks(1, 1000)];
    while (pages.at(-1)!.next_from !== null)
      pages.push(await log.reader.ticks(pages.at(-1)!.next_from!, 1000));
    expect(pages.flatMap(page => page.ticks)).toEqual(before.ticks);
    expect(pages.map(page => page.ticks.length)).toEqual([256, 256, 188]);
    for (const page of pages) {
      const number = page.ticks[0]!.number - 1;
      expect(verifyTicks(page.ticks, { number, hash: page.previous_hash })).toMatchObject({ ok: true });
    }
    expect((await log.reader.ticks(300, 2)).previous_hash).toBe(before.ticks[298]?.hash);
    // Signing and proofs continue.
    await writer.write(10, { atMs: START_MS + DAY_MS });
    await log.turn();
    expect((await log.reader.checkpoint()).size).toBe(710);
    expect((await log.reader.inclusion(5, 710)).tick_hash).toBe(before.ticks[4]?.hash);
    const again = await open({ now: () => later });
    await again.turn();
    expect(again.publisher.fault).toBe(null);
  });

  it('leaves new and unsigned ticks in the database, and all while the log is stopped', async () => {
    const young = await open({ now: () => START_MS + DAY_MS });
    await writer.write(300);
    await young.forgetOld();
    await young.turn();
    await young.forgetOld();
    expect((await young.reader.archives(1e9, 10)).items).toEqual([]);
    const old = await open({ now: () => later });
    await writer.write(300);
    await old.forgetOld();
    expect((await old.reader.archives(1e9, 10)).items.map(file => [file.first, file.last])).toEqual([
      [1, 256],
    ]);
    await old.turn();
    await database.pool.query('update price_ticks set price_e8 = 1 where number = 300');
    await expect(old.forgetOld()).rejects.toThrow(/tick 300/);
    await old.turn();
    await old.turn();
    expect(old.publisher.fault).toEqual({ kind: 'entry_changed', number: 300 });
    await old.forgetOld();
    expect((await old.reader.archives(1e9, 10)).items).toHaveLength(1);
  });

  it('serves files with the published hash, and none that was changed', async () => {
    const log = await open({ now: () => later });
    await writer.write(256);
    await log.turn();
    await log.forgetOld();
    const [file] = (await log.reader.archives(1e9, 10)).items;
    const folder = path.join(dataDir, 'price-log');
    expect(await readdir(folder)).toEqual(['000000000001.ndjson.gz']);
    const bytes = await log.reader.archiveFile(1);
    expect(bytes).toHaveLength(file!.bytes);
    await expect(log.reader.archiveFile(2)).rejects.toMatchObject({ code: 'not_found' });
    const spoiled = await readFile(path.join(folder, '000000000001.ndjson.gz'));
    spoiled[100] = (spoiled[100] ?? 0) ^ 1;
    await writeFile(path.join(folder, '000000000001.ndjson.gz'), spoiled);
    await expect(log.reader.archiveFile(1)).rejects.toMatchObject({ code: 'archive_unreadable' });
    await expect(log.reader.ticks(7, 1)).rejects.toMatchObject({ code: 'archive_unreadable' });
  });

  it('finds ticks by time, in files and in the database', async () => {
    const log = await open({ now: () => later });
    await writer.write(600);
    await log.turn();
    await log.forgetOld();
    const at = (number: number) => START_MS + number * 250;
    for (const number of [1, 2, 256, 257, 512, 513, 600]) {
      expect(await log.reader.numberAt(at(number))).toBe(number);
      expect(await log.reader.numberAt(at(number) - 249)).toBe(number);
    }
    expect(await log.reader.numberAt(0)).toBe(1);
    expect(await log.reader.numberAt(at(601))).toBe(null);
  });
});

describe('evidence', () => {
  it('holds every tick from after the head to the first after the end, across archives', async () => {
    const log = await open({ now: () => START_MS + 3 * DAY_MS });
    await writer.write(200);
    await log.turn();
    await writer.write(400);
    await log.turn();
    await log.forgetOld();
    const untilMs = START_MS + 560 * 250;
    const evidence = await log.reader.evidence(250, untilMs);
    expect(evidence.range.ticks.map(tick => tick.number)).toEqual(
      Array.from({ length: 311 }, (_, i) => 251 + i),
    );
    expect(evidence.checkpoint.size).toBe(600);
    expect(evidence.earlier?.checkpoint.size).toBe(200);
    expect((await log.reader.evidence(0, START_MS)).earlier).toBe(null);
    await expect(log.reader.evidence(250, START_MS + 600 * 250)).rejects.toMatchObject({
      code: 'not_yet_signed',
    });
    await writer.write(5);
    await expect(log.reader.evidence(250, START_MS + 601 * 250)).rejects.toMatchObject({
      code: 'not_yet_signed',
    });
    await log.turn();
    expect((await log.reader.evidence(250, START_MS + 601 * 250)).checkpoint.size).toBe(605);
  });
});
