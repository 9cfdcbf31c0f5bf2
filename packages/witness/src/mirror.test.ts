import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COSIGNATURE, verifierKeyOf } from '@tallystick/verify/note';
import { newSigner } from '@tallystick/verify/testing/sample-log';
import {
  cosign,
  PUBLIC_ORIGIN,
  SamplePublicLog,
  sampleRecords,
} from '@tallystick/verify/testing/sample-public-log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runMirror } from './mirror-cli.ts';
import { pollLog } from './poll.ts';
import { serveFiles, type StaticServer } from './testing/static-server.ts';
import { TestWitness } from './testing/test-witness.ts';

const log = new SamplePublicLog(sampleRecords(600));
const forked = new SamplePublicLog(sampleRecords(600, 'b'.repeat(64)), log.signer);
const witnesses = [newSigner('witness.example/a'), newSigner('witness.example/b')];
const keys = [
  verifierKeyOf(log.signer.key),
  ...witnesses.map(({ key }) => verifierKeyOf(key, COSIGNATURE)),
  '',
];
let files: ReadonlyMap<string, Uint8Array>;
let server: StaticServer;
let folder: string;

beforeAll(async () => {
  server = await serveFiles(() => files);
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-mirror-'));
});
afterEach(() => rm(folder, { recursive: true }));

function published(of: SamplePublicLog, size: number): Map<string, Uint8Array> {
  return of.files(size).set('keys', Buffer.from(keys.join('\n')));
}

async function mirror(to = folder, from = server.url, ...others: readonly string[]) {
  const lines: string[] = [];
  const code = await runMirror([from, to, ...others], { print: line => lines.push(line) });
  return { code, text: lines.join('\n') };
}

async function names(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter(one => one.isFile())
    .map(one => path.relative(folder, path.join(one.parentPath, one.name)))
    .toSorted();
}

describe('a mirror', () => {
  it('holds the files of the log, and goes on with what is new', async () => {
    files = published(log, 300);
    expect(await mirror()).toMatchObject({ code: 0, text: expect.stringContaining('300 records, 6 files') });
    expect(await names()).toEqual([...files.keys()].toSorted());
    files = published(log, 600);
    expect(await mirror()).toMatchObject({ code: 0, text: expect.stringContaining('600 records, 6 files') });
    // What is full now has replaced what was short.
    expect(await names()).toEqual([...files.keys(), 'tile/1/000.p/1'].toSorted());
  });

  it('is as good as the log: behind any web server it is mirrored, checked and witnessed', async () => {
    files = published(log, 300);
    await mirror();
    const plain = await serveFiles(folder);
    const second = await mkdtemp(path.join(tmpdir(), 'tallystick-mirror-'));
    const one = await TestWitness.start([log.signer.key]);
    try {
      expect((await mirror(second, plain.url)).code).toBe(0);
      expect(await pollLog(one.witness, plain.url)).toMatchObject({ result: 'cosigned', size: 300 });
    } finally {
      await one.close();
      await rm(second, { recursive: true });
      await plain.close();
    }
  });

  it('stays as it was when the log was rewritten', async () => {
    files = published(log, 300);
    await mirror();
    for (const [of, size] of [
      [forked, 300],
      [forked, 600],
      [log, 200],
    ] as const) {
      files = published(of, size);
      const { code } = await mirror();
      expect([size, code]).toEqual([size, 1]);
      expect(await readFile(path.join(folder, 'checkpoint'), 'utf8')).toBe(log.checkpoint(300));
      expect((await names()).filter(name => name.includes('.incoming'))).toEqual([]);
    }
  });

  it('takes no file with one byte changed', async () => {
    const right = published(log, 300);
    for (const [name, bytes] of right) {
      if (name === 'keys') continue;
      files = new Map([
        ...right,
        [name, bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))],
      ]);
      expect([name, (await mirror()).code]).toEqual([name, 1]);
      expect(await names()).toEqual([]);
    }
  });

  it('finds a changed byte of its own', async () => {
    files = published(log, 300);
    await mirror();
    const file = path.join(folder, 'tile/entries/000');
    const bytes = await readFile(file);
    bytes[1_000] = bytes[1_000]! ^ 1;
    await writeFile(file, bytes);
    expect(await mirror()).toMatchObject({ code: 1, text: expect.stringContaining('tile/entries/000') });
  });

  it('trusts the keys it is given, or those it saw first', async () => {
    files = published(log, 300);
    const stranger = verifierKeyOf(newSigner(PUBLIC_ORIGIN).key);
    expect((await mirror(folder, server.url, '--key', stranger)).code).toBe(1);
    expect((await mirror()).code).toBe(0);
    const other = new SamplePublicLog(sampleRecords(600));
    files = other.files(600).set('keys', Buffer.from(`${verifierKeyOf(other.signer.key)}\n`));
    expect((await mirror()).code).toBe(1);
  });

  it('needs as many witnesses as it is told', async () => {
    const words = witnesses.flatMap(({ key }) => ['--witness', verifierKeyOf(key, COSIGNATURE)]);
    const note = log.checkpoint(300);
    files = log
      .files(300, note + cosign(note, witnesses[0]!, 1_770_000_000))
      .set('keys', Buffer.from(keys.join('\n')));
    expect((await mirror(folder, server.url, ...words, '--need', '2')).text).toContain('fewer witnesses');
    const { code, text } = await mirror(folder, server.url, ...words, '--need', '1');
    expect([code, text.split('\n')[1]]).toEqual([0, '✓ 1 of 2 witnesses have signed it.']);
  });

  it('says how it is used', async () => {
    for (const words of [
      [],
      ['a'],
      ['a', 'b', '--key'],
      ['a', 'b', '--key', 'x'],
      ['a', 'b', '--need', '1'],
    ]) {
      const lines: string[] = [];
      expect(await runMirror(words, { print: line => lines.push(line) })).toBe(2);
      expect(lines).toHaveLength(1);
    }
    files = new Map();
    expect(await mirror()).toMatchObject({ code: 2, text: expect.stringContaining('names no keys') });
  });
});
