import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Calls from './idempotent-call.ts';
import type * as Errors from './errors.ts';
import type * as Session from './session.ts';
import type * as UnderWay from './under-way.ts';
import type * as UseSubmit from './use-submit.ts';

interface Order {
  readonly amount: string;
  readonly terms: string;
}

/** The tab's storage, and whether it is blocked. */
const stored = new Map<string, string>();
let blocked = false;
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, value: string) {
    if (blocked) throw new Error('full');
    stored.set(key, value);
  },
  removeItem: (key: string) => void stored.delete(key),
};
vi.stubGlobal('localStorage', { ...storage, setItem: () => undefined });
vi.stubGlobal('window', { addEventListener: () => undefined, sessionStorage: storage });

/** Requests that reached the server, and how the server answers. */
let heard: (Order & { key: string; proof: string })[] = [];
let answer: () => Promise<string> = () => Promise.resolve('done');

let page: typeof Calls & typeof Errors & typeof Session & typeof UnderWay & typeof UseSubmit;
async function load(): Promise<void> {
  vi.resetModules();
  page = {
    ...(await import('./idempotent-call.ts')),
    ...(await import('./errors.ts')),
    ...(await import('./session.ts')),
    ...(await import('./under-way.ts')),
    ...(await import('./use-submit.ts')),
  };
}

beforeEach(async () => {
  vi.useFakeTimers();
  stored.clear();
  blocked = false;
  heard = [];
  answer = () => Promise.resolve('done');
  await load();
  logIn(7);
});
afterEach(() => vi.useRealTimers());

function logIn(id: number): void {
  page.startSession({ token: `of ${id}`, user: { id, account: 'a' } as Session.SessionUser });
}

const lost = () => Promise.reject(new page.ApiError('network_error', '', 0));

/** The result of a hook in a component that is rendered once. */
function drawn<Given>(useHook: () => Given): [Given] {
  const given: Given[] = [];
  function Form({ take }: { readonly take: (given: Given) => void }) {
    take(useHook());
    return null;
  }
  renderToStaticMarkup(<Form take={one => given.push(one)} />);
  return [given[0] as Given];
}

/** A new form, as after opening its page again. */
function open(handlers: UseSubmit.SubmitHandlers<Order, string> = {}) {
  const action = page.defineIdempotentCall(
    'POST lh/deposit',
    (order: Order, key, proof: string) => {
      heard.push({ ...order, key, proof });
      return answer();
    },
    ({ amount }) => amount,
  );
  const [form] = drawn(() => page.useSubmit(action, handlers));
  return {
    async press(amount: string, terms = 'v1', proof = '') {
      const sent = form.submit({ amount, terms }, proof);
      await vi.runAllTimersAsync();
      return sent;
    },
  };
}
const keys = () => new Set(heard.map(({ key }) => key)).size;

test('is done once, however often its answer is lost on the way', async () => {
  const told: unknown[] = [];
  const form = open({ onFailed: (_error, unsure, request) => told.push(unsure, request) });
  answer = lost;
  expect(await form.press('100')).toBe(false);
  expect(told).toEqual([true, { amount: '100', terms: 'v1' }]);
  answer = () => Promise.resolve('done');
  expect(await form.press('100')).toBe(true);
  expect([heard.length, keys()]).toEqual([4, 1]);
});

test('a page that is left and opened again sends what it sent before', async () => {
  answer = lost;
  await open().press('100', 'v1', '111111');
  answer = () => Promise.resolve('first');
  const done: unknown[] = [];
  await open({ onDone: (result, sent) => done.push(result, sent) }).press('100', 'v2', '222222');
  expect(keys()).toBe(1);
  expect(heard.at(-1)).toMatchObject({ terms: 'v1', proof: '222222' });
  expect(done).toEqual(['first', { amount: '100', terms: 'v1' }]);
});

test('so does one that was reloaded; what proves who asks is not kept for it', async () => {
  answer = lost;
  await open().press('100', 'v1', 'secret-pin');
  expect([...stored.values()].join(' ')).toContain('"amount":"100"');
  expect([...stored.values()].join(' ')).not.toContain('secret-pin');
  await load();
  logIn(7);
  answer = () => Promise.resolve('done');
  await open().press('100', 'v2');
  expect([keys(), heard.at(-1)?.terms]).toEqual([1, 'v1']);
  expect(stored.has('tallystick.intents')).toBe(false);
});

test('a field that is changed and changed back is the same intent again', async () => {
  const form = open();
  answer = lost;
  await form.press('100');
  answer = () => Promise.resolve('done');
  await form.press('200');
  await form.press('100');
  expect(keys()).toBe(2);
  expect(heard.at(-1)?.key).toBe(heard[0]?.key);
});

test('a refusal ends it: the same pressed again is meant anew', async () => {
  const form = open();
  answer = () => Promise.reject(new page.ApiError('insufficient_balance', '', 409));
  expect(await form.press('100')).toBe(false);
  answer = () => Promise.resolve('done');
  await form.press('100');
  await form.press('100');
  expect([heard.length, keys()]).toEqual([3, 3]);
});

test('another customer of this browser sends nothing of the one before', async () => {
  answer = lost;
  await open().press('100');
  logIn(8);
  answer = () => Promise.resolve('done');
  await open().press('100');
  expect(keys()).toBe(2);
});

test('where the browser keeps nothing, a reload waits for the outcome', async () => {
  answer = lost;
  await open().press('100');
  expect(page.isAnythingUnderWay()).toBe(false);
  blocked = true;
  await open().press('200');
  expect(page.isAnythingUnderWay()).toBe(true);
  blocked = false;
  answer = () => Promise.resolve('done');
  await open().press('200');
  expect(page.isAnythingUnderWay()).toBe(false);
});

test('what has no key is sent once', async () => {
  let sends = 0;
  const run = () => {
    sends += 1;
    return lost();
  };
  const [form] = drawn(() => page.useSubmit(run));
  expect(await form.submit()).toBe(false);
  expect(sends).toBe(1);
});
