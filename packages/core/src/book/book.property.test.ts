import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NONE } from './order-pool.ts';
import { OrderBook } from './book.ts';
import { type BookSide } from './side.ts';
import { NaiveBook } from './testing/naive-book.ts';
import { take, takeNaively, type Fill } from './testing/take.ts';

type Step =
  | { kind: 'place'; side: BookSide; price: number; lots: number; owner: number; rest: boolean }
  | { kind: 'cancel'; pick: number }
  | { kind: 'reduce'; pick: number; lots: number }
  | { kind: 'move'; pick: number; price: number }
  | { kind: 'quote'; side: BookSide; price: number; lots: number; budget: bigint; owner: number };

const side = fc.constantFrom<BookSide>(0, 1);
// Mostly prices close together on both sides of a page border, sometimes any price.
const price = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 120, max: 136 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 31 - 1 }) },
);
const lots = fc.integer({ min: 1, max: 12 });
const owner = fc.integer({ min: 1, max: 4 });
const pick = fc.nat(1000);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('place'), side, price, lots, owner, rest: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reduce'), pick, lots }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move'), pick, price }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('quote'),
      side,
      price,
      lots: fc.integer({ min: 1, max: 80 }),
      budget: fc.bigInt({ min: 0n, max: 8000n }),
      owner: fc.integer({ min: 0, max: 4 }),
    }),
  },
);

/** Drives both books with the same steps and compares what each step did. */
function compare(steps: readonly Step[]): void {
  const book = new OrderBook(1);
  const naive = new NaiveBook();
  // Ids have gaps, so that id pages are added and removed.
  let nextId = 1;
  const placed: number[] = [];
  for (const at of steps) {
    const id = 'pick' in at && placed.length > 0 ? placed[at.pick % placed.length]! : 0;
    switch (at.kind) {
      case 'place': {
        nextId += at.lots % 3 === 0 ? 57 : 1;
        const fills: Fill[] = take(book, at.side, at.price, at.lots, at.owner);
        expect(fills).toEqual(takeNaively(naive, at.side, at.price, at.lots, at.owner));
        const left = at.lots - fills.reduce((sum, fill) => sum + fill.lots, 0);
        expect(book.crosses(at.side, at.price)).toBe(naive.crosses(at.side, at.price));
        if (at.rest && left > 0 && !book.crosses(at.side, at.price)) {
          book.add(nextId, at.owner, at.side, at.price, left);
          naive.add(nextId, at.owner, at.side, at.price, left);
          placed.push(nextId);
        }
        break;
      }
      case 'cancel':
        expect(book.cancel(id)).toBe(naive.cancel(id));
        break;
      case 'reduce':
        expect(book.reduce(id, at.lots)).toBe(naive.reduce(id, at.lots));
        break;
      case 'move': {
        const slot = book.find(id);
        if (slot !== NONE && book.crosses(book.sideAt(slot), at.price)) {
          expect(() => book.move(id, at.price)).toThrow(RangeError);
        } else {
          expect(book.move(id, at.price)).toBe(naive.move(id, at.price));
        }
        break;
      }
      case 'quote': {
        const { side, price, owner } = at;
        const unlimited = naive.quote(side, price, at.lots, null, owner);
        expect(book.costOf(side, price, at.lots, owner)).toEqual(unlimited);
        expect(book.fillableLots(side, price, at.lots, owner)).toBe(unlimited.lots);
        expect(book.affordable(side, price, at.budget, owner)).toEqual(
          naive.quote(side, price, Infinity, at.budget, owner),
        );
        break;
      }
    }
    book.checkInvariants();
  }
  expect([...book.orders()]).toEqual(naive.orders());
  for (const side of [0, 1] as const) {
    expect(book.depth(side)).toEqual(naive.depth(side));
    for (const { priceTicks, quantityLots } of naive.depth(side)) {
      expect(book.levelLots(side, priceTicks)).toBe(quantityLots);
    }
  }
}

test('every trade and the final state equal the naive book', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 150, size: 'max' }), compare), { numRuns: 200 });
});
