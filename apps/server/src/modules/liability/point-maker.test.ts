import pg from 'pg';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import type { PointStore } from './point-files.ts';
import { PointMaker } from './point-maker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what fails is tried again ever less often: each time a thread restores the exchange', async () => {
  let asked = 0;
  const pool = new pg.Pool();
  Object.assign(pool, {
    query: async () => {
      asked++;
      throw new Error('no database');
    },
  });
  const maker = new PointMaker({
    pool,
    databaseUrl: '',
    unreleasedCores: false,
    store: {} as PointStore,
    everyMs: 1,
    now: () => Date.now(),
    registry: new Registry(),
    log: pino({ level: 'silent' }),
    onFatal: () => {},
  });
  maker.start();
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  await maker.stop();
  // Without waits 720 times.
  expect(asked).toBeLessThan(15);
  expect(asked).toBeGreaterThan(5);
});
