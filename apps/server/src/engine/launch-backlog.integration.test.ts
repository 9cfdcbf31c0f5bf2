import type { Command, LaunchConfig } from '@tallystick/core';
import { configureCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { verifyProjections } from './projections/verify.ts';
import { startTestEngine } from './testing/test-engine.ts';

const START_MS = Date.parse('2026-11-21T12:00:00Z');
/** So many that the close takes dozens of commands and the payments a few more. */
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

it('an offer that closes with many orders lets others in between, and comes to the same', async () => {
  const database = await createTestDatabase();
  let nowMs = START_MS;
  const engine = await startTestEngine(database, {}, { now: () => nowMs });
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

    const { launch } = engine.exchange;
    const status = () => launch.offer(1)!.status;
    nowMs = terms.closeMs;
    const finished = engine.wake();
    // Each of these is answered in its turn: the offer goes on with a step at a time.
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
    expect(launch.offer(1)!.result).toMatchObject({ orders: ORDERS, allocatedMinor: 1_000_000_000n });
    engine.exchange.checkInvariants('all');
    const client = await database.pool.connect();
    try {
      expect(await verifyProjections(client, engine.exchange)).toEqual([]);
    } finally {
      client.release();
    }
  } finally {
    await engine.stop();
    await database.close();
  }
}, 60_000);
