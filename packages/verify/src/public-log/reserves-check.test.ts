import { DAY_MS } from '@tallystick/core/durations';
import { expect, it } from 'vitest';
import { checkPublicLog, runLogCheck } from './check.ts';
import { entryHash } from './entry.ts';
import type { NewPublicRecord } from './records.ts';
import { newSigner } from '../testing/sample-log.ts';
import { SamplePublicLog } from '../testing/sample-public-log.ts';
import type { ReserveAsset } from './reserves.ts';
import { asset, ORIGIN, SIGNED_AT_MS, signedAsset } from './testing/signed-asset.ts';

const signer = newSigner(`${ORIGIN}/public`);

const owedAt = (point: number): NewPublicRecord => ({
  kind: 'liabilities',
  atMs: SIGNED_AT_MS + point,
  body: { point, sequence: point, at_ms: SIGNED_AT_MS, tree: [], beside: [] },
});
const heldAt = (
  point: number,
  named: number,
  assets: readonly ReserveAsset[],
  atMs = SIGNED_AT_MS + point,
): NewPublicRecord => ({
  kind: 'reserves',
  atMs,
  body: { point, at_ms: atMs, assets, unproven: [], house: [], liabilities_record: named },
});

function problemOf(records: readonly NewPublicRecord[]): string | null {
  const log = new SamplePublicLog(records, signer, `${ORIGIN}/public`);
  const files = log.files();
  const options = { keys: [signer.key], witnesses: [], need: 0 };
  const report = runLogCheck(checkPublicLog(options), file => files.get(file) ?? null);
  return report.ok ? null : report.problem;
}

const firstHash = entryHash(new SamplePublicLog([owedAt(1)], signer, `${ORIGIN}/public`).entries[0]!);
const signed = signedAsset({ after: { number: 1, hash: firstHash } });

it('reserves that name their own point, with addresses that have signed, are right', () => {
  expect(
    problemOf([owedAt(1), heldAt(1, 1, [signed, asset()]), owedAt(2), heldAt(2, 3, [signed])]),
  ).toBeNull();
});

it('reserves of another point, of none, or of one for the second time are wrong', () => {
  expect(problemOf([owedAt(1), heldAt(2, 1, [])])).toBe('wrong_reserves');
  expect(problemOf([owedAt(1), heldAt(1, 7, [])])).toBe('wrong_reserves');
  expect(problemOf([owedAt(1), heldAt(1, 1, []), heldAt(1, 1, [])])).toBe('wrong_reserves');
});

it('an address that has not signed, or not for this exchange and log, is found', () => {
  const wrong = [
    asset({ proof: 'signed' }),
    signedAsset({ day: '2026-11-29', after: { number: 1, hash: firstHash } }),
    { ...signed, signature: `${signed.signature!.slice(0, -6)}000000` },
    signedAsset({ origin: 'other.example' }),
    signedAsset({ after: { number: 1, hash: 'ab'.repeat(32) } }),
    signedAsset({ after: { number: 2, hash: firstHash } }),
  ];
  for (const one of wrong) {
    expect(problemOf([owedAt(1), heldAt(1, 1, [signed, one])])).toBe('wrong_reserves');
  }
});

it('an amount that is there twice, or of other decimals than what is owed, is found', () => {
  const tree = [{ currency: 'USDT', decimals: 6, root: 'ab'.repeat(32), total: '9', leaves: 1 }];
  const owed = owedAt(1);
  const owing = { ...owed, body: { ...owed.body, tree } } as NewPublicRecord;
  expect(problemOf([owing, heldAt(1, 1, [asset()])])).toBeNull();
  expect(problemOf([owing, heldAt(1, 1, [asset(), asset()])])).toBe('wrong_reserves');
  expect(problemOf([owing, heldAt(1, 1, [asset({ decimals: 2 })])])).toBe('wrong_reserves');
});

it('what was signed counts for ninety days, also once it was verified', () => {
  const laterBy = (days: number) => {
    const atMs = SIGNED_AT_MS + days * DAY_MS;
    const owed = { ...owedAt(2), atMs } as NewPublicRecord;
    return problemOf([owedAt(1), heldAt(1, 1, [signed]), owed, heldAt(2, 3, [signed], atMs)]);
  };
  expect([90, 91].map(laterBy)).toEqual([null, 'wrong_reserves']);
});

it('who names no record must have signed before there was one', () => {
  const first = signedAsset({ after: null });
  expect(problemOf([owedAt(1), heldAt(1, 1, [first])])).toBeNull();
  const [early] = [{ ...owedAt(1), atMs: SIGNED_AT_MS - DAY_MS, body: { ...owedAt(1).body, at_ms: 1 } }];
  expect(problemOf([early as NewPublicRecord, heldAt(1, 1, [first])])).toBe('wrong_reserves');
});
