import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTo, isWithin, newRow, removeFrom, type Placed } from './order-book.ts';

test('a row has the nearest price first, the oldest first at one price, whatever comes and goes', () => {
  const one = fc.record({ price: fc.integer({ min: 1, max: 5 }), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.constantFrom('highest', 'lowest'), fc.array(one), (nearest, list) => {
      const row = newRow<Placed>(nearest);
      const items = list.map(({ price }, number) => ({ price: BigInt(price), number }));
      // Later ones first: places must not follow from the order of arrival.
      for (const item of items.toReversed()) addTo(row, item);
      const left = items.filter((_, i) => list[i]!.leaves);
      for (const item of left) expect(removeFrom(row, item)).toBe(true);
      for (const item of left) expect(removeFrom(row, item)).toBe(false);
      const sign = nearest === 'highest' ? -1 : 1;
      const stay = items.filter(item => !left.includes(item));
      const sorted = stay.toSorted((a, b) => Number(a.price - b.price) * sign || a.number - b.number);
      expect(row.items).toEqual(sorted);
      for (const { price } of sorted) expect(isWithin(row, sorted[0]!.price, price)).toBe(true);
    }),
  );
});
