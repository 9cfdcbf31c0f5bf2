import { beforeEach, expect, it, vi } from 'vitest';
import { recordHash } from '@tallystick/verify/liability/proof';
import { holding, SamplePoint, shuffledBy } from '@tallystick/verify/liability/testing/point';
import type { BalanceProof, ListedPoint } from '../api/liability.ts';
import type { Checker } from './check.ts';

vi.stubGlobal('window', { addEventListener: () => undefined });
vi.resetModules();
const { checkProof } = await import('./check.ts');
const { absenceOf, standingOf } = await import('./standing.ts');
const { keptRoots } = await import('#lib/kept-roots.ts');

let point = 0;
let sample: SamplePoint;
beforeEach(() => {
  sample = new SamplePoint(
    [5_000_000n, 77n].map((minor, index) => holding(index, minor)),
    shuffledBy(1),
    ++point,
  );
});

const SAME = { state: 'same', isForked: false } as const;

function proofOf(change: Partial<BalanceProof> = {}): BalanceProof {
  return { ...sample.proof(0), kind: 'tallystick liability proof 1', ...change } as BalanceProof;
}

function checked(proof: BalanceProof, of: Partial<Checker> = {}) {
  const checker = { names: ['customer0@example.com'], kept: [], trust: null, earlier: {}, listed: [] };
  return checkProof(proof, { ...checker, ...of });
}

function listedAs(hash: string): ListedPoint {
  const { sequence, at_ms: atMs } = sample.record.body;
  return {
    point,
    sequence,
    at_ms: atMs,
    record: sample.record.number,
    record_hash: hash,
    kept: true,
  } as ListedPoint;
}

const stateOf = (proof: BalanceProof, name: string, of: Partial<Checker> = {}) =>
  checked(proof, of).report.checks.find(check => check.name === name)?.state;

it('is right only if a head of the log that this device knows covers it', () => {
  const proof = proofOf();
  const found = checked(proof);
  expect(standingOf(found, proof, SAME)).toBe('right');
  expect(standingOf(found, proof, { state: 'first', isForked: false })).toBe('right');
  expect(standingOf(found, proof, { state: 'checking', isForked: false })).toBe('waiting');
  expect(standingOf(found, proof, { state: 'alarm', isForked: false })).toBe('forked');
  expect(standingOf(found, proof, { state: 'same', isForked: true })).toBe('forked');
  const unsigned = proofOf({ log: null });
  expect(standingOf(checked(unsigned), unsigned, SAME)).toBe('waiting');
});

it('is never right for somebody who was left out', () => {
  const proof = proofOf({ statements: [] });
  const hash = recordHash(sample.record);
  for (const earlier of [{}, { [point]: hash }]) {
    const found = checked(proof, { earlier, listed: [listedAs(hash)] });
    expect(standingOf(found, proof, SAME)).toBe('nothing');
    expect(found.report.verdict).toBe('unchecked');
  }
});

it('compares with roots of earlier visits; those of this visit only contradict', () => {
  const proof = proofOf();
  const hash = recordHash(sample.record);
  expect(stateOf(proof, 'same', { listed: [listedAs(hash)] })).toBe('not_checkable');
  expect(stateOf(proof, 'same', { earlier: { [point]: hash } })).toBe('passed');
  expect(keptRoots()[point]).toBe(hash);
  expect(stateOf(proof, 'same')).toBe('not_checkable');
  expect(stateOf(proof, 'same', { earlier: { [point]: 'f'.repeat(64) } })).toBe('failed');
});

it('fails if the list names another root than the proof', () => {
  expect(stateOf(proofOf(), 'same', { listed: [listedAs('f'.repeat(64))] })).toBe('failed');
});

it('is made out to a name the customer had before, too', () => {
  expect(stateOf(proofOf(), 'holder', { names: ['new@example.com'] })).toBe('failed');
  expect(stateOf(proofOf(), 'holder', { names: ['new@example.com', 'customer0@example.com'] })).toBe(
    'passed',
  );
});

it('says so if this device showed something else before and after', () => {
  const proof = proofOf();
  const { at_ms: atMs } = sample.record.body;
  const seen = (fromMs: number, held: string) => ({
    fromMs: atMs + fromMs,
    toMs: atMs + fromMs + 10,
    held: { USDT: held },
  });
  const kept = [seen(-60_000, '1'), seen(60_000, '2')];
  expect(standingOf(checked(proof, { kept }), proof, SAME)).toBe('differs');
  const same = [seen(-60_000, '1'), seen(60_000, '1')];
  expect(standingOf(checked(proof, { kept: same }), proof, SAME)).toBe('wrong');
});

it('no proof of a moment that is kept is one that is withheld', () => {
  const one = listedAs('a'.repeat(64));
  expect(absenceOf(point, [one], one.at_ms + 90 * 3_600_000)).toBe('withheld');
  const dropped = { ...one, kept: false };
  expect(absenceOf(point, [dropped], one.at_ms + 3_600_000)).toBe('withheld');
  expect(absenceOf(point, [dropped], one.at_ms + 49 * 3_600_000)).toBe('gone');
  expect(absenceOf(point + 1, [one], one.at_ms)).toBe('gone');
});
