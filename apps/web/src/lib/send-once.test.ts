import { describe, expect, test } from 'vitest';
import { createIntentKeys, sendOnce } from './send-once.ts';

const order = { market_id: 1, side: 'buy', budget: '100' };
type OrderRequest = typeof order;

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
    keys: createIntentKeys<OrderRequest>(() => `key-${++count}`),
    place: server.place,
    isOpen: (error: unknown) => error instanceof Error && error.message === 'lost',
    endsIntent: (error: unknown) => error instanceof Error && error.message === 'insufficient_balance',
    pause: (ms: number) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
  return { server, pauses, deps };
}

test('a lost answer is asked for again, and there is one order', async () => {
  const { server, pauses, deps } = setUp(2);
  await expect(sendOnce(order, deps)).resolves.toBe('order-1');
  expect(server.placed.size).toBe(1);
  expect(pauses).toHaveLength(2);
});

test('after giving up, the customer’s own retry is still the same order', async () => {
  const { server, deps } = setUp(3);
  await expect(sendOnce(order, deps)).rejects.toThrow('lost');
  expect(deps.keys.isOpen).toBe(true);
  await expect(sendOnce(order, deps)).resolves.toBe('order-1');
  expect(server.placed.size).toBe(1);
});

test('the same order again after an answer is a second order', async () => {
  const { server, deps } = setUp(0);
  await sendOnce(order, deps);
  await sendOnce(order, deps);
  expect(server.placed.size).toBe(2);
});

test('a refusal is not repeated and ends the intent', async () => {
  const { pauses, deps } = setUp(0);
  const refused = { ...deps, place: () => Promise.reject(new Error('insufficient_balance')) };
  await expect(sendOnce(order, refused)).rejects.toThrow('insufficient_balance');
  expect(pauses).toEqual([]);
  expect(deps.keys.isOpen).toBe(false);
});

test('the same order after a refusal is meant anew: what was lacking may have come', async () => {
  const { deps } = setUp(0);
  const keys: string[] = [];
  let funds = 0;
  const shop = {
    ...deps,
    place: (_request: OrderRequest, key: string) => {
      keys.push(key);
      return funds > 0 ? Promise.resolve('order') : Promise.reject(new Error('insufficient_balance'));
    },
  };
  await expect(sendOnce(order, shop)).rejects.toThrow('insufficient_balance');
  funds = 1;
  await expect(sendOnce(order, shop)).resolves.toBe('order');
  expect(keys).toEqual(['key-1', 'key-2']);
});

test('being turned away unread says nothing of what was sent before: it stays the same intent', async () => {
  const { server, deps } = setUp(3);
  await expect(sendOnce(order, deps)).rejects.toThrow('lost');
  const loggedOut = { ...deps, place: () => Promise.reject(new Error('session_invalid')) };
  await expect(sendOnce(order, loggedOut)).rejects.toThrow('session_invalid');
  await expect(sendOnce(order, deps)).resolves.toBe('order-1');
  expect(server.placed.size).toBe(1);
});

describe('intent keys', () => {
  const other = { ...order, budget: '200' };

  function numbered() {
    let count = 0;
    return createIntentKeys<OrderRequest>(() => `key-${++count}`);
  }

  test('the same order keeps its key until an answer came', () => {
    const keys = numbered();
    expect([keys.keyFor(order), keys.keyFor({ ...order })]).toEqual(['key-1', 'key-1']);
    expect(keys.isOpen).toBe(true);
    keys.answered('key-1');
    expect(keys.isOpen).toBe(false);
    expect(keys.keyFor(order)).toBe('key-2');
  });

  test('another order is another intent', () => {
    const keys = numbered();
    expect([keys.keyFor(order), keys.keyFor(other)]).toEqual(['key-1', 'key-2']);
  });

  test('an answer that comes late ends its own intent, not the one that began meanwhile', () => {
    const keys = numbered();
    const late = keys.keyFor(order);
    keys.keyFor(other);
    keys.answered(late);
    expect(keys.keyFor(other)).toBe('key-2');
  });
});
