import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COSIGNATURE, readVerifierKey, verifierKeyOf } from '@tallystick/verify/note';
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
