import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { finishEach, finishLeft, finishLeftPeriodically } from './left-work.ts';

let logged: string[];
const log = { error: (_details: object, message: string) => void logged.push(message) };

beforeEach(() => {
  logged = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('what one module cannot finish holds up no other', async () => {
  const finished: string[] = [];
  const failing = { name: 'a', finishLeft: () => Promise.reject(new Error('busy')) };
  const other = { name: 'b', finishLeft: async () => void finished.push('b') };
  await finishLeft([failing, { name: 'idle' }, other], 0, log);
  expect(finished).toEqual(['b']);
  expect(logged).toHaveLength(1);
});

it('again and again, only what is some seconds old, and not after it was stopped', async () => {
  const ages: number[] = [];
  const stop = finishLeftPeriodically(
    [{ name: 'a', finishLeft: async leftForMs => void ages.push(leftForMs) }],
    log,
  );
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ages).toEqual([5_000, 5_000, 5_000]);
  await stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ages).toHaveLength(3);
});

it('does all it can of many, and then says what failed', async () => {
  const done: number[] = [];
  const finish = async (one: number): Promise<void> => {
    if (one === 2) throw new Error('two');
    done.push(one);
  };
  await expect(finishEach([1, 2, 3], finish)).rejects.toThrow('two');
  expect(done).toEqual([1, 3]);
});
