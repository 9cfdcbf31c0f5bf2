import { hash } from 'node:crypto';
import { runCli } from '@tallystick/verify/cli';
import { checkPublicLog, fetchLogCheck } from '@tallystick/verify/public-log/check';
import { COSIGNATURE, verifierKeyOf, type NoteKey } from '@tallystick/verify/note';
import { includesRecord } from '@tallystick/verify/public-log/inclusion';
import { readEntry } from '@tallystick/verify/public-log/entry';
import { witnessesIn, keysIn } from '@tallystick/witness/mirror';
import { TestWitness } from '@tallystick/witness/testing/test-witness';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../database/transaction.ts';
import { FolderStore } from '../object-store/folder-store.ts';
import { TestServer } from '../testing/test-server.ts';
import { Witness } from '../transparency-log/witness.ts';
import { appendPublicRecord } from './append.ts';

let server: TestServer;
const witnesses: TestWitness[] = [];

/** A server with these many witnesses of the public log, of which `need` count as enough. */
async function start(count: number, need = count): Promise<void> {
  const unwatched = await TestServer.start();
  await append(unwatched, 1);
  await unwatched.heads.turn();
  const log = await publicKey(unwatched);
  for (let i = 0; i < count; i++) witnesses.push(await TestWitness.start([log], `witness.example/w${i}`));
  await unwatched.stop();
  const WITNESSES = witnesses.map(({ key, url }) => ({ key: key.key, url }));
  server = await TestServer.start({ after: unwatched, settings: { WITNESSES, TRUSTED_WITNESSES: need } });
}

beforeEach(() => start(0));
afterEach(async () => {
  await server.close();
  for (const one of witnesses.splice(0)) await one.close();
});

async function publicKey(of = server): Promise<NoteKey> {
  const { origin, keys } = await of.call('GET signed_log/keys', { log: 'public' });
  return { name: origin, publicKey: keys[0]!.public_key };
}

async function append(of: TestServer, count: number): Promise<void> {
  await inTransaction(of.database.pool, async client => {
    for (let i = 0; i < count; i++) {
      const body = { sequence: i, hash: hash('sha256', String(i)) };
      await appendPublicRecord(client, { kind: 'books', atMs: of.clock.nowMs, body });
    }
  });
}

async function file(path: string): Promise<Uint8Array | null> {
  const { statusCode, rawPayload } = await server.app.inject(`/tlog/public/${path}`);
  return statusCode === 200 ? rawPayload : null;
}

async function check(need = 0) {
  const keys = Buffer.from((await file('keys'))!).toString('utf8');
  const trusted = { keys: keysIn(keys), witnesses: witnessesIn(keys) };
  return fetchLogCheck(checkPublicLog({ ...trusted, need }), file);
}

