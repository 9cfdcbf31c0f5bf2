import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './cli.ts';
import { recordHash } from './liability/proof.ts';
import { holding, SamplePoint, shuffledBy } from './liability/testing/point.ts';
import { verifierKeyOf } from './note.ts';
import { replaced } from './testing/places.ts';
import { FILES, signer as fileSigner } from './testing/sample-files.ts';
import { newSigner } from './testing/sample-log.ts';
import { sampleProof } from './testing/sample-proof.ts';

const { proof, signer } = sampleProof();
const { ticks, previous_hash: previousHash } = proof.log.range;
const key = verifierKeyOf(signer.key);
const pricesText = [
  { format: 'tallystick price log 1', first: 13, last: ticks.at(-1)?.number, previous_hash: previousHash },
  ...ticks,
]
  .map(line => `${JSON.stringify(line)}\n`)
  .join('');

/** For each kind one value that its result depends on. */
const CHANGED = {
  'tallystick option proof 1': ['receipt', 'payout_minor'],
  'tallystick liquidation proof 1': ['record', 'returned'],
  'tallystick funding proof 1': ['record', 'amount'],
  'tallystick topup proof 1': ['record', 'amount'],
  'tallystick trigger proof 1': ['record', 'trigger_price'],
  'tallystick deleveraging proof 1': ['record', 'value'],
  'tallystick offset proof 1': ['record', 'value'],
  'tallystick allocation proof 1': ['list', 'orders', 0, 'allocated_minor'],
  'tallystick trust proof 1': ['order', 'earned'],
  'tallystick liability proof 1': ['statements', 0, 'parts', 0, 'amount'],
} as const;

