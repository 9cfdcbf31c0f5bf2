import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { PUBLIC_ORIGIN, SamplePublicLog, sampleRecords } from '@tallystick/verify/testing/sample-public-log';
import { path } from '@tallystick/verify/testing/tree';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { checkRecord, linesOf } from './check-record.ts';

const log = new SamplePublicLog(sampleRecords(20));
const trust: PublicLogTrust = {
  origin: PUBLIC_ORIGIN,
  keys: [log.signer.key.publicKey],
  note: log.checkpoint(15),
  size: 15,
  witnesses: [],
  need: 0,
  comparedAtMs: null,
};
const fetchInclusion = (number: number, size: number) =>
  Promise.resolve(path(number - 1, log.leaves.slice(0, size)).map(bytesToHex));
const textOf = (number: number): string => new TextDecoder().decode(log.entries[number - 1]);

it('a record is found in the log that the device trusts, or not', async () => {
  expect(await checkRecord(textOf(7), trust, fetchInclusion)).toMatchObject({
    entry: { number: 7, kind: 'books' },
    isIncluded: true,
  });
  const changed = textOf(7).replace('"sequence":7', '"sequence":8');
  expect(await checkRecord(changed, trust, fetchInclusion)).toMatchObject({ isIncluded: false });
  expect(await checkRecord(textOf(16), trust, fetchInclusion)).toMatchObject({ isIncluded: null });
  expect(await checkRecord(textOf(7), null, fetchInclusion)).toMatchObject({ isIncluded: null });
  expect(await checkRecord('{}', trust, fetchInclusion)).toMatchObject({ entry: null });
});

it('shows a body line by line', () => {
  const terms = [
    { name: 'fee', value: '2' },
    { name: 'lot', value: '1' },
  ];
  expect(linesOf({ a: 'x', b: 1, c: [2], at_ms: 5, terms, none: [] })).toEqual([
    ['a', 'x'],
    ['b', '1'],
    ['c', '[\n 2\n]'],
    ['at_ms', { atMs: 5 }],
    ['fee', '2'],
    ['lot', '1'],
    ['none', '[]'],
  ]);
  expect(linesOf(null)).toEqual([]);
});