describe('the public log', () => {
  it('is checked from its files alone, at every size', async () => {
    for (const more of [1, 254, 1, 300]) {
      await append(server, more);
      await server.heads.turn();
      const { size } = (await server.call('GET public_log/head', {})).newest!;
      const report = await check();
      expect(report).toMatchObject({ ok: true, checkpoint: { size }, records: { books: size } });
    }
    expect(await check(1)).toMatchObject({ ok: false, problem: 'too_few_witnesses' });
  });

  it('never goes back in time, though the clocks of its writers differ', async () => {
    const { nowMs } = server.clock;
    await inTransaction(server.database.pool, async client => {
      for (const atMs of [nowMs + 60_000, nowMs]) {
        const body = { sequence: 1, hash: hash('sha256', String(atMs)) };
        await appendPublicRecord(client, { kind: 'books', atMs, body });
      }
    });
    await server.heads.turn();
    expect(await check()).toMatchObject({ ok: true, checkpoint: { atMs: nowMs + 60_000 } });
  });

  it('has files as C2SP tlog-tiles says, and only what is signed', async () => {
    await append(server, 300);
    expect(await file('tile/entries/000')).toBeNull();
    await server.heads.turn();
    const get = (path: string) => server.app.inject(`/tlog/public/${path}`);
    expect((await get('checkpoint')).headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=2',
      'access-control-allow-origin': '*',
    });
    const tile = await get('tile/0/000');
    expect(tile.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(tile.rawPayload).toHaveLength(256 * 32);
    expect((await get('tile/0/001.p/45')).rawPayload).toHaveLength(45 * 32);
    expect((await get('tile/1/000.p/1')).rawPayload).toHaveLength(32);
    for (const none of [
      'tile/0/001',
      'tile/0/001.p/46',
      'tile/0/001.p/0',
      'tile/0/000.p/256',
      'tile/00/000',
      'tile/0/0',
      'tile/8/000',
      'tile/0/x000/000',
      'tile/entries/001',
      'tile/entries/002',
      'tile/data/000',
      'x',
      '',
      'tile/0/-01',
      'tile/0/x999/x999/x999/x999/x999/999',
    ]) {
      expect([none, (await get(none)).statusCode]).toEqual([none, 404]);
    }
  });

  it('serves the other logs’ tiles without their entries', async () => {
    await server.customer('funded');
    await server.heads.turn();
    const get = (path: string) => server.app.inject(`/tlog/${path}`);
    const note = (await server.call('GET signed_log/checkpoint', { log: 'journal' })).note;
    expect((await get('journal/checkpoint')).body).toBe(note);
    expect((await get('journal/tile/0/000.p/1')).rawPayload).toHaveLength(32);
    for (const none of [
      'journal/tile/entries/000.p/1',
      'journal/keys',
      'fables/checkpoint',
      '__proto__/checkpoint',
    ]) {
      expect((await get(none)).statusCode).toBe(404);
    }
  });

  it('lists records by kind, newest first, each proven to be in it', async () => {
    await append(server, 5);
    await server.heads.turn();
    const { newest } = await server.call('GET public_log/head', {});
    const { items, next_cursor: cursor } = await server.call('GET public_log/records', {
      kind: 'books',
      limit: 4,
    });
    expect(items.map(({ number }) => number)).toEqual([6, 5, 4, 3]);
    const rest = await server.call('GET public_log/records', { kind: 'books', limit: 4, cursor: cursor! });
    expect(rest.items.map(({ number }) => number)).toEqual([2, 1]);
    expect((await server.call('GET public_log/records', { kind: 'terms' })).items).toEqual([]);
    for (const { number, entry } of items) {
      const bytes = Buffer.from(entry);
      const { hashes } = await server.call('GET public_log/inclusion', { number, size: newest!.size });
      expect(readEntry(bytes)).toMatchObject({ number, kind: 'books' });
      expect(includesRecord(newest!, number, bytes, hashes)).toBe(true);
      expect(includesRecord(newest!, number + 1, bytes, hashes)).toBe(false);
    }
    expect(await server.refused('GET public_log/inclusion', { number: 1, size: 7 })).toMatchObject({
      code: 'not_yet_signed',
    });
  });

  it('has a proof of growth between any two heads, which the verifier checks', async () => {
    const seen = [];
    for (const more of [3, 260, 1]) {
      await append(server, more);
      server.clock.nowMs += 1_000;
      await server.heads.turn();
      seen.push(await server.call('GET signed_log/checkpoint', { log: 'public' }));
    }
    const key = verifierKeyOf(await publicKey());
    for (const [from, to] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const [earlier, later] = [seen[from]!, seen[to]!];
      const growth = await server.call('GET signed_log/consistency', {
        log: 'public',
        from: earlier.size,
        to: later.size,
      });
      const files: Record<string, unknown> = { earlier, later, growth };
      const read = (name: string) => JSON.stringify(files[name]);
      const said: string[] = [];
      const world = { read, print: (line: string) => void said.push(line) };
      expect(runCli(['earlier', 'later', 'growth', '--key', key], world)).toBe(0);
      expect(said.join()).toContain(`${later.size} records of the public log`);
      files['growth'] = { hashes: growth.hashes.slice(1) };
      expect(runCli(['earlier', 'later', 'growth', '--key', key], world)).toBe(1);
    }
  });

  it.each([
    [
      'a changed body',
      `update public_records set body = replace(body, '"sequence":3', '"sequence":4') where number = 5`,
    ],
    ['a blank more', `update public_records set body = body || ' ' where number = 5`],
    ['another time', 'update public_records set at_ms = at_ms + 1 where number = 5'],
    ['another kind', `update public_records set kind = 'source' where number = 5`],
    ['a missing record', 'delete from public_records where number = 5'],
    [
      'a record of another hash',
      `update public_records set hash = decode(repeat('ab', 32), 'hex') where number = 5`,
    ],
    ['the newest rewritten', `update public_records set body = '{}' where number = 10`],
  ])('stops at %s, and pays nothing out', async (_what, change) => {
    await append(server, 9);
    await server.heads.turn();
    await server.database.pool.query(`alter table public_records disable trigger all; ${change};
      alter table public_records enable trigger all`);
    // Whoever reads the files finds it before the log itself does; the stored hash is not in them.
    expect((await check()).ok).toBe(change.includes('set hash'));
    await append(server, 1).catch(() => undefined);
    expect(await server.heads.turn()).toBe(false);
    expect((await server.app.inject('/readyz')).json()).toMatchObject({
      public_log: 'stopped',
      payouts: 'held',
    });
  });

  it('cannot be changed by a statement that forgets what it is', async () => {
    for (const statement of [
      'update public_records set at_ms = 0',
      'delete from public_records',
      'truncate public_records',
    ]) {
      await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
    }
  });
});

