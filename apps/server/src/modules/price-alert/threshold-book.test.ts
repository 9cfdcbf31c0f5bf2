import { describe, expect, it } from 'vitest';
import { ThresholdBook } from './threshold-book.ts';

function random(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

describe('thresholds', () => {
  it('fire when reached from their side, the nearest first, once each', () => {
    const book = new ThresholdBook();
    book.add('up', { id: 1, at: 110 });
    book.add('up', { id: 2, at: 105 });
    book.add('down', { id: 3, at: 95 });
    expect(book.take(100)).toEqual([]);
    expect(book.take(110)).toEqual([2, 1]);
    expect(book.take(110)).toEqual([]);
    expect(book.take(95)).toEqual([3]);
    expect(book.size).toBe(0);
  });

  it('of the same figure are reached in the order in which they were set', () => {
    const book = new ThresholdBook();
    for (const id of [3, 1, 2]) {
      book.add('up', { id, at: 10 });
      book.add('down', { id: id + 10, at: 20 });
    }
    expect(book.take(15)).toEqual([1, 2, 3, 11, 12, 13]);
  });

  it('that were removed do not fire', () => {
    const book = new ThresholdBook();
    for (let id = 1; id <= 5; id++) book.add('up', { id, at: 10 });
    expect(book.remove('up', { id: 3, at: 10 })).toBe(true);
    expect(book.remove('up', { id: 3, at: 10 })).toBe(false);
    expect(book.remove('down', { id: 1, at: 10 })).toBe(false);
    expect(book.take(10)).toEqual([1, 2, 4, 5]);
  });

  it('fire exactly as if each were checked by itself, whatever is added and removed', () => {
    const next = random(7);
    const book = new ThresholdBook();
    const open = new Map<number, { readonly direction: 'up' | 'down'; readonly at: number }>();
    for (let id = 1; id <= 3_000; id++) {
      const direction = next(2) === 0 ? 'up' : 'down';
      const at = direction === 'up' ? 500 + next(500) : next(500);
      book.add(direction, { id, at });
      open.set(id, { direction, at });
      if (next(3) === 0) {
        const gone = 1 + next(id);
        const one = open.get(gone);
        if (one !== undefined) expect(book.remove(one.direction, { id: gone, at: one.at })).toBe(true);
        open.delete(gone);
      }
      if (next(10) > 0) continue;
      const figure = 300 + next(400);
      const expected = [...open].filter(([, { direction: d, at: a }]) =>
        d === 'up' ? a <= figure : a >= figure,
      );
      expect(book.take(figure).toSorted((a, b) => a - b)).toEqual(expected.map(([one]) => one));
      for (const [one] of expected) open.delete(one);
    }
    expect(book.size).toBe(open.size);
  });

  it('that are not reached cost two comparisons, even if there are ten thousand', () => {
    const book = new ThresholdBook();
    for (let id = 1; id <= 10_000; id++)
      book.add(id % 2 === 0 ? 'up' : 'down', { id, at: id % 2 === 0 ? 1_000 + id : -id });
    for (let figure = 0; figure < 100; figure++) expect(book.take(figure)).toEqual([]);
    expect(book.looked).toBe(200);
  });
});
