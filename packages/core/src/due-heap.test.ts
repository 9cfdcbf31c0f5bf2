import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DueHeap } from './due-heap.ts';

it('returns what is due by time, then by the given order, also after times moved and members left', () => {
  const step = fc.record({
    what: fc.constantFrom('add', 'add', 'add', 'postpone', 'take', 'leave'),
    atMs: fc.integer({ min: 0, max: 20 }),
    which: fc.nat(30),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), steps => {
      const heap = new DueHeap<{ id: number; dueAtMs: number; dueHeapAt: number }>((a, b) => a.id - b.id);
      const waiting: { id: number; dueAtMs: number; dueHeapAt: number }[] = [];
      const next = () => waiting.toSorted((a, b) => a.dueAtMs - b.dueAtMs || a.id - b.id)[0];
      let ids = 0;
      for (const { what, atMs, which } of steps) {
        const one = waiting[which % Math.max(1, waiting.length)];
        const leaves = what === 'take' ? heap.first() : one;
        if (what === 'add') {
          const added = { id: ++ids, dueAtMs: atMs, dueHeapAt: -1 };
          waiting.push(added);
          heap.add(added);
        } else if (what === 'postpone' && one !== undefined) {
          one.dueAtMs += atMs;
          heap.postponed(one);
        } else if (leaves !== undefined) {
          heap.remove(leaves);
          heap.remove(leaves);
          expect(leaves.dueHeapAt).toBe(-1);
          waiting.splice(waiting.indexOf(leaves), 1);
        }
        expect(heap.size).toBe(waiting.length);
        expect(heap.first()).toBe(next());
      }
    }),
  );
});
