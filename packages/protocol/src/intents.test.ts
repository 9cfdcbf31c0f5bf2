import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import { Intents, newKey, sendOnce } from './intents.ts';
import type { Outcome } from './outcome.ts';

const DEED = 'POST coin/trade';
const order = { market_id: 1, budget: '100' };
const other = { market_id: 1, budget: '200' };

function setUp() {
  let count = 0;
  let nowMs = 1_000_000;
  let kept: unknown;
  const page = () =>
    new Intents({
      newKey: () => `key-${++count}`,
      nowMs: () => nowMs,
      // Stored as text, as in a browser.
      kept: {
        read: () => (kept === undefined ? undefined : JSON.parse(JSON.stringify(kept))),
        write: open => {
          kept = open;
        },
      },
    });
  return { page, pass: (ms: number) => (nowMs += ms), kept: () => kept };
}

/** Sends once with this outcome; returns the key that was sent. */
function press(intents: Intents, outcome: Outcome, request: object = order, owner = 7): string {
  const attempt = intents.begin(DEED, owner, request, request);
  attempt.heard(outcome);
  attempt.over();
  return attempt.key;
}

describe('an intent has a new key', () => {
  test('after it was done or refused', () => {
    const intents = setUp().page();
    expect([press(intents, 'answered'), press(intents, 'answered')]).toEqual(['key-1', 'key-2']);
    expect(intents.hasOpen).toBe(false);
  });

  test('for another action or other choices', () => {
    const intents = setUp().page();
    press(intents, 'lost');
    expect(press(intents, 'lost', other)).toBe('key-2');
    expect(intents.begin('POST wallet/change', 7, order, order).key).toBe('key-3');
  });

  test('if it was refused unread and nothing was sent before', () => {
    const intents = setUp().page();
    expect([press(intents, 'unread'), press(intents, 'unread')]).toEqual(['key-1', 'key-2']);
  });

  test('for another customer, and the previous one’s are deleted', () => {
    const { page, kept } = setUp();
    const intents = page();
    press(intents, 'lost');
    expect(press(intents, 'answered', order, 8)).toBe('key-2');
    expect(kept()).toBeUndefined();
    intents.begin(DEED, 8, other, other);
    expect(press(intents, 'answered', other, 9)).toBe('key-4');
  });

  test('when the exchange no longer keeps the old key', () => {
    const { page, pass } = setUp();
    const intents = page();
    press(intents, 'lost');
    pass(24 * HOUR_MS);
    expect(press(intents, 'lost')).toBe('key-1');
    pass(1);
    expect(press(intents, 'lost')).toBe('key-2');
  });
});

describe('an intent keeps its key', () => {
  test('while its outcome is unknown', () => {
    const intents = setUp().page();
    expect([press(intents, 'lost'), press(intents, 'lost')]).toEqual(['key-1', 'key-1']);
    expect(intents.hasOpen).toBe(true);
  });

  test('while another is sent in between, e.g. after changing a field and back', () => {
    const intents = setUp().page();
    press(intents, 'lost');
    press(intents, 'answered', other);
    expect(press(intents, 'answered')).toBe('key-1');
  });

  test('while the first attempt is in progress', () => {
    const intents = setUp().page();
    const first = intents.begin(DEED, 7, order, order);
    expect([press(intents, 'unread'), press(intents, 'unread')]).toEqual(['key-1', 'key-1']);
    first.heard('answered');
    first.over();
    expect(press(intents, 'answered')).toBe('key-2');
  });

  test('when a later attempt is refused unread, e.g. after a logout', () => {
    const intents = setUp().page();
    press(intents, 'lost');
    press(intents, 'unread');
    expect(press(intents, 'answered')).toBe('key-1');
  });

  test('when a visitor sends something in between', () => {
    const intents = setUp().page();
    press(intents, 'lost');
    press(intents, 'answered', other, 0);
    expect(press(intents, 'answered')).toBe('key-1');
  });

  test('after a reload, whether its answer was lost or never awaited', () => {
    const { page } = setUp();
    const before = page();
    press(before, 'lost');
    before.begin(DEED, 7, other, other);
    const after = page();
    expect([press(after, 'unread'), press(after, 'answered')]).toEqual(['key-1', 'key-1']);
    expect(press(after, 'answered', other)).toBe('key-2');
    expect(page().hasOpen).toBe(false);
  });
});

