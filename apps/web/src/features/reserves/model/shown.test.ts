import { expect, it } from 'vitest';
import { isTooFarApart, namesOther, type ReadRecords } from './shown.ts';

function recordsAt(reservesAtMs: number, liabilitiesAtMs: number): ReadRecords {
  const reserves = {
    point: 7,
    at_ms: reservesAtMs,
    assets: [],
    unproven: [],
    house: [],
    liabilities_record: 30,
  };
  const liabilities = { point: 7, sequence: 1, at_ms: liabilitiesAtMs, tree: [], beside: [] };
  return { published: { reserves, liabilities, number: 31, hash: '' }, items: [] } as unknown as ReadRecords;
}

it('reserves of the same point stand against the record that one’s own balance is proven with', () => {
  const read = recordsAt(0, 0);
  expect(namesOther(read, { point: 7, number: 30 })).toBe(false);
  expect(namesOther(read, { point: 7, number: 29 })).toBe(true);
  expect(namesOther(read, { point: 7, number: 31 })).toBe(true);
  expect(namesOther(read, { point: 6, number: 20 })).toBe(false);
});

it('moments more than two hours apart are not compared', () => {
  expect(isTooFarApart(recordsAt(7_200_000, 0))).toBe(false);
  expect(isTooFarApart(recordsAt(7_200_001, 0))).toBe(true);
  expect(isTooFarApart(recordsAt(0, 7_200_001))).toBe(true);
});
