import { describe, expect, it } from 'vitest';
import { runCli } from './cli.ts';
import { COSIGNATURE, verifierKeyOf } from './note.ts';
import { newSigner } from './testing/sample-log.ts';
import { cosign, SamplePublicLog, sampleRecords } from './testing/sample-public-log.ts';
import { bytesToHex } from '@noble/hashes/utils.js';
import { subproof } from './testing/tree.ts';

const log = new SamplePublicLog(sampleRecords(20));
const forked = new SamplePublicLog(sampleRecords(20, 'b'.repeat(64)), log.signer);
const key = verifierKeyOf(log.signer.key);
const witnesses = [newSigner('witness.example/a'), newSigner('witness.example/b')];
const trusted = witnesses.flatMap(one => ['--witness', verifierKeyOf(one.key, COSIGNATURE)]);
const note = log.checkpoint(20) + cosign(log.checkpoint(20), witnesses[0]!, 1_770_000_000);

function run(
  words: readonly string[],
  files = log.files(20, note),
  others: Readonly<Record<string, string>> = {},
) {
  const lines: string[] = [];
  const code = runCli(words, {
    read(file) {
      const text = others[file];
      if (text === undefined) throw new Error('it is not there');
      return text;
    },
    fileIn: (folder, file) => (folder === 'mirror' ? (files.get(file) ?? null) : null),
    print: line => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}

describe('a mirror of the public log', () => {
  it('is checked whole, with its witnesses', () => {
    const { code, text } = run(['mirror', '--key', key, ...trusted, '--need', '1']);
    expect(code).toBe(0);
    expect(text).toContain('20 records');
    expect(text).toContain('20 books');
    expect(text).toContain('1 of 2 witnesses');
    expect(run(['mirror', '--key', key]).text).toContain('not checked: name them');
    expect(JSON.parse(run(['mirror', '--key', key, '--json']).text)).toMatchObject({ ok: true });
  });

  it('needs as many witnesses as are wanted', () => {
    const { code, text } = run(['mirror', '--key', key, ...trusted, '--need', '2']);
    expect([code, text]).toEqual([1, '✗ checkpoint: fewer witnesses have signed it than are needed.']);
    expect(run(['mirror', '--key', key, '--need', '1']).code).toBe(2);
    expect(run(['mirror', '--key', key, '--witness', key]).code).toBe(2);
    expect(run(['mirror', '--key', key, '--need', 'x']).code).toBe(2);
  });

  it('names no other keys than those given', () => {
    const words = ['mirror', '--key', key];
    const named = (...lines: readonly string[]) =>
      run(words, log.files(20, note).set('keys', Buffer.from([...lines, ''].join('\n'))));
    const witness = verifierKeyOf(witnesses[0]!.key, COSIGNATURE);
    expect(named(key, witness).code).toBe(0);
    const other = verifierKeyOf(newSigner(log.origin).key);
    expect(named(key, other)).toEqual({
      code: 1,
      text: '✗ keys: it names a key of the log that is not among those given.',
    });
    for (const line of [key, witness]) {
      for (let at = 0; at < line.length; at++) {
        const changed = line.slice(0, at) + String.fromCharCode(line.charCodeAt(at) ^ 1) + line.slice(at + 1);
        expect([changed, named(changed).code]).toEqual([changed, 1]);
      }
    }
    const json = run([...words, '--json'], log.files(20, note).set('keys', Buffer.from(other)));
    expect(JSON.parse(json.text)).toEqual({ ok: false, problem: 'other_keys', file: 'keys' });
  });

  it('says which file cannot be read', () => {
    const files = log.files(20, note);
    const lines: string[] = [];
    const refuses = (wrong: string) =>
      runCli(['mirror', '--key', key], {
        read: () => '',
        fileIn(_folder, file) {
          if (file === wrong) throw new Error('it is a link\u001B');
          return files.get(file) ?? null;
        },
        print: line => lines.push(line),
      });
    expect([refuses('tile/0/000.p/20'), refuses('checkpoint')]).toEqual([2, 2]);
    expect(lines).toEqual([
      'tile/0/000.p/20 cannot be read: it is a link\\u{1b}',
      'mirror/checkpoint cannot be read: it is a link\\u{1b}',
    ]);
  });

  it('is compared with a checkpoint that was kept', () => {
    const words = ['mirror', '--key', key, '--kept', 'old'];
    expect(run(words, log.files(20), { old: log.checkpoint(10) }).text).toContain('only grew');
    expect(run(words, log.files(20), { old: forked.checkpoint(10) })).toMatchObject({
      code: 1,
      text: expect.stringContaining('was rewritten'),
    });
    expect(run(words).code).toBe(2);
    expect(run(['other', ...words.slice(1)]).code).toBe(2);
  });

  it('is wrong with a byte changed, and nobody’s without a key', () => {
    const files = log.files(20);
    files.set('tile/0/000.p/20', new Uint8Array(640));
    expect(run(['mirror', '--key', key], files)).toMatchObject({
      code: 1,
      text: expect.stringContaining('tile/0/000.p/20'),
    });
    expect(run(['mirror']).code).toBe(2);
    expect(run(['mirror', '--key', verifierKeyOf(newSigner(log.origin).key)]).code).toBe(1);
  });
});

describe('two kept checkpoints of the public log', () => {
  const proof = subproof(10, log.leaves.slice(0, 20), true).map(bytesToHex);
  const files = { a: log.checkpoint(10), b: note, c: JSON.stringify({ hashes: proof }) };
  const words = ['b', 'a', 'c', '--key', key];

  it('only grew, and the later one has its witnesses', () => {
    expect(run([...words, ...trusted, '--need', '1'], new Map(), files)).toMatchObject({
      code: 0,
      text: expect.stringContaining('1 of 2 witnesses'),
    });
    expect(run([...words, ...trusted, '--need', '2'], new Map(), files).code).toBe(1);
    const other = cosign(log.checkpoint(10), witnesses[0]!, 1);
    const mixed = { ...files, b: log.checkpoint(20) + other };
    expect(run([...words, ...trusted], new Map(), mixed)).toMatchObject({
      code: 1,
      text: expect.stringContaining('a signature is wrong'),
    });
  });
});
