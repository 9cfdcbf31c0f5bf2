import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OpenOrder, Trader } from './open-order.ts';
import { StopHeap } from './stop-orders.ts';

const trader = new Trader(1, 1, 0, 1);

function stop(orderId: number, triggerTicks: number): OpenOrder {
  const order = new OpenOrder(orderId, trader);
  order.orderId = orderId;
  order.triggerTicks = triggerTicks;
  return order;
}

describe('StopHeap', () => {
  it('returns the same as a sorted list, for any additions, removals and trades', () => {
    const action = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ remove: fc.nat(50) }),
      fc.record({ reach: fc.integer({ min: 1, max: 20 }) }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(1 as const, -1 as const),
        fc.array(action, { maxLength: 80 }),
        (direction, actions) => {
          const heap = new StopHeap<OpenOrder>(direction);
          let sorted: OpenOrder[] = [];
          let lastId = 0;
          for (const step of actions) {
            if ('add' in step) {
              const order = stop(++lastId, step.add);
              heap.add(order);
              sorted.push(order);
              sorted.sort((a, b) => (a.triggerTicks! - b.triggerTicks!) * direction || a.orderId - b.orderId);
            } else if ('remove' in step) {
              const order = sorted[step.remove % Math.max(1, sorted.length)];
              if (order === undefined) continue;
              expect(heap.remove(order)).toBe(true);
              expect(heap.remove(order)).toBe(false);
              sorted = sorted.filter(other => other !== order);
            } else {
              const fired: OpenOrder[] = [];
              heap.takeReached(step.reach, fired);
              const due = sorted.filter(order => (step.reach - order.triggerTicks!) * direction >= 0);
              expect(fired.map(order => order.orderId)).toEqual(due.map(order => order.orderId));
              sorted = sorted.filter(order => !due.includes(order));
            }
            expect(heap.size).toBe(sorted.length);
            expect(heap.first()?.orderId).toBe(sorted[0]?.orderId);
            expect(sorted.every(order => heap.has(order))).toBe(true);
          }
        },
      ),
    );
  });
});
