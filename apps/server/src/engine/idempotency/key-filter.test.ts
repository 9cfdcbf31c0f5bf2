import { describe, expect, it } from 'vitest';
import { KeyFilter } from './key-filter.ts';

const KEYS = 100_000;

function filled(): KeyFilter {
  const filter = new KeyFilter(2 ** 20);
  for (let i = 0; i < KEYS; i++) filter.add(`customer:${i % 100}:spot:${i}`);
  return filter;
}

describe('KeyFilter', () => {
  it('never denies a key that was added', () => {
    const filter = filled();
    for (let i = 0; i < KEYS; i++) expect(filter.mayContain(`customer:${i % 100}:spot:${i}`)).toBe(true);
  });

  it('denies nearly all others at ten bits a key', () => {
    const filter = filled();
    let wrong = 0;
    for (let i = 0; i < KEYS; i++) if (filter.mayContain(`customer:${i % 100}:spot:x${i}`)) wrong++;
    expect(wrong).toBeLessThan(KEYS * 0.015);
  });

  it('forgets keys at the second rotation, not at the first', () => {
    const filter = new KeyFilter(2 ** 10);
    filter.add('old');
    filter.rotate();
    filter.add('new');
    expect([filter.mayContain('old'), filter.mayContain('new')]).toEqual([true, true]);
    filter.rotate();
    expect([filter.mayContain('old'), filter.mayContain('new')]).toEqual([false, true]);
  });

  it('wants a power of two', () => {
    expect(() => new KeyFilter(1000)).toThrow(RangeError);
  });
});
