import { afterEach, expect, test, vi } from 'vitest';
import { goalRow, infoRow, median, report } from './report.ts';

const rows = [
  goalRow('orders', 12_345.678, 'orders/s', 10_000, 'higher'),
  goalRow('p99', 60, 'ms', 50, 'lower'),
  infoRow('other engine', 0.5, 'orders/s', 'higher'),
];

afterEach(() => {
  vi.restoreAllMocks();
  process.argv = process.argv.filter(argument => argument !== '--json');
});

function printed(): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  report(rows, ['a note']);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

test('prints a table with the notes below', () => {
  expect(printed().split('\n')).toEqual([
    'name           value  unit      goal',
    'orders        12,300  orders/s  ≥ 10,000  met',
    'p99               60  ms        ≤ 50      MISSED',
    'other engine     0.5  orders/s',
    'a note',
    '',
  ]);
});

test('prints with --json exactly one array of the agreed fields', () => {
  process.argv.push('--json');
  expect(JSON.parse(printed())).toEqual([
    { name: 'orders', value: 12_345.678, unit: 'orders/s', goal: 10_000, better: 'higher', met: true },
    { name: 'p99', value: 60, unit: 'ms', goal: 50, better: 'lower', met: false },
    { name: 'other engine', value: 0.5, unit: 'orders/s', goal: null, better: 'higher', met: null },
  ]);
});

test('the median of odd, even and no values', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  expect(() => median([])).toThrow(RangeError);
});
