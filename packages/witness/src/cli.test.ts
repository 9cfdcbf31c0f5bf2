import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeAddCheckpoint } from '@tallystick/verify/add-checkpoint';
import { COSIGNATURE, readVerifierKey, verifierKeyOf } from '@tallystick/verify/note';
import { newSigner } from '@tallystick/verify/testing/sample-log';
import { SamplePublicLog, sampleRecords } from '@tallystick/verify/testing/sample-public-log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runWitness } from './cli.ts';
import { serveFiles, type StaticServer } from './testing/static-server.ts';

const log = new SamplePublicLog(sampleRecords(20));
const forked = new SamplePublicLog(sampleRecords(20, 'b'.repeat(64)), log.signer);
const origin = ['--origin-key', verifierKeyOf(log.signer.key)];
let files: ReadonlyMap<string, Uint8Array>;
let server: StaticServer;
let folder: string;
let own: readonly string[];

beforeAll(async () => {
  server = await serveFiles(() => files);
});
afterAll(() => server.close());
beforeEach(async () => {
  files = log.files(10);
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-witness-'));
  own = ['--key-file', path.join(folder, 'key'), '--state', path.join(folder, 'state.json')];
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts the program; `end` stops it and gives its exit code. */
function start(...words: readonly string[]) {
  const lines: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = runWitness([...own, ...words], {
    print: line => lines.push(line),
    now: () => 1_770_000_000_000,
    untilStopped: () => promise,
  });
  const end = (): Promise<number> => {
    resolve();
    return done;
  };
  return {
    lines,
    end,
    said: (what: string) =>
      vi.waitFor(() => expect(lines.join('\n')).toContain(what), { timeout: 30_000, interval: 20 }),
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

async function init(): Promise<string> {
  const { lines, end } = start('--init', 'witness.example/w1');
  expect(await end()).toBe(0);
  return lines[0]!;
}

describe('the witness as a program', () => {
  it('makes a key and an empty memory, once, for nobody else to read', async () => {
    const key = await init();
    expect(readVerifierKey(key, COSIGNATURE)).toMatchObject({ name: 'witness.example/w1' });
    expect((await stat(path.join(folder, 'key'))).mode & 0o077).toBe(0);
    const again = start('--init', 'witness.example/w2');
    expect(await again.end()).toBe(2);
    expect(again.lines[0]).toContain('EEXIST');
    const odd = start('--init', 'a name');
    expect(await odd.end()).toBe(2);
  });

  it('gives no empty memory to a key that may have signed, and keeps no key without a memory', async () => {
    await init();
    const [key, state] = [path.join(folder, 'key'), path.join(folder, 'state.json')];
    const before = await readFile(key, 'utf8');
    await rm(state);
    expect(await start('--init', 'witness.example/w1').end()).toBe(2);
    await expect(stat(state)).rejects.toThrow('ENOENT');
    expect(await readFile(key, 'utf8')).toBe(before);
    expect(await start(...origin).end()).toBe(2);
    await rm(key);
    await writeFile(state, 'x');
    expect(await start('--init', 'witness.example/w1').end()).toBe(2);
    await expect(stat(key)).rejects.toThrow('ENOENT');
    expect(await readFile(state, 'utf8')).toBe('x');
  });

  it('prints what others name so that a terminal shows it, and their names only when they have signed', async () => {
    await init();
    const signer = newSigner('other.example\u001B[2J');
    const odd = new SamplePublicLog(sampleRecords(3), signer, 'other.example\u001B[2J');
    files = odd.files();
    const running = start(...origin, '--port', '0', '--poll', server.url);
    await running.said('this is no checkpoint');
    files = new SamplePublicLog(sampleRecords(3), newSigner('other.example'), 'other.example').files();
    expect(await running.end()).toBe(0);
    const again = start(...origin, '--port', '0', '--poll', server.url);
    await again.said(`${server.url}: not cosigned at size 0: its log is not watched here`);
    expect(await again.end()).toBe(0);
    const named = start('--init', 'a\u001B[2J name');
    await named.end();
    expect([...running.lines, ...again.lines, ...named.lines].join('')).not.toContain('\u001B');
  });

  it('accuses no log for what a stranger sends', async () => {
    await init();
    const port = await freePort();
    const running = start(...origin, '--port', port);
    await running.said('listens');
    const send = (old: number, note: string) =>
      fetch(`http://127.0.0.1:${port}/add-checkpoint`, {
        method: 'POST',
        body: writeAddCheckpoint({ old, proof: old === 0 ? [] : [new Uint8Array(32)], note }),
      });
    expect((await send(0, log.checkpoint(10))).status).toBe(200);
    expect((await send(10, log.checkpoint(20))).status).toBe(422);
    expect((await send(10, log.checkpoint(20))).status).toBe(422);
    await running.said('a hint and no proof');
    expect((await send(10, forked.checkpoint(10))).status).toBe(409);
    await running.said('TWO TREES OF ONE SIZE ARE SIGNED');
    expect(running.lines.filter(line => line.includes('hint'))).toHaveLength(1);
    expect(await running.end()).toBe(0);
  });

  it('listens, and says who it is', async () => {
    const key = await init();
    const port = await freePort();
    const running = start(...origin, '--port', port);
    await running.said(key);
    const second = start(...origin, '--port', port);
    expect(await second.end()).toBe(2);
    expect(second.lines[0]).toContain('EADDRINUSE');
    const shown = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(shown).toContain(key);
    expect(await running.end()).toBe(0);
  });

  it('looks at logs by itself, and says what it finds', async () => {
    await init();
    const words = [
      ...origin,
      '--port',
      '0',
      '--poll',
      server.url,
      '--poll',
      'http://127.0.0.1:1',
      '--every',
      '1',
    ];
    const running = start(...words);
    await running.said(': cosigned at size 10');
    await running.said('http://127.0.0.1:1/checkpoint does not answer');
    files = forked.files(20);
    await running.said('IT DOES NOT GO ON FROM WHAT WAS SEEN');
    files = forked.files(10);
    await running.said('the log has two pasts');
    files = log.files(5);
    await running.said('shows only 5');
    files = log.files(20);
    await running.said(': cosigned at size 20');
    expect(await running.end()).toBe(0);
    expect(await readFile(path.join(folder, 'state.json'), 'utf8')).toContain('"size":20');
  });

  it('does not begin without its memory, its key or a log', async () => {
    await init();
    for (const words of [
      [],
      ['--origin-key', 'x'],
      [...origin, '--port', '0'],
      [...origin, '--port', 'x'],
      ['--odd', '1'],
      ['word'],
      [...origin, '--port'],
    ]) {
      const refused = start(...words);
      expect([words, await refused.end()]).toEqual([words, 2]);
    }
    await rm(path.join(folder, 'state.json'));
    const forgot = start(...origin);
    expect(await forgot.end()).toBe(2);
    expect(forgot.lines[0]).toContain('has to begin under a new key');
    await writeFile(path.join(folder, 'key'), 'PRIVATE+KEY+a+00000000+AAAA\n');
    expect(await start(...origin).end()).toBe(2);
  });
});
