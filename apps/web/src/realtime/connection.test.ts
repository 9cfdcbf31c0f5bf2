import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SubscribeReply } from '@tallystick/protocol';
import { RETRY_MS } from './topic-store.ts';

/** A scripted server: records subscriptions and sends messages on demand. */
const asked: { topic: string; reply: (answer: SubscribeReply) => void }[] = [];
const listeners = new Map<string, (value: unknown) => void>();
const socket = {
  connected: true,
  on: (event: string, listener: (value: unknown) => void) => void listeners.set(event, listener),
  emit(event: string, topic: string, reply: (answer: SubscribeReply) => void) {
    if (event === 'subscribe') asked.push({ topic, reply });
  },
};

const refused = (code: 'rate_limited' | 'unknown_market'): SubscribeReply => ({
  ok: false,
  code,
  message: '',
});
const answered = (sequence: number, data: unknown) =>
  ({ ok: true, sequence, data, server_time_ms: 0, clock_ahead_ms: 0 }) as unknown as SubscribeReply;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.doMock('socket.io-client', () => ({ io: () => socket }));
  const page = { setTimeout, clearTimeout, addEventListener: () => undefined };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { visibilityState: 'visible', removeEventListener: () => undefined });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  asked.length = 0;
  listeners.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('socket.io-client');
  vi.resetModules();
});

async function watching(topic: 'index:1' | 'index:2') {
  const { storeFor } = await import('./connection.ts');
  const store = storeFor(topic, { open: ticks => ticks, apply: (ticks, more) => [...ticks, ...more] });
  store.watch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => listeners.has('connect') || Promise.reject(new Error('not yet')));
  if (asked.length === 0) listeners.get('connect')?.(undefined);
  return store;
}

test('temporary refusals are retried, final ones are not', async () => {
  await watching('index:1');
  expect(asked.map(({ topic }) => topic)).toEqual(['index:1']);
  asked[0]!.reply(refused('rate_limited'));
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(asked).toHaveLength(2);
  asked[1]!.reply(refused('unknown_market'));
  await vi.advanceTimersByTimeAsync(100 * RETRY_MS);
  expect(asked).toHaveLength(2);
});

test('topics dropped because of a slow connection begin anew', async () => {
  const store = await watching('index:1');
  asked[0]!.reply(answered(7, [[1, '1', 0]]));
  expect(store.read()).toEqual([[1, '1', 0]]);
  listeners.get('resync')?.({ topics: ['index:1', 'index:2'] });
  expect(asked.map(({ topic }) => topic)).toEqual(['index:1', 'index:1']);
  asked[1]!.reply(answered(12, [[6, '2', 0]]));
  await vi.advanceTimersByTimeAsync(200);
  expect(store.read()).toEqual([[6, '2', 0]]);
});
