import { expect, test } from 'vitest';
import { assessBy, canRepeat, sameFigures } from './assessment.ts';

test.each([
  [200n, 100n, true],
  [199n, 100n, false],
  [null, 100n, false],
])('with %s for %s a repeat is possible: %s', (available, needed, possible) => {
  expect(canRepeat(available, needed)).toBe(possible);
});

test('problems are judged by the shown figures', () => {
  const assess = assessBy(
    (lots: bigint, priceMinor: bigint) => lots * priceMinor,
    (lots, priceMinor, value) => (value > 100n ? [`${lots} at ${priceMinor} are ${value}`] : []),
  );
  expect(assess(3n, 30n)).toEqual({ summary: 90n, problems: [] });
  expect(assess(4n, 30n)).toEqual({ summary: 120n, problems: ['4 at 30 are 120'] });
});

test('figures are equal when each of them is', () => {
  const figures = { margin: 5n, stops: [{ price: '1' }], problem: undefined };
  expect(sameFigures(figures, { margin: 5n, stops: [{ price: '1' }] })).toBe(true);
  expect(sameFigures(figures, { ...figures, margin: 6n })).toBe(false);
  expect(sameFigures({ margin: 5n }, { margin: '5' })).toBe(false);
});
