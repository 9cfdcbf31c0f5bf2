import type { Command, ReadonlyExchange } from '@tallystick/core';
import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import { Random } from '@tallystick/core/testing/random';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { verifyProjections } from './projections/verify.ts';
import { TopicFollower } from './testing/topic-follower.ts';
import { crash, startTestEngine, type TestEngine } from './testing/test-engine.ts';

const HISTORIES = 2;
const MOST_HISTORIES = 12;
const CUSTOMERS = [1, 2, 3, 4];
const WATCHED = [
  'orders',
  'trades',
  'positions',
  'perpetual_trades',
  'options',
  'trust_payments',
  'referral_rebates',
  'referral_days',
  'conversions',
  'dust_conversions',
];
/** Tables that got rows in any history: what a crash loses differs between runs. */
const filled = new Set<string>();

/** Plays one of the run's histories, with its own crashes, in its own database. */
async function play(history: number): Promise<void> {
  const seed = fc.readConfigureGlobal().seed ?? 0;
  // Several ordinary ticks in a row, so that much is published.
  const steps = fc
    .sample(fc.noBias(mixedHistory), { numRuns: 4 * (history + 1), seed })
    .slice(-4)
    .flat();
  const random = new Random(seed * MOST_HISTORIES + history);
  const database = await createTestDatabase();
  let nowMs = MIXED_START_MS;
  const start = (): Promise<TestEngine> =>
    startTestEngine(database, { maxBatch: random.between(1, 9) }, { now: () => nowMs });
  let engine = await start();
  try {
    let waiting: Promise<unknown>[] = [];
    let lost = 0;
    /** A crash leaves commands unanswered that may or may not be on disk; the next engine's state shows which. */
    const submit = (command: Command): void => {
      waiting.push(engine.bus.submit(command).catch(() => lost++));
    };
    const settle = async (): Promise<void> => {
      await Promise.all(waiting);
      waiting = [];
    };
    const check = async (exchange: ReadonlyExchange): Promise<void> => {
      expect(await verifyProjections(database.pool, exchange)).toEqual([]);
      exchange.checkInvariants('all');
    };
    for (const command of mixedSetup()) submit(command);
    await settle();
    expect(lost).toBe(0);
    let follower = new TopicFollower(engine, CUSTOMERS);
    for (const step of steps) {
      nowMs += step.waitMs;
      // Work that is due comes first: the next step depends on the state after it.
      if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
      submit(mixedCommand(step, engine.exchange, nowMs));
      const chance = random.below(100);
      if (chance < 20) await settle();
      if (chance < 8) {
        await engine.wake();
        expect(follower.faults()).toEqual([]);
        if (chance < 4) await check(engine.exchange);
      } else if (chance >= 98) {
        // A kill in the middle of a write, or an orderly stop.
        if (chance === 99) await crash(database, engine).then(() => engine.stop());
        else await engine.stop();
        await settle();
        engine = await start();
        await engine.wake();
        await check(engine.exchange);
        follower = new TopicFollower(engine, CUSTOMERS);
      }
    }
    await settle();
    await engine.wake();
    expect(follower.faults()).toEqual([]);
    await check(engine.exchange);
    for (const table of WATCHED) {
      const { rowCount } = await database.pool.query(`select 1 from ${table} limit 1`);
      if (rowCount === 1) filled.add(table);
    }
  } finally {
    await engine.stop();
    await database.close();
  }
}

it.each(Array.from({ length: HISTORIES }, (_, history) => history))(
  'tables and topics tell what the exchange knows, whatever happens and wherever the engine stops: history %i',
  play,
);

it('histories contain every kind of row they are meant to check', async () => {
  // If the seed's histories leave a table empty, more are played.
  for (let history = HISTORIES; filled.size < WATCHED.length && history < MOST_HISTORIES; history++)
    await play(history);
  expect([...filled].toSorted()).toEqual(WATCHED.toSorted());
});
