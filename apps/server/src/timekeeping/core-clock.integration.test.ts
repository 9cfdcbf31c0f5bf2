import { DAY_MS } from '@tallystick/core/durations';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { SILENT_LOG } from '../database/log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { Clock, type ClockStop } from './clock.ts';
import { CoreClock, readCoreClock } from './core-clock.ts';
import { checkAtStart, judgeAgain } from './start-check.ts';
import { SteadyClock } from './steady-clock.ts';

let database: Database;
let wrongMs: number;
let told: number;
let cores: CoreClock[];
beforeEach(async () => {
  database = await createTestDatabase();
  wrongMs = 0;
  told = 0;
  cores = [];
});
afterEach(async () => {
  for (const core of cores) await core.stop();
  await database.close();
});

/** The clock of a machine that somebody has set wrong by `wrongMs`. */
function machineClock(): Promise<Clock> {
  const wall = (): number => Date.now() + wrongMs;
  return Clock.load(database.pool, 'demo', new SteadyClock({ wall, limitMs: 60_000 }));
}

function coreClock(clock: Clock, epoch: number): CoreClock {
  const core = new CoreClock({ pool: database.pool, clock, epoch, tell: () => told++, log: SILENT_LOG });
  cores.push(core);
  return core;
}

async function shown(clock: Clock): Promise<ClockStop | null> {
  clock.toldOf(await readCoreClock(database.pool));
  return clock.stop();
}

it('the doubt of the core’s clock is a gateway’s, and what people confirm there is the core’s', async () => {
  const [stamping, gateway] = [await machineClock(), await Clock.load(database.pool, 'demo')];
  const core = coreClock(stamping, 1);
  await core.changed();
  expect(await shown(gateway)).toBe(null);
  wrongMs = DAY_MS;
  await core.changed();
  const seen = await shown(gateway);
  expect(seen).toMatchObject({ reason: 'jumped' });
  expect(gateway.ownStop()).toBe(null);
  expect(told).toBe(1);
  let confirmed = 0;
  gateway.onConfirmedHere(() => confirmed++);
  // Of another doubt than the one that stands.
  await gateway.confirm(database.pool, { ...seen!, sinceMs: seen!.sinceMs - 1 });
  await core.catchUp();
  expect(stamping.stop()).not.toBe(null);
  await gateway.confirm(database.pool, seen!);
  gateway.goOn();
  expect(confirmed).toBe(1);
  // Nothing is stamped by its word before the core has looked.
  expect(gateway.stop()).toEqual(seen);
  await core.catchUp();
  expect(stamping.stop()).toBe(null);
  expect(await shown(gateway)).toBe(null);
});

it('a core that was replaced says nothing any more', async () => {
  const gateway = await Clock.load(database.pool, 'demo');
  const right = await machineClock();
  await coreClock(right, 2).changed();
  const wrong = await machineClock();
  wrong.doubt('database', DAY_MS);
  await coreClock(wrong, 1).changed();
  expect(await shown(gateway)).toBe(null);
});

it('a clock nobody stamps by is right again once it is the database’s', async () => {
  wrongMs = DAY_MS;
  const clock = await machineClock();
  await checkAtStart(database.pool, clock);
  expect(clock.stop()?.reason).toBe('database');
  await judgeAgain(database.pool, clock);
  expect(clock.stop()?.reason).toBe('database');
  wrongMs = 0;
  await judgeAgain(database.pool, clock);
  expect(clock.stop()).toBe(null);
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
});
