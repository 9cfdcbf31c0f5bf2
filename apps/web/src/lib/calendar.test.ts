import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayAfterKey, placeInWeek, weeksOf } from './calendar.ts';

const MONDAY = 1;
const SUNDAY = 7;

describe('a calendar', () => {
  it('puts each day of a month under its weekday', () => {
    // 1 November 2026 is a Sunday.
    expect(placeInWeek('2026-11-01', SUNDAY)).toBe(0);
    expect(placeInWeek('2026-11-01', MONDAY)).toBe(6);
    const weeks = weeksOf('2026-11', MONDAY);
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(weeksOf('2026-11', SUNDAY)).toHaveLength(5);
  });

  it.each([
    ['2026-02', 28],
    ['2028-02', 29],
    ['2026-12', 31],
  ])('has all days of %s', (month, count) => {
    const days = weeksOf(month, MONDAY)
      .flat()
      .filter(day => day !== null);
    expect(days).toHaveLength(count);
    expect(new Set(days).size).toBe(count);
  });

  it('goes over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it.each([
    ['ArrowLeft', '2026-11-17'],
    ['ArrowRight', '2026-11-19'],
    ['ArrowUp', '2026-11-11'],
    ['ArrowDown', '2026-11-25'],
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
    ['PageUp', '2026-10-18'],
    ['PageDown', '2026-12-18'],
    ['Tab', undefined],
  ])('%s leads from a Wednesday to %s', (key, day) => {
    expect(dayAfterKey(key, '2026-11-18', MONDAY)).toBe(day);
  });
});
