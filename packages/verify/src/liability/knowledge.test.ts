import { describe, expect, it } from 'vitest';
import { holding, SamplePoint, shuffledBy } from './testing/point.ts';
import { largestLeaf } from './split.ts';
import { placesBeside } from './sum-tree.ts';

/**
 * What customers 0 to k − 1 know together of all others: the sums of the nodes beside their leaves. Whatever else they are
 * handed follows from these and their own, and hashes of salted leaves tell nothing.
 */
function seenBy(k: number, point: SamplePoint): { readonly level: number; readonly sum: bigint }[] {
  const own = point.leaves.flatMap(({ owner }, index) => (owner < k ? [index] : []));
  return placesBeside(own, point.leaves.length).map(({ level, index }) => ({
    level,
    sum: point.levels[level]![index]!.sum,
  }));
}

/** Amounts as people have them: many small ones, few large ones. */
function amounts(count: number): bigint[] {
  return Array.from(
    { length: count },
    (_, i) => BigInt(Math.floor(1e6 * 1.01 ** ((i * 7_919) % 1_200))) + 1n,
  );
}

/** What docs/decisions/0110 says of 2,000 customers: leaves of others seen one by one, in percent, by k. */
const SEEN_ALONE = [
  { k: 1, percent: 0.05 },
  { k: 10, percent: 1 },
  { k: 100, percent: 6 },
  { k: 1_000, percent: 51 },
];

describe('what k customers learn together', () => {
  const all = amounts(2_000);
  const point = new SamplePoint(
    all.map((minor, index) => holding(index, minor)),
    shuffledBy(3),
  );
  const total = all.reduce((sum, one) => sum + one, 0n);

  it.each(SEEN_ALONE)(
    '$k see at most $percent % of the others’ leaves, whose owners they cannot tell',
    row => {
      const { k, percent } = row;
      const others = point.leaves.filter(({ owner }) => owner >= k);
      const alone = seenBy(k, point).filter(({ level }) => level === 0);
      const found = (100 * alone.length) / others.length;
      expect(found).toBeLessThanOrEqual(percent);
      // The figure is none that was made up.
      expect(found).toBeGreaterThan(percent / 2);
      // Each is a power of two, and no large part of the whole.
      for (const { sum } of alone) expect([sum & (sum - 1n), sum <= largestLeaf(total)]).toEqual([0n, true]);
      expect(largestLeaf(total) * 256n).toBeLessThanOrEqual(total);
    },
  );

  it('never who of the others has what: with other owners of the same leaves they see the same', () => {
    const k = 5;
    const mine = amounts(k);
    // Three others, and the same bits among them in two other ways.
    const ways = [
      [0b1010n, 0b0101_0000n, 0b1100n],
      [0b0101_1010n, 0b1000n, 0b0100n],
      [0b1000n, 0b0101_0100n, 0b1010n],
    ];
    const views = ways.map(others => {
      const holders = [...mine, ...others].map((minor, index) => holding(index, minor));
      const sample = new SamplePoint(holders, leaves => {
        const own = leaves.filter(({ owner }) => owner < k);
        const theirs = leaves
          .filter(({ owner }) => owner >= k)
          .toSorted((a, b) => Number(a.amount - b.amount));
        // Theirs between own ones, always in the same places.
        return own.flatMap((leaf, index) => (index < theirs.length ? [leaf, theirs[index]!] : [leaf]));
      });
      return seenBy(k, sample);
    });
    expect(views[0]!.length).toBeGreaterThan(0);
    expect(views[1]).toEqual(views[0]);
    expect(views[2]).toEqual(views[0]);
  });

  it('the total of those who are left, so all but one learn what the last has', () => {
    for (const left of [1, 2, 500]) {
      const k = all.length - left;
      const sum = seenBy(k, point).reduce((sum, one) => sum + one.sum, 0n);
      expect(sum).toBe(all.slice(k).reduce((sum, one) => sum + one, 0n));
    }
  });

  it('somebody who owns nearly all is in so many leaves that none says so', () => {
    const whale = new SamplePoint(
      [10n ** 15n, ...amounts(300)].map((minor, index) => holding(index, minor)),
      shuffledBy(4),
    );
    const owned = whale.statement(0).leaves;
    expect(owned.length).toBeGreaterThan(256);
    const largest = owned.map(({ amount }) => BigInt(amount)).reduce((a, b) => (a > b ? a : b));
    expect(largest * 256n).toBeLessThanOrEqual(BigInt(whale.record.body.tree[0]!.total));
  });
});
