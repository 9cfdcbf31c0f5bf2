import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTidying } from './tidying.ts';

const log = pino({ level: 'silent' });
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tidies up at once and daily, also after a failure, until stopped', async () => {
  let turns = 0;
  const failing = { forgetOld: () => Promise.reject(new Error('the database is away')) };
  const counting = {
    forgetOld: async () => {
      turns++;
    },
  };
  const end = startTidying([failing, counting], log);
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
  expect(turns).toBe(3);
  end();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(turns).toBe(3);
});
