import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
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
      [forked, 200],
    ] as const) {
      files = published(of, size);
      const { code } = await mirror();
      expect([size, code]).toEqual([size, 1]);
      expect(await readFile(path.join(folder, 'checkpoint'), 'utf8')).toBe(log.checkpoint(300));
      expect((await names()).filter(name => name.includes('.incoming'))).toEqual([]);
    }
  });

  it('takes an older copy for what it is, and a log that was cut for what that is', async () => {
    files = published(log, 300);
    await mirror();
    files = published(log, 200);
    expect(await mirror()).toMatchObject({
      code: 2,
      text: expect.stringContaining('shows only 200 records'),
    });
    const later = Buffer.from(log.checkpointAt(200, 1_760_000_300_001));
    files = published(log, 200).set('checkpoint', later);
    expect(await mirror()).toMatchObject({ code: 1, text: expect.stringContaining('was rewritten') });
    expect(await readFile(path.join(folder, 'checkpoint'), 'utf8')).toBe(log.checkpoint(300));
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

  it('goes on where it is told to come later', async () => {
    files = published(log, 300);
    let asked = 0;
    const busy = await serveFiles(
      () => files,
      () => asked++ % 3 > 0,
    );
    try {
      expect((await mirror(folder, busy.url)).code).toBe(0);
      expect(asked).toBeGreaterThan(files.size);
    } finally {
      await busy.close();
    }
  });

  it('finds a changed byte of its own, says so, and fetches that file once more', async () => {
    files = published(log, 300);
    await mirror();
    for (const [name, at] of [
      ['tile/entries/000', 1_000],
      // In the last record of a bundle, it shows in the next file.
      ['tile/entries/000', -100],
      ['tile/0/000', 5],
      ['tile/1/000.p/1', 5],
    ] as const) {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      const place = at < 0 ? bytes.length + at : at;
      bytes[place] = bytes[place]! ^ 1;
      await writeFile(file, bytes);
      const { code, text } = await mirror();
      expect([name, at, code, text]).toEqual([
        name,
        at,
        0,
        expect.stringContaining(`! ${name}, the copy's own file`),
      ]);
      expect(Buffer.from(files.get(name)!).equals(await readFile(file))).toBe(true);
    }
    // What the log itself does not have right is refused as before.
    const file = path.join(folder, 'tile/0/000');
    await writeFile(file, '');
    files = new Map([...files, ['tile/0/000', Buffer.alloc(256 * 32)]]);
    expect((await mirror()).code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('does not fetch a whole log again because it was rewritten', async () => {
    const long = new SamplePublicLog(sampleRecords(1_500));
    const other = new SamplePublicLog(sampleRecords(1_500, 'b'.repeat(64)), long.signer);
    files = published(long, 1_500).set('keys', Buffer.from(`${verifierKeyOf(long.signer.key)}\n`));
    await mirror();
    files = other.files();
    const asked: string[] = [];
    const counted = await serveFiles(
      () => files,
      name => void asked.push(name),
    );
    try {
      expect((await mirror(folder, counted.url)).code).toBe(1);
    } finally {
      await counted.close();
    }
    expect(asked).toHaveLength(3);
  });

  it('may run twice at once', async () => {
    files = published(log, 300);
    let second: ReturnType<typeof mirror> | null = null;
    const first = await serveFiles(
      () => files,
      name => {
        // By now it has fetched the head and entries.
        if (name === 'tile/0/000') second ??= mirror();
      },
    );
    let ended: Awaited<ReturnType<typeof mirror>>[];
    try {
      ended = [await mirror(folder, first.url), await second!];
    } finally {
      await first.close();
    }
    expect(ended.map(({ code }) => code)).toContain(0);
    // Or the other had ended before: then it is left as that one has made it.
    expect(ended.filter(({ code, text }) => code !== 0 && !text.includes('changed by another run'))).toEqual(
      [],
    );
    expect(await mirror()).toMatchObject({ code: 0, text: expect.stringContaining('1 files') });
    expect(await names()).toEqual([...files.keys()].toSorted());
  });

  it('leaves what another run has brought meanwhile', async () => {
    files = published(log, 200);
    await mirror();
    files = published(log, 300);
    const slow = await serveFiles(
      () => files,
      name => {
        // Another run ends while this one fetches.
        if (name === 'tile/0/001.p/44') writeFileSync(path.join(folder, 'checkpoint'), log.checkpoint(600));
      },
    );
    try {
      const { code, text } = await mirror(folder, slow.url);
      expect([code, text]).toEqual([2, expect.stringContaining('changed by another run')]);
    } finally {
      await slow.close();
    }
    expect(await readFile(path.join(folder, 'checkpoint'), 'utf8')).toBe(log.checkpoint(600));
  });

  it('removes what runs that were stopped have left', async () => {
    files = published(log, 300);
    for (const [name, days] of [
      ['.incoming-old', 2],
      ['.incoming-new', 0],
    ] as const) {
      await mkdir(path.join(folder, name));
      const at = Date.now() / 1_000 - days * 86_400;
      await utimes(path.join(folder, name), at, at);
    }
    await mirror();
    expect((await readdir(folder)).filter(name => name.startsWith('.'))).toEqual(['.incoming-new']);
  });

  it('is for others to read', async () => {
    files = published(log, 300);
    await mirror();
    for (const name of await names()) expect((await stat(path.join(folder, name))).mode & 0o044).toBe(0o044);
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

  it('keeps keys that it was given or that have signed, whatever a file of keys names', async () => {
    const attacker = new SamplePublicLog(sampleRecords(600), newSigner(PUBLIC_ORIGIN));
    const theirs = verifierKeyOf(attacker.signer.key);
    const witness = verifierKeyOf(witnesses[0]!.key, COSIGNATURE);
    const note = log.checkpoint(300);
    const named = Buffer.from([theirs, ...keys].join('\n'));
    for (const given of [['--key', keys[0]!, '--witness', witness], ['--key', keys[0]!], []]) {
      files = log.files(300, note + cosign(note, witnesses[0]!, 1_770_000_000)).set('keys', named);
      expect((await mirror(folder, server.url, ...given)).code).toBe(0);
      const text = await readFile(path.join(folder, 'keys'), 'utf8');
      // A witness that was not given is named if it has signed.
      const isNamed = given.length !== 2;
      expect(text).toBe(`${keys[0]}\n${isNamed ? `${witness}\n` : ''}`);
      files = attacker.files(300).set('keys', named);
      expect((await mirror()).code).toBe(1);
      await rm(folder, { recursive: true });
      await mkdir(folder);
    }
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
    files = published(log, 300);
    await rm(folder, { recursive: true });
    expect((await mirror(folder, server.url, ...words)).text).toContain('· 0 of 2 witnesses have signed it.');
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
