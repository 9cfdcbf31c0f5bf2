import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pool } from '../database/pool.ts';
import { awaitPassed, tellPassed } from './time-passed.ts';

const HOUR_MS = 3_600_000;

/** What the core has written into `server_state`. */
let written: { aheadMs: number } | null;
let aheadMs: number;
let advancedHere: () => Promise<void> | void;
let advanced: () => Promise<void> | void;
/** Whether what is due at the core is done. */
let finish: () => void;

const pool = {
  ask: async () => (written === null ? [] : [{ value: written }]),
  query: async (_sql: string, [, value]: [string, string]) => {
    written = JSON.parse(value);
  },
} as unknown as Pool;
const clock = {
  aheadMs: () => aheadMs,
  onAdvanced: (listener: typeof advanced) => {
    advanced = listener;
  },
  onAdvancedHere: (listener: typeof advancedHere) => {
    advancedHere = listener;
  },
};
const engine = { wake: () => new Promise<void>(resolve => (finish = resolve)) };

beforeEach(() => {
  vi.useFakeTimers();
  written = null;
  aheadMs = 0;
});
afterEach(() => vi.useRealTimers());

/** Advances the clock at a gateway. Says whether that is answered. */
function advance(): { answered: boolean } {
  const state = { answered: false };
  aheadMs += HOUR_MS;
  void Promise.resolve(advancedHere()).then(() => (state.answered = true));
  return state;
}

it('whoever advances the clock is answered when the core has done what became due', async () => {
  await tellPassed({ pool, clock, engine });
  awaitPassed({ pool, clock });
  const step = advance();
  const passing = Promise.resolve(advanced());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(step.answered).toBe(false);
  finish();
  await passing;
  await vi.advanceTimersByTimeAsync(50);
  expect(step.answered).toBe(true);
});

it('an earlier step is not taken for this one', async () => {
  awaitPassed({ pool, clock });
  written = { aheadMs: HOUR_MS };
  aheadMs = HOUR_MS;
  const step = advance();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(step.answered).toBe(false);
});

it('nobody is kept waiting for a core that is away', async () => {
  awaitPassed({ pool, clock });
  const step = advance();
  await vi.advanceTimersByTimeAsync(10_050);
  expect(step.answered).toBe(true);
});

it('a core that finds the clock advanced at its start says so once that is done', async () => {
  aheadMs = HOUR_MS;
  const started = tellPassed({ pool, clock, engine });
  await vi.advanceTimersByTimeAsync(50);
  expect(written).toBe(null);
  finish();
  await started;
  expect(written).toEqual({ aheadMs: HOUR_MS });
});