test('an open intent repeats its first request, because other terms would be another action', () => {
  const intents = setUp().page();
  const send = (terms: string) => intents.begin(DEED, 7, order, { ...order, terms });
  const first = send('v1');
  first.heard('lost');
  first.over();
  const second = send('v2');
  expect(second.request).toEqual({ ...order, terms: 'v1' });
  second.heard('answered');
  second.over();
  expect(send('v2').request).toEqual({ ...order, terms: 'v2' });
});

test('a late answer ends its own intent, not a newer one', () => {
  const intents = setUp().page();
  const late = intents.begin(DEED, 7, order, order);
  press(intents, 'answered');
  press(intents, 'lost');
  late.heard('answered');
  late.over();
  expect(press(intents, 'answered')).toBe('key-2');
});

test.each([['no list'], [null], [[null, 1, {}, { id: 'a', key: 1, owner: 1, atMs: 1 }]]])(
  'what is no intent is not restored: %j',
  kept => {
    const intents = new Intents({
      newKey,
      nowMs: () => 0,
      kept: { read: () => kept, write: () => undefined },
    });
    expect(intents.hasOpen).toBe(false);
  },
);

describe('sending', () => {
  /** A server that loses its first `lost` answers but remembers keys, as the real one does. */
  function world(lost: number) {
    const intents = setUp().page();
    const done = new Set<string>();
    const pauses: number[] = [];
    let calls = 0;
    const send = () => {
      const attempt = intents.begin(DEED, 7, order, order);
      const run = () => {
        calls += 1;
        done.add(attempt.key);
        return calls <= lost ? Promise.reject(new Error('lost')) : Promise.resolve(attempt.key);
      };
      return sendOnce(attempt, run, {
        outcomeOf: error => (error instanceof Error && error.message === 'lost' ? 'lost' : 'answered'),
        pause: ms => {
          pauses.push(ms);
          return Promise.resolve();
        },
      });
    };
    return { intents, done, pauses, send };
  }

  test('a lost answer is requested again, and the action happens once', async () => {
    const { done, pauses, send } = world(2);
    await expect(send()).resolves.toBe('key-1');
    expect(done.size).toBe(1);
    expect(pauses).toEqual([700, 2000]);
  });

  test('after the last attempt the customer’s own retry has the same key', async () => {
    const { intents, done, send } = world(3);
    await expect(send()).rejects.toThrow('lost');
    expect(intents.hasOpen).toBe(true);
    await expect(send()).resolves.toBe('key-1');
    expect(done.size).toBe(1);
  });

  test('a repetition after an answer is a new action', async () => {
    const { done, send } = world(0);
    await send();
    await send();
    expect(done.size).toBe(2);
  });

  test.each<[Outcome]>([['answered'], ['unread']])('what is %s is not asked again', async outcome => {
    const intents = setUp().page();
    let tries = 0;
    const refused = () => {
      tries += 1;
      return Promise.reject(new Error('no'));
    };
    const sent = sendOnce(intents.begin(DEED, 7, order, order), refused, {
      outcomeOf: () => outcome,
      pause: () => Promise.resolve(),
    });
    await expect(sent).rejects.toThrow('no');
    expect([tries, intents.hasOpen]).toEqual([1, false]);
  });
});

test('keys are random', () => {
  const keys = Array.from({ length: 50 }, newKey);
  expect(new Set(keys).size).toBe(50);
  expect(keys.every(key => /^[0-9a-f]{32}$/.test(key))).toBe(true);
});
