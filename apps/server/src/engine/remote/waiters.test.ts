import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Waiters } from './waiters.ts';

it('who waits for a place is called once, in order, when it is reached and not before', () => {
  const step = fc.record({ isReached: fc.boolean(), place: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const waiters = new Waiters();
      let waiting: number[] = [];
      let called: number[] = [];
      for (const { isReached, place } of steps) {
        if (!isReached) {
          waiters.add(place, () => called.push(place));
          waiting.push(place);
          continue;
        }
        called = [];
        waiters.reach(place);
        expect(called).toEqual(waiting.filter(at => at <= place).toSorted((a, b) => a - b));
        waiting = waiting.filter(at => at > place);
      }
    }),
  );
});
