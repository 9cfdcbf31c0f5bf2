import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './setup.mjs';
import { backOffMs, startsAgain, supervise } from './supervisor.mjs';

const codes = JSON.parse(readFileSync(path.join(ROOT, 'apps/server/exit-codes.json'), 'utf8'));
const MINUTE_MS = 60_000;
const KILLED = 137;

/**
 * Supervises simulated runs, with a clock that only the runs and the pauses advance.
 * @param {readonly { code: number, servesMs?: number, told?: boolean }[]} runs
 */
async function outcomeOf(runs, { toldWhileWaiting = false } = {}) {
  let nowMs = 0;
  let isTold = false;
  let started = 0;
  const waits = [];
  const code = await supervise(
    async onReady => {
      const next = runs[started++];
      if (next.servesMs !== undefined) {
        onReady();
        nowMs += next.servesMs;
      }
      if (next.told) isTold = true;
      return next.code;
    },
    {
      codes,
      now: () => nowMs,
      wait: async ms => {
        waits.push(ms / 1000);
        nowMs += ms;
        isTold ||= toldWhileWaiting;
      },
      isTold: () => isTold,
      tell: () => {},
    },
  );
  return { code, started, waits };
}

describe('whether a restart may help', () => {
  test.each([
    ['ordered', false, false],
    ['settings', false, false],
    ['halted', false, false],
    ['again', true, true],
    ['unforeseen', false, true],
  ])('after %s: %s if it never served, %s if it did', (name, never, served) => {
    expect(startsAgain(codes[name], codes, false)).toBe(never);
    expect(startsAgain(codes[name], codes, true)).toBe(served);
  });

  test('after it was killed: always', () => {
    expect(startsAgain(KILLED, codes, false)).toBe(true);
  });
});

describe('the supervisor', () => {
  test('waits twice as long after each failure, a minute at most', async () => {
    expect(Array.from({ length: 9 }, (_, failures) => backOffMs(failures) / 1000)).toEqual([
      1, 2, 4, 8, 16, 32, 60, 60, 60,
    ]);
    const failing = Array.from({ length: 8 }, () => ({ code: codes.again }));
    const { waits, code } = await outcomeOf([...failing, { code: codes.ordered, servesMs: 1 }]);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(code).toBe(codes.ordered);
  });

  test('resets the wait after a long run, not after a short one', async () => {
    const { waits } = await outcomeOf([
      { code: codes.again, servesMs: 1_000 },
      { code: codes.again, servesMs: 1_000 },
      { code: KILLED, servesMs: MINUTE_MS },
      { code: codes.again, servesMs: MINUTE_MS - 1 },
      { code: codes.ordered },
    ]);
    expect(waits).toEqual([1, 2, 1, 2]);
  });

  test.each(['settings', 'halted'])('does not restart after %s, however long it served', async name => {
    const runs = [
      { code: codes.again, servesMs: MINUTE_MS },
      { code: codes[name], servesMs: MINUTE_MS },
    ];
    expect(await outcomeOf(runs)).toEqual({ code: codes[name], started: 2, waits: [1] });
  });

  test('reports a failing first start, and retries once it has served', async () => {
    expect(await outcomeOf([{ code: 1 }])).toMatchObject({ code: 1, started: 1 });
    const later = [{ code: KILLED, servesMs: 1 }, { code: 1 }, { code: 1 }, { code: codes.ordered }];
    expect(await outcomeOf(later)).toMatchObject({ code: codes.ordered, started: 4 });
  });

  test('does not restart once told to stop, while running or waiting', async () => {
    expect(await outcomeOf([{ code: codes.again, told: true }])).toMatchObject({ started: 1, waits: [] });
    const waiting = await outcomeOf([{ code: codes.again }], { toldWhileWaiting: true });
    expect(waiting).toEqual({ code: codes.again, started: 1, waits: [1] });
  });
});
