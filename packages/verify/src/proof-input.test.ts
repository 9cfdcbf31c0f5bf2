import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyOption, type OptionProof } from './proof.ts';
import type { Report } from './report.ts';
import { promiseText, termsHash } from './receipt.ts';
import { ORIGIN, signNote } from './testing/sample-log.ts';
import { placesIn, replaced } from './testing/places.ts';
import { sampleProof } from './testing/sample-proof.ts';
import { faults, log, proof, receipt, checkOf } from './testing/right-proof.ts';

describe('input that is no proof', () => {
  it.each([
    ['nothing', null, 'kind'],
    ['a text', 'proof', 'kind'],
    ['another kind', { ...proof, kind: 'x' }, 'kind'],
    ['no receipt', { ...proof, receipt: null }, 'receipt'],
    ['a number as text', { ...proof, receipt: { ...receipt, option_id: '7' } }, 'receipt.option_id'],
    ['a negative amount', { ...proof, receipt: { ...receipt, stake_minor: '-1' } }, 'receipt.stake_minor'],
    ['an exponent', { ...proof, receipt: { ...receipt, payout_minor: '1e3' } }, 'receipt.payout_minor'],
    ['a bent entry', { ...proof, receipt: { ...receipt, entry: { number: 1 } } }, 'receipt.entry'],
    ['no log', { ...proof, log: {} }, 'log'],
    ['a number for signed terms', { ...proof, signed_terms: 7 }, 'signed_terms'],
    ['keys that are none', { ...proof, log: { ...proof.log, keys: [{ public_key: 'x' }] } }, 'log'],
  ])('is not a proof: %s', (_what, given, field) => {
    const report = verifyOption(given);
    expect(report.verdict).toBe('wrong');
    expect(report.checks[0]).toEqual({
      name: 'format',
      state: 'failed',
      problem: 'not_a_proof',
      figures: { field },
    });
  });
});

describe('arbitrary changes of a proof', () => {
  const small = sampleProof({ seconds: 30, before: 2, markets: [1] }).proof;
  // Two ticks stand for all.
  const places = placesIn(small).filter(
    ([, , part, at]) => part !== 'ticks' || at === undefined || at === 0 || at === 7,
  );
  const junk = fc.oneof(
    fc.constantFrom(
      null,
      undefined,
      '',
      'x',
      0,
      -1,
      0.5,
      NaN,
      Infinity,
      1e300,
      true,
      [],
      {},
      [null],
      '0'.repeat(64),
    ),
    fc.jsonValue(),
  );

  it('give a report, never an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), junk, (place, other) => {
        const report = verifyOption(replaced(small, place, other));
        expect(report.checks).toHaveLength(11);
      }),
      { numRuns: 300 },
    );
  });

  it('are never accepted where a value decides', () => {
    // These fields only name things for people, or repeat the note.
    const names = /^(receipt\.settled_at_ms|log\.origin|log\.keys\.0\.key_id)$/;
    const deciding = places.filter(
      place => typeof place.at(-1) === 'string' && !names.test(place.join('.')) && place.length > 1,
    );
    const believed = deciding.filter(
      place => verifyOption(replaced(small, place, 'f'.repeat(64))).verdict !== 'wrong',
    );
    expect(believed.map(place => place.join('.'))).toEqual([]);
  });
});

describe('the names in a receipt', () => {
  const earlier = { ...proof, signed_terms: signNote(promiseText(ORIGIN, proof.receipt, 1), ...log.signers) };
  const renamed = (of: OptionProof) => ({ ...of, receipt: { ...of.receipt, symbol: 'ETH/USDT' } });
  const symbolIn = (report: Report) => checkOf(report, 'terms')?.figures['symbol'];

  it('are signed: a changed one is detected', () => {
    const report = verifyOption(proof);
    expect([report.verdict, report.unchecked, symbolIn(report)]).toEqual([
      'right',
      ['settled_at_ms'],
      'BTC/USDT',
    ]);
    expect(faults(verifyOption(renamed(proof)))).toContainEqual(['terms', 'terms_signed_otherwise']);
    const version = { ...proof, receipt: { ...proof.receipt, terms_version: 2 } };
    expect(faults(verifyOption(version))).toContainEqual(['terms', 'terms_signed_otherwise']);
  });

  it('are not called checked if an earlier signature leaves them out; the signature still counts', () => {
    const report = verifyOption(renamed(earlier));
    expect(report).toMatchObject({
      verdict: 'right',
      unchecked: ['symbol', 'terms_version', 'settled_at_ms'],
    });
    expect(symbolIn(report)).toBe('#1');
  });

  it('are covered by the terms the device kept, also in the earlier form without names', () => {
    const kept = (version: 1 | 2) => termsHash(proof.receipt, version);
    expect(verifyOption(earlier, { termsHash: kept(2) }).unchecked).toEqual(['settled_at_ms']);
    expect(verifyOption(earlier, { termsHash: kept(1) })).toMatchObject({
      verdict: 'right',
      unchecked: ['symbol', 'terms_version', 'settled_at_ms'],
    });
    expect(faults(verifyOption(renamed(proof), { termsHash: kept(2) }))).toContainEqual([
      'terms',
      'terms_changed',
    ]);
  });

  it('and its settlement time are not required before settlement', () => {
    const running = {
      ...proof.receipt,
      entry: null,
      exit: null,
      result: null,
      payout_minor: null,
      settled_at_ms: null,
    };
    expect(verifyOption({ ...proof, receipt: running }).unchecked).toEqual([]);
  });
});
