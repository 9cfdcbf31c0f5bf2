import { describe, expect, it } from 'vitest';
import { readNote } from './note.ts';
import { verifyOption, type OptionProof } from './proof.ts';
import type { Problem } from './problems.ts';
import type { CheckName } from './report.ts';
import { chained, newSigner, SampleLog, signNote } from './testing/sample-log.ts';
import { prove } from './testing/sample-proof.ts';
import { faults, log, proof, receipt, signer } from './testing/right-proof.ts';

describe('a swapped checkpoint is detected', () => {
  const withLog = (change: Partial<OptionProof['log']>): OptionProof => ({
    ...proof,
    log: { ...proof.log, ...change },
  });
  const size = log.ticks.length;
  const fork = new SampleLog(
    chained(log.ticks.map((tick, i) => (i === 3 ? { ...tick, price_e8: tick.price_e8 + 1 } : tick))),
    signer,
  );
  const stranger = new SampleLog(log.ticks, newSigner());
  const renamed = new SampleLog(log.ticks, newSigner('log.example/other'));
  const bentHead = (at: number) => ({
    note: signNote(
      readNote(log.checkpoint(at).note)!.text.replace(/tick \w+/, `tick ${'a'.repeat(64)}`),
      signer,
    ),
  });

  it.each<[string, Partial<OptionProof['log']>, CheckName, Problem]>([
    ['an older one', { checkpoint: log.checkpoint(20) }, 'inclusion', 'not_included'],
    ['one of a fork', { checkpoint: fork.checkpoint(size) }, 'inclusion', 'not_included'],
    ['one of a stranger', { checkpoint: stranger.checkpoint(size) }, 'signature', 'unknown_key'],
    ['one of another log’s key', { checkpoint: renamed.checkpoint(size) }, 'signature', 'unknown_key'],
    [
      'an unsigned one',
      { checkpoint: { note: log.checkpoint(size).note.split('—')[0]! } },
      'signature',
      'unreadable',
    ],
    ['text that is none', { checkpoint: { note: 'hello\n\n' } }, 'signature', 'unreadable'],
    ['another proof of inclusion', { inclusion: log.inclusion(5, size) }, 'inclusion', 'not_included'],
    [
      'an earlier one of a fork',
      {
        earlier: { checkpoint: fork.checkpoint(11), consistency: log.consistency(11, size) },
      },
      'consistency',
      'not_consistent',
    ],
    [
      'another proof of consistency',
      {
        earlier: { checkpoint: log.checkpoint(12), consistency: log.consistency(11, size) },
      },
      'consistency',
      'not_consistent',
    ],
    [
      'an earlier one of a stranger',
      {
        earlier: { checkpoint: stranger.checkpoint(12), consistency: log.consistency(12, size) },
      },
      'consistency',
      'unknown_key',
    ],
    [
      'the later one in place of the earlier, which contains itself',
      { earlier: { checkpoint: log.checkpoint(size), consistency: [] } },
      'consistency',
      'not_before',
    ],
    [
      'one of after the purchase in place of the earlier',
      { earlier: { checkpoint: log.checkpoint(13), consistency: log.consistency(13, size) } },
      'consistency',
      'not_before',
    ],
    [
      'an earlier one that names another newest tick than the receipt',
      { earlier: { checkpoint: bentHead(12), consistency: log.consistency(12, size) } },
      'consistency',
      'other_tick',
    ],
  ])('%s', (_what, change, id, problem) => {
    expect(faults(verifyOption(withLog(change)))[0]).toEqual([id, problem]);
  });

  it('a changed digit of the signed text', () => {
    const { note } = log.checkpoint(size);
    const spoiled = note.replace(/time (\d)/, (_, digit: string) => `time ${(Number(digit) + 1) % 10}`);
    expect(faults(verifyOption(withLog({ checkpoint: { note: spoiled } })))).toEqual([
      ['signature', 'wrong_signature'],
    ]);
  });

  it('a log signed by another key than the trusted one', () => {
    const report = verifyOption(prove(receipt, stranger), { keys: [signer.key] });
    expect(faults(report)).toEqual([
      ['terms', 'terms_unsigned'],
      ['signature', 'unknown_key'],
    ]);
    expect(verifyOption(prove(receipt, stranger)).verdict).toBe('right');
  });

  it('but a second signature by a new key is allowed: this is how keys are changed', () => {
    const next = newSigner();
    const both = new SampleLog(log.ticks, next, signer);
    expect(verifyOption(prove(receipt, both), { keys: [signer.key] }).verdict).toBe('right');
    expect(verifyOption(prove(receipt, both), { keys: [next.key] }).verdict).toBe('right');
  });
});