function run(args: readonly string[], files: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const code = runCli(args, {
    read(file) {
      const text = files[file];
      if (text === undefined) throw new Error('no such file');
      return text;
    },
    print: line => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}

const text = JSON.stringify(proof, undefined, 2);

describe('the stand-alone verifier', () => {
  it('explains a proof step by step and exits with 0', () => {
    const { code, text: told } = run(['a.json', '--key', key], { 'a.json': text });
    expect(code).toBe(0);
    expect(told.match(/^✓/gm)).toHaveLength(11);
    expect(told).toContain('price 104381.30');
    expect(told).toContain('at_ms 2026-07-15T12:00:30.001Z');
    expect(told).toContain('The result is right.');
    expect(told).toContain('does not prove that the index');
  });

  it('names what no signature covers, and does not call it checked', () => {
    const signed = run(['a.json', '--key', key], { 'a.json': text }).text;
    expect(signed).toContain('· Not checked, nothing stands for it: settled_at_ms\n');
    expect(signed).toContain('symbol BTC/USDT');
    const before = JSON.stringify({ ...proof, signed_terms: null });
    const { code, text: told } = run(['a.json', '--key', key], { 'a.json': before });
    expect(code).toBe(0);
    expect(told).toContain('· Not checked, nothing stands for it: symbol, terms_version, settled_at_ms\n');
    expect(told).not.toContain('BTC/USDT');
  });

  it('names errors and exits with 1', () => {
    const { code, text: told } = run(['a.json'], {
      'a.json': text.replace('"result": "rise"', '"result": "fall"'),
    });
    expect(code).toBe(1);
    expect(told).toContain('✗ Result: the rules give another result');
    expect(told).toContain('SOMETHING DOES NOT FIT');
  });

  it('trusts no key but the given one', () => {
    const other = verifierKeyOf(newSigner().key);
    const { code, text: told } = run(['a.json', '--key', other], { 'a.json': text });
    expect(code).toBe(1);
    expect(told).toContain('✗ Signature: it was signed with a key that is not trusted');
    expect(run(['a.json', '--key', other, '--key', key], { 'a.json': text }).code).toBe(0);
  });

  it('writes its report as JSON', () => {
    const { text: told } = run(['a.json', '--json'], { 'a.json': text });
    expect(JSON.parse(told)).toMatchObject({ verdict: 'right' });
  });

  it('does not let a proof inject text into the report', () => {
    const spoiled = JSON.parse(text) as typeof proof;
    const symbol = 'A\n✓ all\u001b[8m\u009b2J\u202e';
    Object.assign(spoiled.receipt, { symbol, result: 'fall' });
    Object.assign(spoiled.log.range.ticks[0]!, { at_ms: -9e15 });
    const file = { 'a.json': JSON.stringify(spoiled) };
    for (const flags of [[], ['--json']]) {
      const { code, text: told } = run(['a.json', ...flags], file);
      expect(code).toBe(1);
      expect(told.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(told).not.toMatch(/^✓ all/m);
    }
    expect(run(['a.json'], file).text).toContain('at_ms -9000000000000000');
  });

  it('accepts no list of prices that does not begin with a hash', () => {
    const head = JSON.stringify({ format: 'tallystick price log 1', previous_hash: '\u001b[8mx' });
    expect(run(['p.ndjson'], { 'p.ndjson': `${head}\n` }).text).not.toContain('every hash fits');
    expect(run(['p.ndjson'], { 'p.ndjson': pricesText.replace(previousHash, 'no hash') }).code).toBe(2);
  });

  it('checks prices by themselves', () => {
    const good = run(['p.ndjson'], { 'p.ndjson': pricesText });
    expect(good.code).toBe(0);
    expect(good.text).toContain(`end with ${ticks.at(-1)?.hash}`);
    const spoiled = pricesText.replace(
      `"price_e8":${ticks[3]!.price_e8},`,
      `"price_e8":${ticks[3]!.price_e8 + 1},`,
    );
    const bad = run(['p.ndjson'], { 'p.ndjson': spoiled });
    expect(bad).toEqual({ code: 1, text: '✗ Tick 16: it is not the tick that was hashed.' });
    expect(run(['p.ndjson', '--json'], { 'p.ndjson': spoiled }).text).toContain('"hash_differs"');
  });

  it('says whose key it used if none was given', () => {
    const files = { 'a.json': text };
    expect(run(['a.json'], files).text).toContain('The key is the one that this file names');
    expect(run(['a.json', '--key', key], files).text).not.toContain('this file names');
  });

  describe('compares with the receipt saved at purchase', () => {
    const { receipt, signed_terms: promise } = proof;
    const saved = {
      ...receipt,
      entry: null,
      exit: null,
      result: null,
      payout_minor: null,
      settled_at_ms: null,
    };
    const of = (change: object) => JSON.stringify({ ...saved, signed_terms: promise, ...change });
    const files = (change: object = {}) => ({ 'a.json': text, 'r.json': of(change) });

    it.each([
      ['the same', {}, 0, 'The result is right.'],
      ['one of another direction', { direction: 'fall' }, 1, 'the terms are not those kept at purchase'],
      ['one of another head', { chain_head: { number: 1, hash: 'a'.repeat(64) } }, 1, 'not those kept'],
      ['something else', { kind: 'x' }, 2, 'r.json is no receipt of an option.'],
    ])('%s', (_what, change, code, words) => {
      const told = run(['a.json', '--receipt', 'r.json', '--key', key], files(change));
      expect(told.code).toBe(code);
      expect(told.text).toContain(words);
    });

    it('and without a proof says only what was promised, and by whom', () => {
      const alone = (args: readonly string[], change: object = {}) => run(['r.json', ...args], files(change));
      const signed = alone(['--key', key]);
      expect(signed.text).toMatch(
        /^Option 7: rise on BTC\/USDT for 30 s,\n {4}50 USDT, a win adds 40 USDT; bought 2026-/,
      );
      expect(signed.text).toContain('✓ The exchange signed these terms.');
      expect(signed.text).toContain('--receipt RECEIPT.json');
      // The result was not checked.
      expect(signed.code).toBe(2);
      expect(alone([]).text).toContain('give the key of the price log with --key');
      expect(alone(['--key', key], { signed_terms: undefined }).text).toContain('has not signed it');
      const changed = alone(['--key', key], { payout_ppm: 900_000 });
      expect(changed).toMatchObject({
        code: 1,
        text: expect.stringContaining('signed other terms') as string,
      });
      const stranger = alone(['--key', verifierKeyOf(newSigner().key)]);
      expect(stranger).toMatchObject({ code: 1, text: expect.stringContaining('has not signed') as string });
    });
  });

  describe('checks two kept checkpoints', () => {
    const earlier = proof.log.earlier!;
    const reply = (data: object) => JSON.stringify({ type: 'ok', code: 1, message: '', data });
    const kept = {
      old: reply(earlier.checkpoint),
      new: proof.log.checkpoint.note,
      growth: reply({ from: 1, to: 2, hashes: earlier.consistency }),
    };
    const files = ['old', 'new', 'growth', '--key', key];

    it('of one log', () => {
      const { code, text: told } = run(files, kept);
      expect(code).toBe(0);
      expect(told).toMatch(/^✓ Both are signed: \d+ ticks, signed 20\S+Z; \d+ ticks, signed 20\S+Z\.$/m);
      expect(told).toContain('✓ The log only grew');
      expect(JSON.parse(run([...files, '--json'], kept).text)).toMatchObject({ ok: true });
      expect(run(['new', 'old', 'growth', '--key', key], kept).text).toBe(told);
    });

    const other = earlier.consistency.with(0, 'f'.repeat(64));
    it.each([
      ['of logs that differ', { growth: reply({ hashes: other }) }, 'was rewritten since'],
      ['one of which was changed', { new: kept.new.replace(/time \d/, 'time 9') }, 'the signature is wrong'],
    ])('%s', (_what, change, words) => {
      const { code, text: told } = run(files, { ...kept, ...change });
      expect(code).toBe(1);
      expect(told).toContain(words);
    });

    it('but cannot without the key, or with only one of them', () => {
      expect(run(['old', 'new', 'growth'], kept)).toMatchObject({
        code: 2,
        text: expect.stringContaining('--key') as string,
      });
      const stranger = verifierKeyOf(newSigner().key);
      expect(run(['old', 'new', 'growth', '--key', stranger], kept).code).toBe(1);
      for (const name of ['old', 'new', 'growth']) {
        for (const nothing of ['', 'null', '{}', '{"hashes":["x"]}', '{"data":null}']) {
          expect(run(files, { ...kept, [name]: nothing }).code).toBe(2);
        }
      }
    });
  });

  describe.each(Object.entries(FILES))('checks a file of each kind: %s', (_, file) => {
    const right = { 'f.json': JSON.stringify(file, undefined, 1) };

    it('that is right', () => {
      const { code, text: told } = run(['f.json', '--key', verifierKeyOf(fileSigner.key)], right);
      expect(told).toContain('The result is right.');
      expect(told).toContain('It proves: ');
      expect(told).not.toMatch(/undefined|\[object|^✗/m);
      expect(code).toBe(0);
      const json = JSON.parse(run(['f.json', '--json'], right).text) as { kind: string; verdict: string };
      expect(json.verdict).toBe('right');
      expect(file.kind).toBe(`tallystick ${json.kind} proof 1`);
    });

    it('that was changed', () => {
      const place = CHANGED[file.kind as keyof typeof CHANGED];
      const spoiled = { 'f.json': JSON.stringify(replaced(file, place, '1')) };
      const { code, text: told } = run(['f.json'], spoiled);
      expect(told).toContain('SOMETHING DOES NOT FIT');
      expect(told).toMatch(/^✗ /m);
      expect(code).toBe(1);
    });
  });

  it('compares an offer’s list with the given root', () => {
    const files = { 'l.json': JSON.stringify(FILES.allocation) };
    expect(run(['l.json', '--root', FILES.allocation.root], files).code).toBe(0);
    const other = run(['l.json', '--root', 'a'.repeat(64)], files);
    expect(other.code).toBe(1);
    expect(other.text).toContain('it has another root');
    expect(run(['l.json', '--root', 'x'], files).code).toBe(2);
  });

  it('compares two proofs of what is owed at one moment', () => {
    const amounts = [1_000_000n, 25n];
    const [one, other, later] = [1, 2, 3].map(seed =>
      new SamplePoint(
        amounts.map((minor, index) => holding(index, minor)),
        shuffledBy(seed),
        seed === 3 ? 8 : 7,
      ).proof(0),
    );
    const files = {
      'one.json': JSON.stringify(one),
      'other.json': JSON.stringify(other),
      'later.json': JSON.stringify(later),
    };
    const holder = ['--holder', 'customer0@example.com'];
    const same = run(['one.json', ...holder, '--against', 'one.json'], files);
    expect(same).toMatchObject({ code: 0, text: expect.stringContaining('✓ The same roots') as string });
    const forked = run(['one.json', ...holder, '--against', 'other.json'], files);
    expect(forked).toMatchObject({
      code: 1,
      text: expect.stringContaining('other roots were shown') as string,
    });
    expect(run(['one.json', ...holder, '--against', 'later.json'], files).code).toBe(0);
    const theirs = run(['one.json', '--holder', 'customer1@example.com'], files);
    expect(theirs).toMatchObject({ code: 1, text: expect.stringContaining('somebody else') as string });
    expect(run(['one.json', '--against', 'none.json'], files).code).toBe(2);
    // The hash of the record is enough.
    expect(run(['one.json', ...holder, '--against', recordHash(one!.record)], files).code).toBe(0);
    expect(run(['one.json', ...holder, '--against', recordHash(other!.record)], files)).toMatchObject({
      code: 1,
      text: expect.stringContaining('other roots were shown') as string,
    });
  });

  it('does not call it right that nothing is owed', () => {
    const point = new SamplePoint([holding(0, 25n)], shuffledBy(1));
    const files = {
      'left-out.json': JSON.stringify({ ...point.proof(0), statements: [] }),
      'other.json': JSON.stringify(point.proof(0)),
    };
    for (const against of [[], ['--against', 'other.json']]) {
      const left = run(['left-out.json', '--holder', 'customer1@example.com', ...against], files);
      expect(left).toMatchObject({
        code: 2,
        text: expect.stringContaining('you were left out') as string,
      });
    }
  });

  it.each([
    ['nested too deeply', '['.repeat(100_000)],
    ['names something twice', '{"kind":"a","kind":"b"}'],
    ['not JSON', '{"kind":NaN}'],
  ])('refuses a file that is %s', (words, hostile) => {
    const told = run(['h.json'], { 'h.json': hostile });
    expect(told).toMatchObject({ code: 2, text: expect.stringContaining(words) as string });
  });

  it.each([
    ['nothing', [], {}],
    ['two files', ['a.json', 'b.json'], { 'a.json': text, 'b.json': text }],
    ['an unknown word', ['a.json', '--force'], { 'a.json': text }],
    ['a key that is none', ['a.json', '--key', 'nonsense'], { 'a.json': text }],
    ['a file that is not there', ['b.json'], {}],
    ['a file that is nothing of ours', ['a.txt'], { 'a.txt': 'hello' }],
    ['a receipt that is not there', ['a.json', '--receipt', 'b.json'], { 'a.json': text }],
    ['a receipt alone', ['a.json'], { 'a.json': JSON.stringify(proof.receipt) }],
  ])('ends with 2 when given %s', (_what, args, files) => {
    expect(run(args, files).code).toBe(2);
  });
});

describe('as a command', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-verify-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const bin = path.join(import.meta.dirname, '../bin/tallystick-verify.mjs');

  it('reads files, also compressed ones, and exits with its verdict', () => {
    const [good, bad, packed] = ['good.json', 'bad.json', 'prices.ndjson.gz'].map(name =>
      path.join(folder, name),
    );
    writeFileSync(good!, text);
    writeFileSync(bad!, text.replace('"payout_minor": "90000000"', '"payout_minor": "9000000"'));
    writeFileSync(packed!, gzipSync(pricesText));
    const start = (file: string) => spawnSync(process.execPath, [bin, file], { encoding: 'utf8' });
    expect(start(good!)).toMatchObject({ status: 0, stderr: '' });
    expect(start(bad!)).toMatchObject({ status: 1 });
    expect(start(packed!).stdout).toContain('every hash fits');
  });
});
