import { expect, it } from 'vitest';
import { PUBLIC_ORIGIN, SamplePublicLog, sampleRecords } from '@tallystick/verify/testing/sample-public-log';
import { path } from '@tallystick/verify/testing/tree';
import type { WirePublicRecord } from '@tallystick/protocol/wire';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { checkRecord, checkRecords, inLogOf, linesOf, summaryOf } from './check-record.ts';

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
  Promise.resolve(path(number - 1, log.leaves.slice(0, size)).map(hash => Buffer.from(hash).toString('hex')));
const textOf = (number: number): string => new TextDecoder().decode(log.entries[number - 1]);
const listed = (number: number, entry = textOf(number)): WirePublicRecord => {
  const { kind, at_ms } = JSON.parse(textOf(number)) as WirePublicRecord;
  return { number, kind, at_ms, entry };
};

it('a record is found in the log that the device trusts, or not', async () => {
  expect(await checkRecord(listed(7), trust, fetchInclusion)).toMatchObject({
    entry: { number: 7, kind: 'books' },
    isIncluded: true,
  });
  const changed = textOf(7).replace('"sequence":7', '"sequence":8');
  expect(await checkRecord(listed(7, changed), trust, fetchInclusion)).toMatchObject({ isIncluded: false });
  expect(await checkRecord(listed(16), trust, fetchInclusion)).toMatchObject({ isIncluded: null });
  expect(await checkRecord(listed(7), null, fetchInclusion)).toMatchObject({ isIncluded: null });
  expect(await checkRecord(listed(7, '{}'), trust, fetchInclusion)).toMatchObject({ entry: null });
});

it('a record that is listed as another one is wrong, even when it is in the log', async () => {
  for (const other of [{ number: 8 }, { kind: 'terms' }, { at_ms: 1 }] as const) {
    const found = await checkRecord({ ...listed(7), ...other }, trust, fetchInclusion);
    expect(found).toMatchObject({ entry: { number: 7, kind: 'books' }, isIncluded: false });
    expect(await checkRecord({ ...listed(7), ...other }, null, fetchInclusion)).toMatchObject({
      isIncluded: false,
    });
  }
});

it('records stand as the worst of them', async () => {
  const together = async (...records: readonly WirePublicRecord[]) =>
    inLogOf(await checkRecords(records, trust, fetchInclusion));
  const changed = listed(7, textOf(7).replace('7', '8'));
  expect(await together(listed(7), listed(8))).toBe('right');
  expect(await together(listed(7), listed(16))).toBe('waiting');
  expect(await together(listed(7), changed, listed(16))).toBe('wrong');
});

it('records of which one cannot be checked are not right, and wrong if another is', async () => {
  const silentFor8 = async (number: number, size: number) => {
    if (number === 8) throw new Error('no answer');
    return fetchInclusion(number, size);
  };
  const wrong = { ...listed(7), kind: 'terms' } as const;
  await expect(checkRecords([listed(7), listed(8)], trust, silentFor8)).rejects.toThrow('no answer');
  expect(inLogOf(await checkRecords([listed(8), wrong], trust, silentFor8))).toBe('wrong');
});

it('tells records of a kind apart', () => {
  expect(summaryOf('books', textOf(7))).toBe('7');
  const terms = JSON.stringify({ body: { market: 'BTC/USDT', product: 'spot', state: 'announced' } });
  expect(summaryOf('terms', terms)).toBe('BTC/USDT · spot · announced');
  expect(summaryOf('terms', 'x')).toBe('');
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