describe('with witnesses', () => {
  beforeEach(async () => {
    await server.close();
    await start(3, 2);
  });
  const cosign = () => server.services.cosigning.turn();

  it('is trusted once enough of them have signed, and shows who has', async () => {
    await append(server, 20);
    await server.heads.turn();
    expect((await server.call('GET public_log/head', {})).trusted).toBeNull();
    expect((await cosign()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const head = await server.call('GET public_log/head', {});
    expect(head).toMatchObject({ need: 2, trusted: { size: 21 }, newest: { size: 21 } });
    expect(head.witnesses.map(({ key, size }) => [key, size])).toEqual(
      witnesses.map(({ key }) => [verifierKeyOf(key.key, COSIGNATURE), 21]),
    );
    expect(await check(3)).toMatchObject({ ok: true, cosigners: [{}, {}, {}] });
  });

  it('goes on while one is silent, and is served without them once it has waited', async () => {
    await witnesses[0]!.stop();
    await append(server, 20);
    await server.heads.turn();
    expect((await cosign()).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await check(2)).toMatchObject({ ok: true, checkpoint: { size: 21 } });
    expect(await metric('contradicts')).toEqual([0, 0]);
    expect((await metric('signed_at_seconds')).map(at => at > 0)).toEqual([false, true, true]);
    for (const one of witnesses) await one.stop();
    server.clock.nowMs += 1_000;
    await append(server, 5);
    await server.heads.turn();
    await cosign();
    expect(await check(2)).toMatchObject({ ok: true, checkpoint: { size: 21 } });
    server.clock.nowMs += 120_000;
    expect(await check(2)).toMatchObject({ ok: false, problem: 'too_few_witnesses' });
    expect(await check()).toMatchObject({ ok: true, checkpoint: { size: 26 } });
    await witnesses[0]!.restart();
    expect((await server.call('GET public_log/head', {})).trusted).toMatchObject({ size: 21 });
  });

  it('never goes back, with witnesses that are silent from the first', async () => {
    for (const one of witnesses) await one.stop();
    const sizes: number[] = [];
    const look = async (): Promise<void> => {
      const note = Buffer.from((await file('checkpoint'))!).toString('utf8');
      sizes.push(Number(note.split('\n')[1]));
    };
    for (let i = 0; i < 8; i++) {
      await append(server, 5);
      await server.heads.turn();
      await look();
      server.clock.nowMs += 50_000;
    }
    server.clock.nowMs -= 300_000;
    await look();
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect([sizes[0], sizes.at(-1)! > 20]).toEqual([1, true]);
  });

  it('finds a witness that has seen more, or less, than it remembers', async () => {
    await append(server, 20);
    await server.heads.turn();
    await cosign();
    // Its answers were lost.
    await server.database.pool.query('delete from log_cosignatures');
    await append(server, 5);
    await server.heads.turn();
    expect((await cosign()).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await server.call('GET public_log/head', {})).trusted).toMatchObject({ size: 26 });
    await server.database.pool.query('delete from log_cosignatures');
    expect((await cosign()).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('is not signed by them after it was rewritten, database and memory and all', async () => {
    await append(server, 20);
    await server.heads.turn();
    await cosign();
    await server.database.pool.query(`
      alter table public_records disable trigger all;
      delete from public_records;
      delete from log_cosignatures;
      delete from log_tiles where log = 'public';
      delete from log_checkpoints where origin like '%/public';
      update log_trees set size = 0, head_hash = decode(repeat('00', 32), 'hex') where log = 'public'`);
    const before = server;
    await before.stop();
    await forget(before);
    const WITNESSES = witnesses.map(({ key, url }) => ({ key: key.key, url }));
    server = await TestServer.start({ after: before, settings: { WITNESSES, TRUSTED_WITNESSES: 2 } });
    await append(server, 30);
    expect(await server.heads.turn()).toBe(true);
    const refused = await cosign();
    expect(refused.map(one => (one.status === 'rejected' ? String(one.reason) : 'signed'))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('answered 422')),
    );
    expect((await server.call('GET public_log/head', {})).trusted).toBeNull();
    expect(await metric('contradicts')).toEqual([1, 1, 1]);
  });
});

/** A gauge of each witness, in their order. */
async function metric(what: string): Promise<number[]> {
  const { values = [] } = (await server.registry.getSingleMetric(`tallystick_witness_${what}`)?.get()) ?? {};
  return values.map(({ value }) => value);
}

/** Whoever has everything of the exchange also has what it remembers of its own signatures. */
async function forget(of: TestServer): Promise<void> {
  await new Witness(new FolderStore(`${of.dataDir}/objects`), 'public').forget();
}
