import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EXIT, exitCodeOf } from '../shutdown/exit-code.ts';
import { BeginningBeats } from './beginning-beats.ts';

let lost: unknown[];
beforeEach(() => {
  lost = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** Beats of an engine whose database does this when it is told. */
function beating(answer: () => Promise<{ rowCount: number }>): BeginningBeats {
  const held = { projecting: { query: answer } as never, epoch: 1 };
  return new BeginningBeats(held, 10_000, error => lost.push(error));
}

it('is lost, once, where the database does not answer a beat for three seconds', async () => {
  beating(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lost.map(exitCodeOf)).toEqual([EXIT.again]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lost).toHaveLength(1);
});

it('is lost also where that beat is a longer allowance, or the last', async () => {
  const [allowing, last] = [Promise.withResolvers<{ rowCount: number }>(), Promise.withResolvers<never>()];
  const answers = [allowing.promise, last.promise];
  const beats = beating(() => answers.shift()!);
  const allowed = beats.allow(60_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(lost).toHaveLength(1);
  allowing.resolve({ rowCount: 1 });
  await allowed;
  // Another beat begins.
  await vi.advanceTimersByTimeAsync(400);
  const stopped = beats.stop();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(lost).toHaveLength(2);
  // As when the connection is given up.
  last.reject(new Error('Connection terminated'));
  await stopped;
});

it('goes on while each beat is answered, and says nothing once it has stopped', async () => {
  let said = 0;
  const beats = beating(() => {
    said++;
    return Promise.resolve({ rowCount: 1 });
  });
  await vi.advanceTimersByTimeAsync(4_000);
  await beats.stop();
  expect(said).toBe(10);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(said).toBe(10);
  expect(lost).toEqual([]);
});

it('is lost when another engine has the lease', async () => {
  beating(() => Promise.resolve({ rowCount: 0 }));
  await vi.advanceTimersByTimeAsync(400);
  expect(lost.map(String)).toEqual([expect.stringContaining('another engine has taken over')]);
});
