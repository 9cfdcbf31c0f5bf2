import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fence } from './fence.ts';

const TIMES = { beatMs: 400, validMs: 1_500, deadlineMs: 3_000, projectedMs: 10_000 };

/** The database's answer to the next confirmation: rows changed, or none for silence. */
let answer: () => Promise<{ rowCount: number }>;
let lost: unknown[];
let fence: Fence;

beforeEach(() => {
  vi.useFakeTimers();
  answer = () => Promise.resolve({ rowCount: 1 });
  lost = [];
  const query = (() => answer()) as never;
  fence = new Fence({
    client: { query },
    epoch: 7,
    times: TIMES,
    clock: () => vi.getMockedSystemTime()!.getTime(),
    onLost: error => lost.push(error),
  });
});
afterEach(() => {
  fence.stop();
  vi.useRealTimers();
});

const silence = (): Promise<never> => new Promise(() => {});

it('holds for a time after each confirmation was sent, not after it was answered', async () => {
  expect(fence.isValid).toBe(false);
  const late = Promise.withResolvers<{ rowCount: number }>();
  answer = () => late.promise;
  fence.start();
  await vi.advanceTimersByTimeAsync(300);
  expect(fence.isValid).toBe(false);
  late.resolve({ rowCount: 1 });
  answer = silence;
  await vi.advanceTimersByTimeAsync(1_199);
  expect(fence.isValid).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(fence.isValid).toBe(false);
});

it('a commit does not confirm it: others judge by what was said last', async () => {
  await fence.hold(() => Promise.resolve());
  expect(fence.isValid).toBe(false);
});

it('an answer that needs no commit waits for a confirmation', async () => {
  const waited = vi.fn<() => void>();
  const late = Promise.withResolvers<{ rowCount: number }>();
  answer = () => late.promise;
  const confirmed = fence.confirmed().then(waited);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waited).not.toHaveBeenCalled();
  late.resolve({ rowCount: 1 });
  await confirmed;
  expect(waited).toHaveBeenCalledTimes(1);
});

it('is lost when another engine has the lease', async () => {
  fence.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(fence.isValid).toBe(true);
  answer = () => Promise.resolve({ rowCount: 0 });
  await vi.advanceTimersByTimeAsync(TIMES.beatMs);
  expect(fence.isValid).toBe(false);
  expect(lost).toEqual([expect.objectContaining({ message: expect.stringContaining('taken over') })]);
  await expect(fence.confirmed()).rejects.toThrow('the lease is lost');
});

it('is lost when the database says nothing in time, to a commit as well', async () => {
  answer = silence;
  fence.start();
  await vi.advanceTimersByTimeAsync(TIMES.deadlineMs);
  expect(lost).toEqual([
    expect.objectContaining({ message: expect.stringContaining('not answered for 3 s') }),
  ]);
  const commit = fence.hold(silence).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(TIMES.deadlineMs);
  expect(String(await commit)).toContain('its outcome is unknown');
});
