import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DueHeap } from './due-heap.ts';
import { OpenOption } from './open-option.ts';

function option(optionId: number, boughtAtMs: number): OpenOption {
  return new OpenOption({
    optionId,
    customerId: 1,
    marketId: 1,
    direction: 'rise',
    seconds: 60,
    currencyId: 3,
    stakeMinor: 1n,
    practice: false,
    termsVersion: 1,
    payoutPpm: 1,
    staleMs: 1,
    boughtAtMs,
    chainHead: { number: 0, hash: '' },
    countedMinor: 0n,
  });
}

it('returns options by due time, then by id, also after due times moved', () => {
  const step = fc.record({
    what: fc.constantFrom('add', 'add', 'add', 'postpone', 'take'),
    atMs: fc.integer({ min: 0, max: 20 }),
    which: fc.nat(30),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), steps => {
      const heap = new DueHeap();
      const waiting: OpenOption[] = [];
      const next = () =>
        waiting.toSorted((a, b) => a.dueAtMs - b.dueAtMs || a.bought.optionId - b.bought.optionId)[0];
      let ids = 0;
      for (const { what, atMs, which } of steps) {
        const one = waiting[which % Math.max(1, waiting.length)];
        if (what === 'add') {
          const added = option(++ids, atMs);
          waiting.push(added);
          heap.add(added);
        } else if (what === 'postpone' && one !== undefined) {
          one.dueAtMs += atMs;
          heap.postponed(one);
        } else if (what === 'take' && waiting.length > 0) {
          const first = heap.first()!;
          heap.removeFirst();
          expect(first.heapAt).toBe(-1);
          waiting.splice(waiting.indexOf(first), 1);
        }
        expect(heap.size).toBe(waiting.length);
        expect(heap.first()?.bought.optionId).toBe(next()?.bought.optionId);
      }
    }),
  );
});
