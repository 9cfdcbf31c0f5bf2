import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseOf, derivedMs, INTERVALS, openOf, stepOpen, STORED_INTERVALS } from './intervals.ts';

const at = (text: string): number => Date.parse(text);

describe('candle openings', () => {
  it.each([
    ['1m', '2026-11-21T11:43:59.999Z', '2026-11-21T11:43:00Z'],
    ['5m', '2026-11-21T11:43:59.999Z', '2026-11-21T11:40:00Z'],
    ['30m', '2026-11-21T11:43:59.999Z', '2026-11-21T11:30:00Z'],
    ['3m', '2026-11-21T11:43:59.999Z', '2026-11-21T11:42:00Z'],
    ['15m', '2026-11-21T11:43:59.999Z', '2026-11-21T11:30:00Z'],
    ['1h', '2026-11-21T11:43:59.999Z', '2026-11-21T11:00:00Z'],
    ['4h', '2026-11-21T11:43:59.999Z', '2026-11-21T08:00:00Z'],
    ['12h', '2026-11-21T23:59:59.999Z', '2026-11-21T12:00:00Z'],
    ['3d', '1970-01-03T23:59:59.999Z', '1970-01-01T00:00:00Z'],
    // The first candle of three days that others have of a market listed on the 17th.
    ['3d', '2017-08-17T04:00:00.000Z', '2017-08-16T00:00:00Z'],
    ['1d', '2026-11-21T23:59:59.999Z', '2026-11-21T00:00:00Z'],
    ['1w', '2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00Z'],
    ['1w', '2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00Z'],
    ['1M', '2024-02-29T23:59:59.999Z', '2024-02-01T00:00:00Z'],
    ['1M', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00Z'],
  ] as const)('%s of %s is %s', (interval, time, open) => {
    expect(openOf(interval, at(time))).toBe(at(open));
  });

  it('step over month and year ends', () => {
    expect(stepOpen('1M', at('2026-12-01'), 1)).toBe(at('2027-01-01'));
    expect(stepOpen('1M', at('2026-01-01'), -1)).toBe(at('2025-12-01'));
    expect(stepOpen('1w', at('2026-12-28'), 1)).toBe(at('2027-01-04'));
    expect(stepOpen('1M', at('2024-01-01'), 14)).toBe(at('2025-03-01'));
  });

  it('cover every moment exactly once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INTERVALS),
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        (interval, ms) => {
          const openMs = openOf(interval, ms);
          const nextMs = stepOpen(interval, openMs, 1);
          expect(openMs).toBeLessThanOrEqual(ms);
          expect(ms).toBeLessThan(nextMs);
          expect(openOf(interval, openMs)).toBe(openMs);
          expect(openOf(interval, nextMs - 1)).toBe(openMs);
          expect(stepOpen(interval, nextMs, -1)).toBe(openMs);
          expect(openMs % 86_400_000 === 0 || !['1d', '3d', '1w', '1M'].includes(interval)).toBe(true);
        },
      ),
    );
  });

  it('of an interval that is not stored are openings of the stored one it is put together from', () => {
    for (const interval of INTERVALS) {
      const lengthMs = derivedMs(interval);
      expect(lengthMs === null).toBe((STORED_INTERVALS as readonly string[]).includes(interval));
      if (lengthMs === null) continue;
      const base = baseOf(interval);
      const day = at('2026-11-21');
      expect(lengthMs % (stepOpen(base, day, 1) - day)).toBe(0);
      expect(openOf(base, openOf(interval, day))).toBe(openOf(interval, day));
    }
  });
});
