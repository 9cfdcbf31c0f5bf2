import { describe, expect, it } from 'vitest';
import { inYear, monthsOf, periodFrom, thisMonth, yearsSince } from './periods.ts';

const NOW = Date.parse('2026-03-31T23:30:00Z');

describe('periods', () => {
  it('are counted in UTC, wherever the customer is', () => {
    expect(thisMonth(NOW)).toBe('2026-03');
    expect(thisMonth(NOW + 3_600_000)).toBe('2026-04');
  });

  it('come from the address if they have begun, else it is this month', () => {
    expect(periodFrom('2025', NOW)).toBe('2025');
    expect(periodFrom('2025-12', NOW)).toBe('2025-12');
    expect(periodFrom('2026', NOW)).toBe('2026');
    for (const text of [null, '', '2026-04', '2027', '2026-13', '26', 'x']) {
      expect(periodFrom(text, NOW)).toBe('2026-03');
    }
  });

  it('reach from the first entry to now', () => {
    expect(yearsSince('2024-11', NOW)).toEqual(['2026', '2025', '2024']);
    expect(yearsSince(null, NOW)).toEqual(['2026']);
    expect(monthsOf('2026', NOW)).toEqual(['03', '02', '01']);
    expect(monthsOf('2025', NOW).length).toBe(12);
  });

  it('keep their month when the year is changed, as far as it has begun', () => {
    expect(inYear('2025-02', '2026', NOW)).toBe('2026-02');
    expect(inYear('2025-11', '2026', NOW)).toBe('2026-03');
    expect(inYear('2025', '2026', NOW)).toBe('2026');
  });
});
