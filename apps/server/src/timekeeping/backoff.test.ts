import { expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

it('waits twice as long after each failure, up to the longest, and not at all after a success', () => {
  const backoff = new Backoff({ firstMs: 10, longestMs: 35 });
  const waits = [0, 0, 0, 0].map(() => {
    backoff.failed(1_000);
    return [1_009, 1_010, 1_019, 1_020, 1_034, 1_035].find(nowMs => backoff.isDue(nowMs));
  });
  expect(waits).toEqual([1_010, 1_020, 1_035, 1_035]);
  expect(backoff.failures).toBe(4);
  backoff.succeeded();
  expect([backoff.isDue(1_000), backoff.failures]).toEqual([true, 0]);
});
