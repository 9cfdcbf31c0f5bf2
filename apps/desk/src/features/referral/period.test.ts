import { expect, it } from 'vitest';
import { dayText, periodOf, usualPeriod } from './period.ts';

it('a period consists of UTC days, at most a year', () => {
  expect(periodOf('2026-01-01', '2026-01-31')).toEqual({ from_day: 20_454, to_day: 20_484 });
  expect(dayText(20_454)).toBe('2026-01-01');
  expect(periodOf('2026-01-01', '2027-01-01')).not.toBeNull();
  for (const [from, to] of [
    ['2026-01-31', '2026-01-01'],
    ['2026-01-01', '2027-01-02'],
    ['', '2026-01-01'],
    ['2026-13-01', '2026-13-02'],
  ] as const) {
    expect(periodOf(from, to)).toBeNull();
  }
});

it('the default one ends today', () => {
  expect(usualPeriod(Date.parse('2026-03-01T23:59:59Z'))).toEqual({ from: '2026-01-31', to: '2026-03-01' });
});
