import type { Command, LaunchConfig, LaunchStatus } from '@tallystick/core';
import { configureCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import type { ClientBase } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import type { EngineSettings } from './engine.ts';
import { verifyProjections } from './projections/verify.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const START_MS = Date.parse('2026-11-21T12:00:00Z');
/** Enough for dozens of commands at the close, and a few more for the payments. */
const ORDERS = 2_000;
const TRADER = ORDERS + 1;

const customers = Array.from({ length: ORDERS }, (_, i) => i + 1);

function opening(customerId: number): Command[] {
  const money = { currencyId: USDT, from: 'faucet', reference: 'test:1', amountMinor: 100_000_000n } as const;
  return [
    { type: 'openCustomer', customerId },
    { type: 'credit', customerId, account: 'spot', ...money },
  ];
}

const transfer = (i: number): Command => ({
  type: 'transfer',
  customerId: TRADER,
  currencyId: USDT,
  amountMinor: 1n,
  from: i % 2 === 0 ? 'spot' : 'contract',
  to: i % 2 === 0 ? 'contract' : 'spot',
});

const deposit = (): Command => ({
  type: 'credit',
  customerId: TRADER,
  account: 'spot',
  currencyId: USDT,
  amountMinor: 1n,
  from: 'faucet',
  reference: 'test:2',
});

interface Scene {
  readonly engine: TestEngine;
  readonly client: ClientBase;
  /** Sends all at once; none may be refused. */
  readonly submit: (commands: readonly Command[]) => Promise<void>;
  readonly status: () => LaunchStatus;
  /** Sets the clock to the close; resolves once all its work is done. */
  readonly close: () => Promise<void>;
}

/** An offer with all orders, a moment before its close. */
async function beforeClose(settings: Partial<EngineSettings>, act: (scene: Scene) => Promise<void>) {
  const database = await createTestDatabase();
  let nowMs = START_MS;
  const engine = await startTestEngine(database, settings, { now: () => nowMs });
  try {
    const submit = async (commands: readonly Command[]): Promise<void> => {
      const answers = await Promise.all(commands.map(command => engine.bus.submit(command)));
      expect(answers.filter(({ outcome }) => !outcome.ok)).toEqual([]);
    };
    const terms: LaunchConfig = lumaOffer(START_MS);
    await submit([...configureCommands(), ...[...customers, TRADER].flatMap(opening)]);
    await submit([{ type: 'configureLaunchOffer', offer: terms }]);
    nowMs = terms.startMs;
    await submit(
      customers.map(customerId => ({
        type: 'commitToLaunch',
        customerId,
        offerId: 1,
        currencyId: USDT,
        amountMinor: 10_000_000n + BigInt(customerId),
      })),
    );
    const close = (): Promise<void> => {
      nowMs = terms.closeMs;
      return engine.wake();
    };
    const client = await database.pool.connect();
    try {
      await act({ engine, client, submit, status: () => engine.exchange.launch.offer(1)!.status, close });
    } finally {
      client.release();
    }
  } finally {
    await engine.stop();
    await database.close();
  }
}

it('the close of an offer with many orders lets other commands in between, and gives the same result', async () => {
  await beforeClose({}, async ({ engine, client, submit, status, close }) => {
    const finished = close();
    // Each command is answered in turn, because the close proceeds one step at a time.
    const seen = new Set<string>();
    let others = 0;
    for (; status() !== 'closed'; others++) {
      await submit([transfer(others)]);
      seen.add(status());
    }
    expect([...seen]).toEqual(expect.arrayContaining(['allocating', 'settling']));
    expect(others).toBeGreaterThanOrEqual(5);
    await finished;
    expect(engine.exchange.hasBacklog()).toBe(false);
    const result = engine.exchange.launch.offer(1)!.result;
    expect(result).toMatchObject({ orders: ORDERS, allocatedMinor: 1_000_000_000n });
    engine.exchange.checkInvariants('all');
    await engine.projected();
    expect(await verifyProjections(client, engine.exchange)).toEqual([]);
  });
});

it('the close of an offer proceeds even when every batch is full', async () => {
  const maxBatch = 4;
  await beforeClose({ maxBatch }, async ({ engine, submit, status, close }) => {
    const finished = close();
    // So many commands wait that every batch is full before the previous one is committed.
    let left = 3_000;
    const crowd = Array.from({ length: 10 * maxBatch }, async () => {
      while (status() !== 'closed' && left-- > 0) await submit([deposit()]);
    });
    await Promise.all(crowd);
    expect(status()).toBe('closed');
    await finished;
    expect(engine.exchange.hasBacklog()).toBe(false);
  });
});
