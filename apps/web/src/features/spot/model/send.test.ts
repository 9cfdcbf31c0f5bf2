import { expect, test } from 'vitest';
import { createIntentKeys } from './request.ts';
import { sendOrder } from './send.ts';
import type { OrderRequest } from './ticket.ts';

const order: OrderRequest = { market_id: 1, side: 'buy', type: 'market', budget: '100' };

/** A server that loses its first `lost` answers but remembers keys, as the real one does. */
function forgetfulServer(lost: number) {
  const placed = new Map<string, string>();
  let calls = 0;
  return {
    placed,
    place: (_request: OrderRequest, key: string) => {
      calls += 1;
      if (!placed.has(key)) placed.set(key, `order-${placed.size + 1}`);
      return calls <= lost ? Promise.reject(new Error('lost')) : Promise.resolve(placed.get(key));
    },
  };
}

function setUp(lost: number) {
  let count = 0;
  const server = forgetfulServer(lost);
  const pauses: number[] = [];
  const deps = {
    keys: createIntentKeys(() => `key-${++count}`),
    place: server.place,
    isOpen: (error: unknown) => error instanceof Error && error.message === 'lost',
    pause: (ms: number) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
  return { server, pauses, deps };
}

test('a lost answer is asked for again, and there is one order', async () => {
  const { server, pauses, deps } = setUp(2);
  await expect(sendOrder(order, deps)).resolves.toBe('order-1');
  expect(server.placed.size).toBe(1);
  expect(pauses).toHaveLength(2);
});

test('after giving up, the customer’s own retry is still the same order', async () => {
  const { server, deps } = setUp(3);
  await expect(sendOrder(order, deps)).rejects.toThrow('lost');
  expect(deps.keys.isOpen).toBe(true);
  await expect(sendOrder(order, deps)).resolves.toBe('order-1');
  expect(server.placed.size).toBe(1);
});

test('the same order again after an answer is a second order', async () => {
  const { server, deps } = setUp(0);
  await sendOrder(order, deps);
  await sendOrder(order, deps);
  expect(server.placed.size).toBe(2);
});

test('a refusal is not repeated and ends the intent', async () => {
  const { pauses, deps } = setUp(0);
  const refused = { ...deps, place: () => Promise.reject(new Error('insufficient_balance')) };
  await expect(sendOrder(order, refused)).rejects.toThrow('insufficient_balance');
  expect(pauses).toEqual([]);
  expect(deps.keys.isOpen).toBe(false);
});
