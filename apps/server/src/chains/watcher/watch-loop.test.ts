import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChainWatcher, WatcherHealth } from './chain-watcher.ts';
import { WatchLoop } from './watch-loop.ts';

vi.mock('node:timers/promises', () => ({
  setTimeout: (waitMs: number, _value: null, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, waitMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Script implements ChainWatcher {
  readonly network = 'ERC20';
  turns = 0;
  next: Partial<WatcherHealth> = {};

  health(): WatcherHealth {
    return {
      state: 'following',
      failuresInARow: 0,
      scannedNumber: this.turns,
      ...this.next,
    } as WatcherHealth;
  }

  async tick(): Promise<WatcherHealth> {
    this.turns++;
    return this.health();
  }
}

test('turns run every interval, at once while catching up, with growing pauses while failing', async () => {
  const watcher = new Script();
  const loop = new WatchLoop(watcher, 1000);
  loop.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(watcher.turns).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(watcher.turns).toBe(2);
  watcher.next = { state: 'failing', failuresInARow: 3 };
  await vi.advanceTimersByTimeAsync(1000);
  expect(watcher.turns).toBe(3);
  await vi.advanceTimersByTimeAsync(7999);
  expect(watcher.turns).toBe(3);
  watcher.next = { state: 'failing', failuresInARow: 1000 };
  await vi.advanceTimersByTimeAsync(1);
  expect(watcher.turns).toBe(4);
  watcher.next = { state: 'catching_up' };
  await vi.advanceTimersByTimeAsync(59_999);
  expect(watcher.turns).toBe(4);
  await vi.advanceTimersByTimeAsync(11);
  expect(watcher.turns).toBeGreaterThan(5);
  const stopped = loop.stop();
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  const { turns } = watcher;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(watcher.turns).toBe(turns);
});

test('a node that announces blocks and does not give them is not asked without end', async () => {
  const watcher = new Script();
  watcher.next = { state: 'catching_up', scannedNumber: 7 };
  const loop = new WatchLoop(watcher, 1000);
  loop.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(watcher.turns).toBe(2);
  await vi.advanceTimersByTimeAsync(3000);
  expect(watcher.turns).toBe(5);
  const stopped = loop.stop();
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
});

test('stopping does not wait for the next turn', async () => {
  const loop = new WatchLoop(new Script(), 600_000);
  loop.start();
  await vi.advanceTimersByTimeAsync(1);
  await expect(loop.stop()).resolves.toBeUndefined();
});
