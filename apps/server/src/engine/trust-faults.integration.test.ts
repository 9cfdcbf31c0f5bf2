import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from '@tallystick/core';
import { configureCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { DAY_MS } from '@tallystick/core/durations';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { verifyProjections } from './projections/verify.ts';
import { recoverTables } from './projecting/recover-tables.ts';
import { forkEngine, killEngine } from './testing/engine-kill.ts';
import type { EngineReply, EngineRequest } from './testing/engine-process.ts';
import { onlyUnbound } from './testing/only-unbound.ts';

/** How often the engine is killed while a midnight is being paid; a long run sets ENGINE_KILLS. */
const KILLS = Number(process.env['ENGINE_KILLS'] ?? 3);
/** Payments for this many orders take about six batches. */
const ORDERS = 600;
const CUSTOMERS = 20;
const CYCLE_DAYS = KILLS + 2;

/** A product and customers with money; each step needs the one before. */
function setup(): Command[][] {
  const money = { currencyId: USDT, from: 'faucet', reference: 'test:1' } as const;
  const customerIds = Array.from({ length: CUSTOMERS }, (_, index) => index + 1);
  const currencies = configureCommands().filter(({ type }) => type === 'configureCurrency');
  return [
    [...currencies, ...customerIds.map((customerId): Command => ({ type: 'openCustomer', customerId }))],
    [
      { type: 'fundHouse', to: 'treasury', amountMinor: 400_000_000_000n, ...money },
      ...customerIds.map((customerId): Command => ({
        type: 'credit',
        customerId,
        account: 'trust',
        amountMinor: 50_000_000_000n,
        ...money,
      })),
    ],
    [
      {
        type: 'configureTrustProduct',
        productId: 1,
        enabled: true,
        terms: {
          currencyId: USDT,
          cycleDays: CYCLE_DAYS,
          dailyYieldPpm: 4_321,
          penaltyPpm: 6_000,
          minimum: '10',
          maximum: '1000',
          capacity: '2000000',
          customerLimit: '100000',
          opensAtMs: 0,
        },
      },
    ],
    purchases(),
  ];
}

/** Many deposits of each customer; half of them renew. */
function purchases(): Command[] {
  return Array.from({ length: ORDERS }, (_, order) => ({
    type: 'buyTrust',
    customerId: 1 + (order % CUSTOMERS),
    productId: 1,
    termsVersion: 1,
    amountMinor: 100_000_000n + BigInt(order) * 123_457n,
    autoRenew: order % 2 === 0,
  }));
}

/** Its clock is this much ahead: work due by then begins right after the recovery. */
async function launch(database: Database, aheadMs: number): Promise<ChildProcess> {
  const child = forkEngine(database.url, { aheadMs });
  const [ready] = (await once(child, 'message')) as [EngineReply];
  expect(ready.type).toBe('ready');
  return child;
}

/** Sends all at once: the order does not matter. */
async function submitAll(child: ChildProcess, scope: string, commands: readonly Command[]): Promise<void> {
  const done = Promise.withResolvers<void>();
  let left = commands.length;
  const hear = (message: EngineReply): void => {
    if (message.type !== 'answer') return;
    if (message.accepted === null) done.reject(new Error(`${scope} ${message.id} was refused`));
    if (--left === 0) done.resolve();
  };
  child.on('message', hear);
  commands.forEach((command, id) => {
    const idempotency = { scope, key: `command-${id}`, inputHash: '' };
    child.send({ id, command, idempotency } satisfies EngineRequest);
  });
  await done.promise;
  child.off('message', hear);
}

async function payments(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::integer as count from trust_payments',
  );
  return rows[0]?.count ?? 0;
}

/** Running orders that are no renewals. */
async function hosted(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from trust_orders where renewal_of is null and state = 'hosting'`,
  );
  return rows[0]?.count ?? 0;
}

/** Recomputes every row, payment and balance. Returns how many payments there are. */
async function inspect(database: Database): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { exchange } = await recoverTables(client, {
      onBadSnapshot: onlyUnbound,
    });
    exchange.checkInvariants('all');
    expect(await verifyProjections(client, exchange)).toEqual([]);
    return await payments(database);
  } finally {
    await client.end();
  }
}

it(
  `every day of every deposit is paid once, killed ${KILLS} times in the middle of a midnight`,
  { timeout: 120_000 + KILLS * 90_000 },
  async () => {
    const database = await createTestDatabase();
    try {
      const first = await launch(database, 0);
      for (const [step, commands] of setup().entries()) await submitAll(first, `step-${step}`, commands);
      await killEngine(first, database);
      let paid = 0;
      for (let night = 1; night <= KILLS; night++) {
        const child = await launch(database, (night + 1) * DAY_MS);
        // The first batch of the night is committed, the next is being written.
        await expect.poll(() => payments(database), { interval: 1 }).toBeGreaterThan(paid);
        await killEngine(child, database);
        paid = await inspect(database);
      }
      const last = await launch(database, (CYCLE_DAYS + 2) * DAY_MS);
      await expect.poll(() => hosted(database), { interval: 20 }).toBe(0);
      last.send('stop');
      const [code] = (await once(last, 'exit')) as [number];
      expect(code).toBe(0);
      await inspect(database);
      const { rows } = await database.pool.query<{ state: string; orders: number; days: number }>(
        `select o.state, count(distinct o.order_id)::integer as orders, count(p.day)::integer as days
           from trust_orders o left join trust_payments p using (order_id)
          where o.renewal_of is null group by o.state`,
      );
      expect(rows).toEqual([{ state: 'completed', orders: ORDERS, days: ORDERS * CYCLE_DAYS }]);
    } finally {
      await database.close();
    }
  },
);
