import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractUnits } from './contract.ts';
import { convertStops, stopText, stopTicks, type StopBase, type StopKind } from './stops.ts';
import { BTC_PERPETUAL } from './testing/example-contract.ts';

const base: StopBase = {
  direction: 'long',
  units: contractUnits(BTC_PERPETUAL),
  lots: 100n,
  openValueMinor: 10_000_000_000n,
  leverage: 10,
};
const short: StopBase = { ...base, direction: 'short' };

describe('a stop as a price', () => {
  test.each([
    ['takeProfit', 'price', '105000', base, 1_050_000n],
    ['takeProfit', 'move', '5', base, 1_050_000n],
    ['stopLoss', 'move', '2.5', base, 975_000n],
    // Half the margin at ×10 is 5 % of the price.
    ['takeProfit', 'margin', '50', base, 1_050_000n],
    ['stopLoss', 'margin', '50', base, 950_000n],
    ['takeProfit', 'margin', '50', short, 950_000n],
    ['stopLoss', 'margin', '50', short, 1_050_000n],
    ['takeProfit', 'price', '', base, null],
    ['takeProfit', 'price', '105000.05', base, null],
    ['takeProfit', 'move', '0', base, null],
    ['takeProfit', 'move', '100', short, null],
  ] as const)('%s %s %s', (kind, unit, text, from, ticks) => {
    expect(stopTicks(kind, unit, text, from)).toBe(ticks);
  });
});

test('a stop between two steps is rounded toward the entry', () => {
  const odd = { ...base, openValueMinor: 10_000_003_000n };
  const entry = 1_000_000n;
  for (const kind of ['takeProfit', 'stopLoss'] as const) {
    for (const from of [odd, { ...odd, direction: 'short' as const }]) {
      const ticks = stopTicks(kind, 'move', '0.01', from)!;
      const exact = (10_000_003_000n * 10_001n) / 10_000n;
      const distance = ticks > entry ? ticks * 10_000n - 10_000_003_000n : 10_000_003_000n - ticks * 10_000n;
      expect(distance).toBeLessThanOrEqual(exact - 10_000_003_000n + 1n);
    }
  }
});

test('changing the unit keeps the stop where it is, to a hundredth of a percent', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<StopKind>('takeProfit', 'stopLoss'),
      fc.constantFrom(base, short),
      fc.integer({ min: 10, max: 4_000 }),
      (kind, from, hundredths) => {
        const typed = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        const ticks = stopTicks(kind, 'move', typed, from);
        const again = stopTicks(kind, 'margin', stopText(kind, 'margin', ticks, from), from);
        const apart = (ticks ?? 0n) - (again ?? 0n);
        expect(apart < 0n ? -apart : apart).toBeLessThanOrEqual(11n);
      },
    ),
  );
});

test('a stop on the wrong side has no percentage', () => {
  const stops = { unit: 'price', takeProfit: '90000', stopLoss: '' } as const;
  expect(convertStops(stops, 'margin', base)).toEqual({ takeProfit: '', stopLoss: '' });
  expect(convertStops(stops, 'margin', null)).toEqual({});
});
