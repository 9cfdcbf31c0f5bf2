import { describe, expect, it } from 'vitest';
import { KeyFilter } from './key-filter.ts';

const KEYS = 300_000;
const HOUR = 3_600_000;
const MB = 2 ** 20;

function filled(limitBytes = 64 * MB, keys = KEYS, everyMs = 0): KeyFilter {
  const filter = new KeyFilter({ spanMs: 6 * HOUR, limitBytes });
  for (let i = 0; i < keys; i++) filter.add(`customer:${i % 100}:spot:${i}`, i * everyMs);
  return filter;
}

function wrongAmong(filter: KeyFilter, keys = 100_000): number {
  let wrong = 0;
  for (let i = 0; i < keys; i++) if (filter.mayContain(`customer:${i % 100}:spot:x${i}`)) wrong++;
  return wrong / keys;
}

describe('KeyFilter', () => {
  it('never denies a key that was added, however full it is', () => {
    for (const filter of [filled(), filled(0)]) {
      let denied = 0;
      for (let i = 0; i < KEYS; i++) if (!filter.mayContain(`customer:${i % 100}:spot:${i}`)) denied++;
      expect(denied).toBe(0);
    }
  });

  it('grows by filters twice as large while they fill up', () => {
    const filter = filled();
    // For 262,144 keys, and 524,288.
    expect(filter.size).toEqual({ filters: 2, bytes: 1.5 * MB });
    expect(wrongAmong(filter)).toBeLessThan(0.002);
  });

  it('takes no more memory than allowed; look-ups get more, and never fewer', () => {
    const filter = filled(1.5 * MB, 2_000_000);
    expect(filter.size.bytes).toBe(1.5 * MB);
    expect(wrongAmong(filter)).toBeGreaterThan(0.05);
    expect(filter.mayContain('customer:99:spot:1999999')).toBe(true);
  });

  it('begins another when the time of one is over, and a smaller one after one that stayed nearly empty', () => {
    // 300,000 in five hours, then one an hour.
    const filter = filled(64 * MB, KEYS, 60);
    const sizes = [filter.size.bytes];
    for (let hour = 12; hour < 48; hour++) {
      filter.add(`late:${hour}`, hour * HOUR);
      sizes.push(filter.size.bytes);
    }
    const added = sizes.map((bytes, i) => bytes - (sizes[i - 1] ?? 0)).filter(Boolean);
    expect(added).toEqual([1.5 * MB, ...Array.from({ length: 6 }, () => 0.5 * MB)]);
  });

  it('forgets a filter when the newest of its keys is gone, not before', () => {
    const filter = new KeyFilter({ spanMs: HOUR, limitBytes: 64 * MB });
    filter.add('old', 0);
    filter.add('older than the next filter', HOUR - 1);
    filter.add('new', HOUR);
    filter.forgetBefore(HOUR - 1);
    expect(['old', 'new'].map(key => filter.mayContain(key))).toEqual([true, true]);
    filter.forgetBefore(HOUR);
    expect(['old', 'new'].map(key => filter.mayContain(key))).toEqual([false, true]);
    filter.forgetBefore(2 * HOUR);
    expect(filter.size.filters).toBe(0);
    filter.add('again', 2 * HOUR);
    expect(filter.mayContain('again')).toBe(true);
  });
});
