import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { newSigner, signNote } from '../testing/sample-log.ts';
import { cosign, PUBLIC_ORIGIN, SamplePublicLog, sampleRecords } from '../testing/sample-public-log.ts';
import { checkPublicLog, runLogCheck, type LogCheckOptions, type LogReport } from './check.ts';
import type { NewPublicRecord } from './records.ts';

const log = new SamplePublicLog(sampleRecords(300));
const witnesses = ['one', 'two', 'three'].map(name => newSigner(`witness.example/${name}`));
const options: LogCheckOptions = {
  keys: [log.signer.key],
  witnesses: witnesses.map(({ key }) => key),
  need: 0,
};

function check(files: ReadonlyMap<string, Uint8Array>, others: Partial<LogCheckOptions> = {}): LogReport {
  return runLogCheck(checkPublicLog({ ...options, ...others }), file => files.get(file) ?? null);
}

function problemOf(report: LogReport): string | null {
  return report.ok ? null : report.problem;
}

describe('the files of a public log', () => {
  it('are right as they are published', () => {
    for (const size of [1, 2, 255, 256, 257, 300]) {
      const report = check(log.files(size));
      expect(report).toMatchObject({ ok: true, records: { books: size }, uncheckedHeads: 0 });
    }
  });

  it('are wrong with one byte changed in any of them', () => {
    const files = log.files();
    for (const [name, bytes] of files) {
      const step = Math.max(1, Math.floor(bytes.length / 40));
      for (let at = 0; at < bytes.length; at += step) {
        const changed = bytes.slice();
        changed[at] = changed[at]! ^ 1;
        const report = check(new Map([...files, [name, changed]]));
        expect([name, at, report.ok]).toEqual([name, at, false]);
      }
    }
  });

  it('are wrong if one is cut short or missing', () => {
    const files = log.files();
    for (const [name, bytes] of files) {
      expect(check(new Map([...files, [name, bytes.subarray(0, bytes.length - 1)]])).ok).toBe(false);
      expect(problemOf(check(new Map([...files].filter(([one]) => one !== name))))).toBe('missing');
    }
  });

  it('are wrong with records that were signed, but are not of the published form', () => {
    const [first, ...others] = sampleRecords(3);
    const odd = new SamplePublicLog([first!, ...others], log.signer);
    const text = new TextDecoder().decode(odd.entries[1]).replace('"sequence":2', '"sequence":-2');
    (odd.entries as Uint8Array[])[1] = utf8ToBytes(text);
    expect(problemOf(check(odd.files()))).toBe('not_a_record');
  });

  it('are wrong with a record that is older than the one before, or newer than the head', () => {
    const [first, second, third] = sampleRecords(3);
    const problem = (records: readonly NewPublicRecord[]) =>
      problemOf(check(new SamplePublicLog(records, log.signer).files()));
    expect(problem([first!, { ...second!, atMs: first!.atMs }, third!])).toBeNull();
    expect(problem([first!, { ...second!, atMs: first!.atMs - 1 }, third!])).toBe('wrong_time');
    const odd = new SamplePublicLog([first!, { ...second!, atMs: third!.atMs + 1_001 }], log.signer);
    const early = new SamplePublicLog([first!, second!], log.signer);
    const time = (note: string) => /^time .*$/m.exec(note)![0];
    const lines = odd.text().replace(time(odd.text()), time(early.text()));
    expect(problemOf(check(odd.files(2, signNote(lines, log.signer))))).toBe('wrong_time');
  });

  it('are of the log and the key that are wanted', () => {
    expect(problemOf(check(log.files(), { keys: [newSigner(PUBLIC_ORIGIN).key] }))).toBe('unknown_key');
    expect(problemOf(check(log.files(), { keys: [newSigner('other.example').key] }))).toBe('other_log');
  });

  it('go on from a checkpoint that was kept, or are a rewritten log', () => {
    const kept = log.checkpoint(200);
    expect(check(log.files(), { kept }).ok).toBe(true);
    const forked = new SamplePublicLog(sampleRecords(300, 'b'.repeat(64)), log.signer);
    expect(check(forked.files()).ok).toBe(true);
    expect(problemOf(check(forked.files(), { kept }))).toBe('not_grown');
    expect(problemOf(check(log.files(100), { kept }))).toBe('not_grown');
  });
});

describe('witnesses of a public log', () => {
  const note = log.checkpoint();
  const lines = witnesses.map((witness, i) => cosign(note, witness, 1_770_000_000 + i));
  const signed = (...some: readonly string[]) => log.files(300, note + some.join(''));

  it('are counted once each, as many as are trusted', () => {
    const report = check(signed(lines[0]!, lines[1]!, lines[0]!), { need: 2 });
    expect(report).toMatchObject({
      ok: true,
      cosigners: [{ atMs: 1_770_000_000_000 }, { atMs: 1_770_000_001_000 }],
    });
    expect(problemOf(check(signed(lines[0]!, lines[1]!), { need: 3 }))).toBe('too_few_witnesses');
    const strangers = check(signed(...lines), { witnesses: [newSigner('witness.example/one').key], need: 1 });
    expect(problemOf(strangers)).toBe('too_few_witnesses');
  });

  it('of another checkpoint make it wrong', () => {
    const other = cosign(log.checkpoint(299), witnesses[0]!, 1_770_000_000);
    expect(problemOf(check(signed(other), { need: 1 }))).toBe('wrong_signature');
  });
});
