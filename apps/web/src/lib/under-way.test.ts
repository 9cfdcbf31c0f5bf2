import { beforeEach, expect, test, vi } from 'vitest';
import type * as Sending from './send-once.ts';
import type * as UnderWay from './under-way.ts';

let createIntentKeys: typeof Sending.createIntentKeys;
let sendOnce: typeof Sending.sendOnce;
let isAnythingUnderWay: typeof UnderWay.isAnythingUnderWay;
beforeEach(async () => {
  // Of a page of its own: other tests leave orders open.
  vi.resetModules();
  ({ createIntentKeys, sendOnce } = await import('./send-once.ts'));
  ({ isAnythingUnderWay } = await import('./under-way.ts'));
});

/** An order whose answers come as given; `undefined` is one that got lost. */
function place(answers: (string | undefined)[], keys = createIntentKeys<string>(() => 'key')) {
  const seen: boolean[] = [];
  const sent = sendOnce('buy', {
    keys,
    place: () => {
      seen.push(isAnythingUnderWay());
      const answer = answers.shift();
      return answer === undefined ? Promise.reject(new Error('lost')) : Promise.resolve(answer);
    },
    isOpen: () => true,
    endsIntent: () => false,
    pause: () => Promise.resolve(),
  });
  return { sent, seen, keys };
}

test('an order is under way from the press to the answer', async () => {
  expect(isAnythingUnderWay()).toBe(false);
  const { sent, seen } = place([undefined, 'done']);
  await sent;
  expect(seen).toEqual([true, true]);
  expect(isAnythingUnderWay()).toBe(false);
});

test('and for as long as nobody knows what became of it: a reload would forget its key', async () => {
  const { sent, keys } = place([]);
  await expect(sent).rejects.toThrow('lost');
  expect(isAnythingUnderWay()).toBe(true);
  await place(['done'], keys).sent;
  expect(isAnythingUnderWay()).toBe(false);
});
