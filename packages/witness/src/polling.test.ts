import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Polling } from './polling.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Looks that end when they are told, or when their signal says so. */
function watch(urls: readonly string[], lookMs?: number) {
  const looks: { readonly url: string; readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const reports: unknown[] = [];
  const polling = new Polling({
    urls,
    everyMs: 1_000,
    look: (url, signal) =>
      new Promise((resolve, reject) => {
        looks.push({ url, signal, end: resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    report: error => reports.push(error),
    ...(lookMs === undefined ? {} : { lookMs }),
  });
  return { polling, looks, reports };
}

it('a log that is slow holds up no other, and is not looked at twice at once', async () => {
  const { polling, looks } = watch(['slow', 'quick']);
  polling.start();
  for (let i = 0; i < 3; i++) {
    looks.findLast(({ url }) => url === 'quick')!.end();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(looks.map(({ url }) => url)).toEqual(['slow', 'quick', 'quick', 'quick', 'quick']);
  looks[0]!.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks.filter(({ url }) => url === 'slow')).toHaveLength(2);
  await polling.stop();
});

it('a look has an end, and the next one comes', async () => {
  const { polling, looks, reports } = watch(['silent'], 1);
  polling.start();
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toHaveLength(2);
  await polling.stop();
});

it('stops at once, and says nothing about it', async () => {
  const { polling, looks, reports } = watch(['a', 'b']);
  polling.start();
  await polling.stop();
  expect([looks.every(({ signal }) => signal.aborted), reports]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toHaveLength(2);
});
