import { describe, expect, test } from 'vitest';
import { candleStart, positiveModulo } from './intervals.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('candleStart', () => {
  test.each([
    ['1m', '2025-03-05T13:47:59.999', '2025-03-05T13:47:00'],
    ['5m', '2025-03-05T13:49:59', '2025-03-05T13:45:00'],
    ['30m', '2025-03-05T13:29:59', '2025-03-05T13:00:00'],
    ['1h', '2025-03-05T13:00:00', '2025-03-05T13:00:00'],
    ['1d', '2025-03-05T23:59:59', '2025-03-05T00:00:00'],
    ['1w', '2025-03-09T23:59:59', '2025-03-03T00:00:00'],
    ['1w', '2025-03-10T00:00:00', '2025-03-10T00:00:00'],
    ['1w', '1969-12-31T00:00:00', '1969-12-29T00:00:00'],
    ['1M', '2024-02-29T23:59:59', '2024-02-01T00:00:00'],
    ['1M', '2024-03-01T00:00:00', '2024-03-01T00:00:00'],
  ] as const)('%s at %s is %s', (interval, time, start) => {
    expect(candleStart(interval, at(time))).toBe(at(start));
  });
});

test('positiveModulo is never negative', () => {
  expect(positiveModulo(-1, 5)).toBe(4);
  expect(positiveModulo(-5, 5)).toBe(0);
  expect(positiveModulo(7, 5)).toBe(2);
});
