import type { Command, PerpetualConfig } from '@tallystick/core';
import {
  BTC_USDT,
  configureCommands,
  fundedCustomerCommands,
  USDT,
} from '@tallystick/core/testing/demo-exchange';
import { Random } from '@tallystick/core/testing/random';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditJournal } from '../../audit/audit-journal.ts';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { verifyProjections } from './verify.ts';

const HOUSE = 1;
const CUSTOMER = 2;
const MID_TICKS = 600_000;
const CONTRACT: PerpetualConfig = {
  marketId: BTC_USDT,
  tickSize: '0.1',
  lotSize: '0.001',
  multiples: [2, 5],
  tiers: [{ maxNotional: '10000000', maintenancePpm: 5_000, maxMultiple: 5 }],
  makerFeePpm: 200,
  takerFeePpm: 500,
  priceBandPpm: 200_000,
  maxOrderLots: 1_000,
  maxOpenInterestLots: 1_000_000,
  maxCustomerNotional: '10000000',
  fundingIntervalMs: 3_600_000,
  interestPpm: 100,
  fundingCapPpm: 7_500,
  staleAfterMs: 600_000,
  liquidationFeePpm: 1_000,
};

let database: Database;
let engine: TestEngine;

beforeEach(async () => {
  database = await createTestDatabase();
  await start();
  await submit(...configureCommands(), { type: 'configurePerpetual', perpetual: CONTRACT });
  for (const id of [HOUSE, CUSTOMER, 3, 4]) {
    await submit(...fundedCustomerCommands(id, 100_000_000_000n), {
      type: 'credit',
      customerId: id,
      account: 'contract',
      currencyId: USDT,
      amountMinor: 100_000_000_000n,
      from: 'faucet',
      reference: `margin:${id}`,
    });
  }
  const sources = [{ name: 'test', priceE8: MID_TICKS * 1e7, atMs: 0 }];
  await submit({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8: MID_TICKS * 1e7, sources });
  await submit({ type: 'setReferralStanding', customerId: HOUSE, standing: 'house' });
});
afterEach(async () => {
  await engine.stop();
  await database.close();
});

async function start(): Promise<void> {
  engine = await startTestEngine(database, { maxBatch: 5 });
}

async function restart(): Promise<void> {
  await engine.stop();
  await start();
}

/** In one batch, or two. */
async function submit(...commands: readonly Command[]): Promise<void> {
  const committed = await Promise.all(commands.map(command => engine.bus.submit(command)));
  for (const { outcome } of committed) expect(outcome).toMatchObject({ ok: true });
}

