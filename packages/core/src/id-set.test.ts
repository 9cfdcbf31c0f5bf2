import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SnapshotReader, SnapshotUnreadable } from './snapshot/reader.ts';
import { SnapshotWriter } from './snapshot/writer.ts';
import { IdSet } from './id-set.ts';

function bytesOf(set: IdSet): Uint8Array {
  const writer = new SnapshotWriter();
  set.write(writer);
  return writer.finish();
}

function read(...values: number[]): IdSet {
  const writer = new SnapshotWriter();
  for (const value of values) writer.int(value);
  const set = new IdSet();
  set.read(new SnapshotReader(writer.finish()));
  return set;
}

describe('IdSet', () => {
  it('contains exactly the ids added, in any order and after a snapshot', () => {
    const id = fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constantFrom(2 ** 53 - 2, 2 ** 53 - 1));
    fc.assert(
      fc.property(fc.array(id, { maxLength: 40 }), ids => {
        const set = new IdSet();
        for (const added of ids) set.add(added);
        const restored = new IdSet();
        restored.read(new SnapshotReader(bytesOf(set)));
        const expected = new Set(ids);
        for (const asked of [
          0,
          -1,
          ...Array.from({ length: 27 }, (_, i) => i + 1),
          2 ** 53 - 2,
          2 ** 53 - 1,
        ]) {
          expect(set.has(asked)).toBe(expected.has(asked));
          expect(restored.has(asked)).toBe(expected.has(asked));
        }
        // Equal sets have equal bytes, in whatever order ids were added.
        const sorted = new IdSet();
        for (const added of [...expected].toSorted((a, b) => a - b)) sorted.add(added);
        expect(bytesOf(restored)).toEqual(bytesOf(sorted));
      }),
    );
  });

  it('keeps ids handed out in order in a few bytes', () => {
    const set = new IdSet();
    for (let id = 1; id <= 100_000; id++) if (id !== 500) set.add(id);
    expect(bytesOf(set).length).toBeLessThan(12);
  });

  it.each([
    ['begins with 0', [1, 0, 5]],
    ['ends before it begins', [1, 5, 4]],
    ['overlaps the one before', [2, 1, 5, 5, 6]],
    ['touches the one before', [2, 1, 5, 6, 7]],
  ])('does not read a run that %s', (_, values) => {
    expect(() => read(...values)).toThrow(SnapshotUnreadable);
  });
});
