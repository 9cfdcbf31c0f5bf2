import { expect, it } from 'vitest';
import { checkPublicLog, runLogCheck } from '../public-log/check.ts';
import { entryHash } from '../public-log/entry.ts';
import type { NewPublicRecord } from '../public-log/records.ts';
import { newSigner } from '../testing/sample-log.ts';
import { SamplePublicLog } from '../testing/sample-public-log.ts';
import type { ReserveAsset } from './published.ts';
import { asset, ORIGIN, signedAsset } from './testing/signed-asset.ts';

const signer = newSigner(`${ORIGIN}/public`);

const owedAt = (point: number): NewPublicRecord => ({
  kind: 'liabilities',
  atMs: point,
  body: { point, sequence: point, at_ms: point, tree: [], beside: [] },
});
const heldAt = (point: number, named: number, assets: readonly ReserveAsset[]): NewPublicRecord => ({
  kind: 'reserves',
  atMs: point,
  body: { point, at_ms: point, assets, unproven: [], house: [], liabilities_record: named },
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
    { ...signed, signature: `${signed.signature!.slice(0, -6)}000000` },
    signedAsset({ origin: 'other.example' }),
    signedAsset({ after: { number: 1, hash: 'ab'.repeat(32) } }),
    signedAsset({ after: { number: 2, hash: firstHash } }),
  ];
  for (const one of wrong) {
    expect(problemOf([owedAt(1), heldAt(1, 1, [signed, one])])).toBe('wrong_reserves');
  }
});