function order(customerId: number, side: 'buy' | 'sell', priceTicks: number, quantityLots = 1_000): Command {
  return {
    type: 'placeOrder',
    customerId,
    marketId: BTC_USDT,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks,
    quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}

function lever(customerId: number, side: 'long' | 'short', priceTicks: number, lots = 10): Command {
  return {
    type: 'placePerpetualOrder',
    customerId,
    marketId: BTC_USDT,
    side,
    orderType: 'limit',
    lots,
    multiple: 2,
    priceTicks,
    worstPriceTicks: null,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
  };
}

interface Rows {
  /** Filled lots by order id, and opened lots by position id. */
  readonly orders: Readonly<Record<string, string>>;
  readonly positions: Readonly<Record<string, string>>;
}

async function rowsOf(customerId: number): Promise<Rows> {
  const { rows } = await database.pool.query<Rows>(
    `select
      (select coalesce(json_object_agg(order_id, status || ' ' || filled_lots), '{}')
        from orders where customer_id = $1) as orders,
      (select coalesce(json_object_agg(position_id, status || ' ' || opened_lots), '{}')
        from positions where customer_id = $1) as positions`,
    [customerId],
  );
  return rows[0]!;
}

async function expectRight(): Promise<void> {
  expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
}

async function expectAudited(): Promise<void> {
  const unlimited = { idempotencyRetentionMs: 1e12, feedRetentionMs: 1e12 };
  const result = await auditJournal({ databaseUrl: database.url, unreleased: true, ...unlimited });
  expect(result.firstDifference).toBeNull();
}

it('quotes that never trade leave no rows, with or without a restart while they wait', async () => {
  await submit(order(HOUSE, 'buy', MID_TICKS - 100), order(HOUSE, 'sell', MID_TICKS + 100));
  await submit(lever(HOUSE, 'long', MID_TICKS - 100), lever(HOUSE, 'short', MID_TICKS + 100));
  expect(await rowsOf(HOUSE)).toEqual({ orders: {}, positions: {} });
  await expectRight();
  await submit({ type: 'cancelOrder', customerId: HOUSE, orderId: 1 });
  await submit({ type: 'cancelPerpetualOrder', customerId: HOUSE, orderId: 1 });
  await restart();
  await submit({ type: 'cancelAllOrders', customerId: HOUSE, marketId: BTC_USDT });
  await submit({ type: 'cancelAllPerpetualOrders', customerId: HOUSE, marketId: BTC_USDT });
  expect(await rowsOf(HOUSE)).toEqual({ orders: {}, positions: {} });
  await expectRight();
  await expectAudited();
});

it.each([false, true])('a quote that trades has its whole row; restarted before: %s', async restarted => {
  await submit(order(HOUSE, 'sell', MID_TICKS), lever(HOUSE, 'short', MID_TICKS));
  if (restarted) await restart();
  await submit(order(CUSTOMER, 'buy', MID_TICKS, 400), lever(CUSTOMER, 'long', MID_TICKS, 4));
  expect(await rowsOf(HOUSE)).toEqual({ orders: { 1: 'waiting 400' }, positions: { 1: 'holding 4' } });
  await expectRight();
  if (restarted) await restart();
  await submit({ type: 'cancelOrder', customerId: HOUSE, orderId: 1 });
  await submit({ type: 'cancelPerpetualOrder', customerId: HOUSE, orderId: 1 });
  expect(await rowsOf(HOUSE)).toEqual({ orders: { 1: 'cancelled 400' }, positions: { 1: 'holding 4' } });
  await expectRight();
  await expectAudited();
});

it('customers’ orders that never trade keep their rows', async () => {
  await submit(order(CUSTOMER, 'buy', MID_TICKS - 100), lever(CUSTOMER, 'long', MID_TICKS - 100));
  await submit({ type: 'cancelOrder', customerId: CUSTOMER, orderId: 1 });
  expect(await rowsOf(CUSTOMER)).toEqual({ orders: { 1: 'cancelled 0' }, positions: { 1: 'pending 0' } });
});

it('rows from before an account was the house’s are kept right', async () => {
  await submit(order(CUSTOMER, 'buy', MID_TICKS - 100), lever(CUSTOMER, 'long', MID_TICKS - 100));
  await submit(order(CUSTOMER, 'buy', MID_TICKS - 200), lever(CUSTOMER, 'long', MID_TICKS - 200));
  await submit({ type: 'setReferralStanding', customerId: CUSTOMER, standing: 'house' });
  await restart();
  await expectRight();
  await submit({ type: 'cancelOrder', customerId: CUSTOMER, orderId: 1 });
  await submit({ type: 'cancelPerpetualOrder', customerId: CUSTOMER, orderId: 1 });
  await submit(order(HOUSE, 'sell', MID_TICKS - 200, 10), lever(HOUSE, 'short', MID_TICKS - 200, 1));
  expect(await rowsOf(CUSTOMER)).toEqual({
    orders: { 1: 'cancelled 0', 2: 'waiting 10' },
    positions: { 1: 'cancelled 0', 2: 'holding 1' },
  });
  await expectRight();
  await expectAudited();
});

it('an account that is the house’s no longer has rows of what waits, at once', async () => {
  await submit(order(HOUSE, 'buy', MID_TICKS - 100), lever(HOUSE, 'long', MID_TICKS - 100));
  await submit({ type: 'setReferralStanding', customerId: HOUSE, standing: 'stopped' });
  expect(await rowsOf(HOUSE)).toEqual({ orders: { 1: 'waiting 0' }, positions: { 1: 'pending 0' } });
  await restart();
  await submit({ type: 'cancelOrder', customerId: HOUSE, orderId: 1 });
  expect(await rowsOf(HOUSE)).toMatchObject({ orders: { 1: 'cancelled 0' } });
  await expectRight();
  await expectAudited();
});

it('a wrong row of a quote is found, and a missing row of a customer’s order', async () => {
  await submit(order(HOUSE, 'sell', MID_TICKS), order(CUSTOMER, 'buy', MID_TICKS - 100));
  await submit({ type: 'setReferralStanding', customerId: CUSTOMER, standing: 'house' });
  await database.pool.query(`update orders set frozen_minor = frozen_minor + 1 where order_id = 2`);
  expect(await verifyProjections(database.pool, engine.exchange)).toContain(
    `waiting orders of customer ${CUSTOMER} differ from the exchange’s`,
  );
  await database.pool.query(`update orders set frozen_minor = frozen_minor - 1 where order_id = 2`);
  await submit({ type: 'setReferralStanding', customerId: CUSTOMER, standing: 'open' });
  await database.pool.query('delete from orders where order_id = 2');
  expect(await verifyProjections(database.pool, engine.exchange)).toContain(
    `waiting orders of customer ${CUSTOMER} differ from the exchange’s`,
  );
});

/** Accounts that come to the house and leave it, orders that meet, are cancelled or wait, restarts in between. */
it('whatever happens, tables and a replay of the journal agree', async () => {
  const random = new Random(3);
  for (let round = 0; round < 12; round++) {
    const commands = Array.from({ length: 40 }, () => step(random));
    await Promise.all(commands.map(command => engine.bus.submit(command)));
    if (round % 3 === 2) await restart();
    await expectRight();
  }
  await expectAudited();
  const quotes = await database.pool.query(`select from orders where customer_id = $1 and filled_lots = 0`, [
    HOUSE,
  ]);
  expect(engine.exchange.lastOrderId).toBeGreaterThan(100);
  expect(quotes.rowCount).toBeLessThan(engine.exchange.lastOrderId / 10);
});

function step(random: Random): Command {
  const customerId = random.between(1, 4);
  const ticks = MID_TICKS + random.between(-40, 40);
  const dice = random.below(20);
  if (dice === 0) {
    const standing = random.pick(['house', 'house', 'open', 'stopped'] as const);
    return { type: 'setReferralStanding', customerId: random.between(2, 4), standing };
  }
  if (dice < 9) return order(customerId, random.pick(['buy', 'sell']), ticks, random.between(20, 300));
  if (dice < 15) return lever(customerId, random.pick(['long', 'short']), ticks, random.between(1, 5));
  const orderId = random.between(1, engine.exchange.lastOrderId + 20);
  if (dice < 18) return { type: 'cancelOrder', customerId, orderId };
  return { type: 'cancelPerpetualOrder', customerId, orderId };
}
