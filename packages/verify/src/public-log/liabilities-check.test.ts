import { describe, expect, it } from 'vitest';
import { newSigner } from '../testing/sample-log.ts';
import { SamplePublicLog } from '../testing/sample-public-log.ts';
import { checkPublicLog, runLogCheck } from './check.ts';
import type { NewPublicRecord, RecordBody } from './records.ts';

const ORIGIN = 'tallystick.example/public';
const signer = newSigner(ORIGIN);
const START_MS = 1_770_000_000_000;
const USDT = { currency: 'USDT', decimals: 6 };
const TREE = { ...USDT, root: 'ab'.repeat(32), total: '9', leaves: 1 };

type Body = RecordBody<'liabilities'>;

/** Each published ten milliseconds after its moment. */
const owedAt = (point: number, change: Partial<Body> = {}): NewPublicRecord => {
  const atMs = START_MS + point * 100;
  const body = { point, sequence: point * 5, at_ms: atMs, tree: [TREE], beside: [], ...change };
  return { kind: 'liabilities', atMs: atMs + 10, body };
};

function problemOf(records: readonly NewPublicRecord[]): string | null {
  const files = new SamplePublicLog(records, signer, ORIGIN).files();
  const options = { keys: [signer.key], witnesses: [], need: 0 };
  const report = runLogCheck(checkPublicLog(options), file => files.get(file) ?? null);
  return report.ok ? null : report.problem;
}

describe('liabilities in the public log', () => {
  it('are right point by point', () => {
    expect(problemOf([1, 2, 3].map(point => owedAt(point)))).toBeNull();
  });

  it.each([
    ['a second root of the same point', { point: 1 }],
    ['a point left out', { point: 3 }],
    ['an earlier command', { sequence: 4 }],
    ['an earlier moment', { at_ms: START_MS + 99 }],
    ['a moment after it was published', { at_ms: START_MS + 211 }],
    ['a currency twice', { tree: [TREE, TREE] }],
    ['other decimals than before', { tree: [{ ...TREE, decimals: 5 }] }],
    ['other decimals beside', { beside: [{ ...USDT, decimals: 5, name: 'house', total: '1' }] }],
    ['an amount beside twice', { beside: [0, 0].map(() => ({ ...USDT, name: 'house', total: '1' })) }],
  ])('are wrong with %s', (_what, change) => {
    expect(problemOf([owedAt(1), owedAt(2, change)])).toBe('wrong_liabilities');
  });

  it('begin with the first point', () => {
    expect(problemOf([owedAt(2)])).toBe('wrong_liabilities');
  });
});
