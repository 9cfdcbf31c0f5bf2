import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Position, type Threshold, PerpetualTrader } from './position.ts';
import { ThresholdHeap } from './threshold-heap.ts';

const TERMS = {
  side: 'long',
  orderType: 'market',
  lots: 1,
  multiple: 1,
  priceTicks: null,
  takeProfitTicks: null,
  stopLossTicks: null,
  clientOrderId: null,
} as const;

function positions(count: number): Position[] {
  const trader = new PerpetualTrader(1, 1, 0);
  return Array.from({ length: count }, (_, i) => new Position(i + 1, trader, TERMS, 1, 0));
}

/** Removes and returns the ids of the thresholds that a mark has reached, one after the other. */
function drain(heap: ThresholdHeap, markE8: number): number[] {
  const ids: number[] = [];
  for (let position = heap.reached(markE8); position !== null; position = heap.reached(markE8)) {
    ids.push(position.positionId);
    heap.remove(position.liquidation);
  }
  return ids;
}

describe('a heap of thresholds', () => {
  it.each([1, -1] as const)(
    'gives those reached nearest first, the oldest first at one price (%i)',
    direction => {
      const change = fc.tuple(fc.nat(29), fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }));
      fc.assert(
        fc.property(
          fc.array(change, { minLength: 30, maxLength: 150 }),
          fc.integer({ min: 0, max: 13 }),
          (changes, mark) => {
            const heap = new ThresholdHeap(direction);
            const all = positions(30);
            const expected = new Map<number, number>();
            for (const [at, price] of changes) {
              const threshold: Threshold = all[at]!.liquidation;
              heap.set(threshold, price);
              if (price === null) expected.delete(at + 1);
              else expected.set(at + 1, price);
              expect(heap.has(threshold)).toBe(price !== null);
            }
            expect(heap.size).toBe(expected.size);
            const reached = [...expected]
              .filter(([, price]) => (mark - price) * direction >= 0)
              .toSorted(([a, p], [b, q]) => (p - q) * direction || a - b);
            expect(drain(heap, mark)).toEqual(reached.map(([id]) => id));
            expect(heap.size).toBe(expected.size - reached.length);
          },
        ),
        { numRuns: 500 },
      );
    },
  );
});
