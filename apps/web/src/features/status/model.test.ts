import { describe, expect, test } from 'vitest';
import { goodShare, shownDays } from './model.ts';

const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const day = (name: string, sampled: number, bad: number) => ({
  day: name,
  part: 'trading' as const,
  sampled,
  bad,
});

describe('the last 90 days', () => {
  const shown = shownDays(
    [day('2026-11-23', 700, 0), day('2026-11-22', 1_440, 1), day('2026-11-21', 100, 10)],
    'trading',
    NOW_MS,
  );

  test('are 90, and what nobody sampled is no good day', () => {
    expect(shown).toHaveLength(90);
    expect(shown[0]).toEqual({ day: '2026-08-26', state: 'none' });
    expect(shown.slice(-4).map(one => one.state)).toEqual(['none', 'bad', 'some', 'good']);
  });

  test('of another part are another part’s', () => {
    expect(shownDays([day('2026-11-23', 1, 1)], 'prices', NOW_MS).at(-1)?.state).toBe('none');
  });
});

test('a share is never rounded up, and of nothing there is none', () => {
  expect(goodShare([day('2026-11-23', 1_440, 1)], 'trading')).toEqual({ percent: '99.93', minutes: 1_440 });
  expect(goodShare([day('2026-11-23', 100_000, 1)], 'trading')?.percent).toBe('99.99');
  expect(goodShare([day('2026-11-23', 10, 10)], 'trading')?.percent).toBe('0.00');
  expect(goodShare([], 'trading')).toBeUndefined();
});
