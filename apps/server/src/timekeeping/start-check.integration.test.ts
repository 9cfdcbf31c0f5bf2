import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { Clock } from './clock.ts';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { checkAtStart, keepUptime } from './start-check.ts';
import { SteadyClock } from './steady-clock.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A clock after a start on a machine whose clock is wrong by `offMs`. */
async function started(offMs: number, limitMs = 60_000): Promise<Clock> {
  const machine = new SteadyClock({ wall: () => Date.now() + offMs, limitMs });
  const clock = await Clock.load(database.pool, 'demo', machine);
  await checkAtStart(database.pool, clock);
  return clock;
}

it.each([7 * DAY_MS, -DAY_MS])(
  'a first start with a clock %d ms off is told by the database’s',
  async offMs => {
    const stop = (await started(offMs)).stop();
    expect(stop?.reason).toBe('database');
    expect(Math.abs((stop?.differenceMs ?? 0) - offMs)).toBeLessThan(60_000);
    expect((await started(0)).stop()).toBeNull();
  },
);

it('a later start is checked by the machine’s own count, unless the clock was in doubt', async () => {
  const save = async (offMs: number): Promise<void> => {
    const kept = keepUptime(database.pool, await started(offMs), error => {
      throw error;
    });
    await kept.stop();
  };
  await save(0);
  expect((await started(7 * DAY_MS)).stop()?.reason).toBe('uptime');
  await save(7 * DAY_MS);
  expect((await started(0)).stop()).toBeNull();
});

it('a live start waits for people if the last command is more than a day old', async () => {
  const clock = await started(0);
  clock.follow(clock.now() - DAY_MS + 60_000, 'live');
  expect(clock.stop()).toBeNull();
  clock.follow(clock.now() - DAY_MS - 60_000, 'demo');
  expect(clock.stop()).toBeNull();
  clock.follow(clock.now() - DAY_MS - 60_000, 'live');
  expect(clock.stop()?.reason).toBe('long_gap');
  clock.goOn();
  expect(clock.stop()).toBeNull();
});

it('waiting times count up to a doubtful start, and not since', async () => {
  const clock = await started(7 * DAY_MS);
  // The time stored by the previous test limits it to the real time.
  const rightMs = clock.certainNow();
  expect(Math.abs(rightMs - Date.now())).toBeLessThan(60_000);
  clock.follow(rightMs + 1_000, 'demo');
  expect(clock.certainNow()).toBe(rightMs + 1_000);
  clock.goOn();
  expect(Math.abs(clock.certainNow() - clock.now())).toBeLessThan(60_000);
});

it('the clock counts if it is unknown when it was last right', async () => {
  const clock = await Clock.load(database.pool, 'demo');
  clock.doubt('database', DAY_MS);
  expect(Math.abs(clock.certainNow() - Date.now())).toBeLessThan(60_000);
});

it('a clock that was ahead at the start continues from the corrected time', async () => {
  let offMs = 7 * DAY_MS;
  const clock = await Clock.load(
    database.pool,
    'demo',
    new SteadyClock({ wall: () => Date.now() + offMs, limitMs: 60_000 }),
  );
  await checkAtStart(database.pool, clock);
  offMs = 0;
  expect(clock.stop()).not.toBeNull();
  clock.goOn();
  expect(clock.stop()).toBeNull();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
});
