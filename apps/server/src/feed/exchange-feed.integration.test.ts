import type { Command } from '@tallystick/core';
import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventfulSteps } from '../audit/testing/eventful-steps.ts';
import type { Database } from '../database/database.ts';
import { crash, startTestEngine, type TestEngine } from '../engine/testing/test-engine.ts';
import { createTestDatabase } from '../testing/database.ts';
import type { FeedEvent, FeedEventOf, FeedKind } from '../events/event.ts';
import { Feed } from './feed.ts';
import { EXCHANGE_KINDS } from '../events/kinds/exchange-kinds.ts';
import { BEGINNING, headOf, readPage } from './reader.ts';

/** The process ends at least this often. */
const HISTORIES = 6;
/** Histories are played until every kind of event has occurred, but no more than this. */
const MOST_HISTORIES = 20;
const RARE: ReadonlySet<string> = new Set(['launchReturned']);
/** All kinds of the exchange's events. */
const KINDS = [...Object.keys(EXCHANGE_KINDS).filter(kind => kind !== 'fills'), 'orderFilled'] as FeedKind[];

let database: Database;
let nowMs = MIXED_START_MS;
/** Events received by a feed that ran meanwhile, and by another one that read afterwards. */
const live: FeedEvent[] = [];
let events: readonly FeedEvent[] = [];

async function startEngine(): Promise<TestEngine> {
  return startTestEngine(database, { maxBatch: 40 }, { now: () => nowMs });
}

async function followed(engine: TestEngine): Promise<Feed> {
  const feed = new Feed({
    pool: database.pool,
    engine,
    registry: new Registry(),
    now: () => nowMs,
    log: { error: (details, message) => expect.fail(`${message}: ${JSON.stringify(details)}`) },
  });
  feed.subscribe({
    ...{ name: 'live', kinds: KINDS, from: 'beginning' },
    async deliver(page: readonly FeedEvent[]) {
      live.push(...page);
    },
  });
  await feed.start();
  return feed;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into customers (id, nickname, invitation_code, email, opened, created_at_ms, password_changed_at_ms)
     select id, 'c' || id, 'c' || id, case when id <= 3 then id || '@example.com' end, true, 0, 0
       from generate_series(1, 9) as id`,
  );
  let engine = await startEngine();
  let feed = await followed(engine);
  const submit = async (waitMs: number, command: () => Command) => {
    nowMs += waitMs;
    if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
    return engine.bus.submit(command());
  };
  for (const command of mixedSetup()) await engine.bus.submit(command);
  for (const { waitMs, command } of eventfulSteps()) await submit(waitMs, () => command);
  const histories = fc.sample(fc.noBias(mixedHistory), { numRuns: MOST_HISTORIES, seed: 11 });
  for (const [run, history] of histories.entries()) {
    if (run >= HISTORIES && (await unseen()).length === 0) break;
    for (const step of history) await submit(step.waitMs, () => mixedCommand(step, engine.exchange, nowMs));
    // The process ends, and with it the feed's pending work.
    await feed.stop();
    await crash(database, engine);
    engine = await startEngine();
    feed = await followed(engine);
  }
  await feed.catchUp();
  await feed.stop();
  await engine.stop();
  ({ events } = await readPage(database.pool, BEGINNING, KINDS, 1_000_000));
}, 120_000);
afterAll(() => database.close());

async function unseen(): Promise<string[]> {
  const stored = await rows<{ kind: string }>('select distinct kind from exchange_events');
  const seen = new Set(stored.map(({ kind }) => kind));
  return Object.keys(EXCHANGE_KINDS).filter(kind => !seen.has(kind) && !RARE.has(kind));
}

const of = <K extends FeedKind>(kind: K): readonly FeedEventOf<K>[] =>
  events.filter(event => event.kind === kind) as unknown as readonly FeedEventOf<K>[];

async function rows<Row extends object>(query: string): Promise<Row[]> {
  return (await database.pool.query<Row>(query)).rows;
}

it('contains every kind of event', async () => {
  expect(await unseen()).toEqual([]);
});

it('reads the same events live, across process ends, and afterwards', () => {
  expect(events.length).toBeGreaterThan(200);
  // A page that was delivered but not marked as delivered comes again.
  const once = new Map(live.map(event => [event.id, event]));
  expect([...once.values()]).toEqual(events);
});

it('gives every event a unique id', () => {
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

describe('the feed agrees with the tables', () => {
  it.each(['spot', 'perpetual'] as const)('on fills: %s', async line => {
    const filled = new Map<number, [lots: number, value: bigint, fee: bigint]>();
    for (const { customerId, body } of of('orderFilled')) {
      if (body.line !== line) continue;
      expect(customerId).toBeLessThanOrEqual(3);
      const [lots, value, fee] = filled.get(body.orderId) ?? [0, 0n, 0n];
      filled.set(body.orderId, [lots + body.lots, value + body.valueMinor, fee + body.feeMinor]);
    }
    const table = line === 'spot' ? 'trades' : 'perpetual_trades';
    const value = line === 'spot' ? 'quote_minor' : 'value_minor';
    const stored = await rows<{ id: string; lots: string; value: string; fee: string }>(
      `select id, sum(lots) as lots, sum(value) as value, sum(fee) as fee from (
         select taker_order_id as id, taker_customer_id as customer, quantity_lots as lots, ${value} as value,
                taker_fee_minor as fee from ${table}
         union all select maker_order_id, maker_customer_id, quantity_lots, ${value}, maker_fee_minor from ${table}
       ) as sides where customer <= 3 group by id`,
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(new Map([...filled].toSorted(([a], [b]) => a - b))).toEqual(
      new Map(
        stored
          .map(row => [Number(row.id), [Number(row.lots), BigInt(row.value), BigInt(row.fee)]] as const)
          .toSorted(([a], [b]) => a - b),
      ),
    );
  });

  it.each([
    [
      'positionEnded',
      `select position_id as id from positions where status = 'closed' and close_reason <> 'merged'`,
      'positionId',
    ],
    ['optionSettled', `select option_id as id from options where state = 'settled'`, 'optionId'],
    ['optionBought', 'select option_id as id from options', 'optionId'],
    ['trustOrderOpened', 'select order_id as id from trust_orders', 'orderId'],
    ['launchCommitted', 'select order_id as id from launch_commitments', 'orderId'],
    ['dustConverted', 'select distinct dust_id as id from dust_conversions', 'dustId'],
    ['trustOrderEnded', `select order_id as id from trust_orders where state <> 'hosting'`, 'orderId'],
    [
      'launchAllocated',
      'select order_id as id from launch_orders where allocated_minor is not null',
      'orderId',
    ],
    ['launchReturned', 'select order_id as id from launch_orders where returned', 'orderId'],
    ['stopTriggered', 'select position_id as id from perpetual_stop_triggers', 'positionId'],
    [
      'positionLiquidated',
      'select position_id as id from perpetual_liquidations where remaining_lots = 0',
      'positionId',
    ],
    ['positionDeleveraged', 'select position_id as id from perpetual_deleveragings', 'positionId'],
  ] as const)('of each %s once', async (kind, query, name) => {
    const told = of(kind).map(({ body }) => (body as unknown as Record<string, number>)[name]);
    const stored = (await rows<{ id: string }>(query)).map(({ id }) => Number(id));
    expect(told.toSorted()).toEqual(stored.toSorted());
  });

  it('on interest, fundings, releases and withdrawals', async () => {
    const [paid] = await rows<{ count: string }>('select count(*) from trust_payments');
    expect(of('trustInterestPaid').reduce((sum, { body }) => sum + body.payments, 0)).toBe(
      Number(paid?.count),
    );
    const fundings = await rows<{ key: string }>(
      `select distinct market_id || '/' || funding_id as key from perpetual_funding_payments`,
    );
    expect(
      of('fundingSettled')
        .map(({ body }) => `${body.marketId}/${body.fundingId}`)
        .toSorted(),
    ).toEqual(fundings.map(({ key }) => key).toSorted());
    const [released] = await rows<{ sum: string }>('select sum(released_minor) from launch_orders');
    expect(of('launchReleased').reduce((sum, { body }) => sum + body.releasedMinor, 0n)).toBe(
      BigInt(released?.sum ?? 0),
    );
    const states = new Map(
      of('withdrawalChanged').map(({ body }) => [String(body.withdrawalId), body.state]),
    );
    const stored = await rows<{ withdrawal_id: string; state: string }>('select * from withdrawal_states');
    expect(states).toEqual(new Map(stored.map(row => [row.withdrawal_id, row.state])));
  });

  it('on conversions', async () => {
    const stored = await rows<{ order_id: string; received_minor: string }>(
      'select order_id, received_minor from conversions order by order_id',
    );
    expect(of('converted').map(({ body }) => [String(body.orderIds[0]), String(body.receivedMinor)])).toEqual(
      stored.map(row => [row.order_id, row.received_minor]),
    );
  });

  it('on credits and debits outside trading', async () => {
    const sums = new Map<string, bigint>();
    for (const { customerId, body } of of('moneyMoved')) {
      const key = `${customerId}/${body.account}/${body.currencyId}/${body.reason}`;
      sums.set(key, (sums.get(key) ?? 0n) + body.amountMinor);
    }
    const stored = await rows<{ key: string; sum: string }>(
      `select concat_ws('/', owner_id, account, currency_id, reason) as key, sum(amount_minor) from ledger_entries
        where owner_id > 0 and reason in ('faucet', 'deposit', 'depositReversal', 'goodwill', 'transfer') group by 1`,
    );
    expect(new Map([...sums].filter(([, sum]) => sum !== 0n))).toEqual(
      new Map(stored.map(({ key, sum }) => [key, BigInt(sum)] as const).filter(([, sum]) => sum !== 0n)),
    );
  });
});

it('keeps a customer’s events in order: fills before their order’s end, results after beginnings', () => {
  let ended = 0;
  const closed = new Set<number>();
  let lastMs = 0;
  for (const event of events) {
    expect(event.atMs).toBeGreaterThanOrEqual(lastMs);
    lastMs = event.atMs;
    if (event.kind === 'positionEnded') {
      closed.add(event.body.positionId);
      ended++;
    }
    if (event.kind === 'orderFilled' && event.body.positionId !== null) {
      expect(closed.has(event.body.positionId)).toBe(false);
    }
  }
  expect(ended).toBeGreaterThan(0);
});

describe('fills of selected customers', () => {
  it.each([[[1]], [[2, 3]], [[]]])('%j: only their fills, and all other events', async named => {
    const wanted = events.filter(
      event => event.kind !== 'orderFilled' || named.includes(event.customerId ?? 0),
    );
    expect(wanted.length).toBeLessThan(events.length);
    const read: FeedEvent[] = [];
    for (let at = BEGINNING, full = true; full;) {
      const page = await readPage(database.pool, at, KINDS, 50, () => Promise.resolve(named));
      read.push(...page.events);
      ({ end: at, full } = page);
    }
    expect(read).toEqual(wanted);
  });

  it('for no customer: no trades are read, and the position advances', async () => {
    const query = vi.spyOn(database.pool, 'query');
    const { end } = await readPage(database.pool, BEGINNING, ['orderFilled'], 1, async () => []);
    const asked = query.mock.calls.map(([text]) => String(text)).join();
    query.mockRestore();
    expect(asked).toContain('from exchange_events');
    expect(asked).not.toContain('trades');
    expect(end).toEqual(await headOf(database.pool));
  });
});

it('are the same with pages of any size', async () => {
  for (const limit of [1, 7, 100]) {
    const read: FeedEvent[] = [];
    for (let at = BEGINNING, full = true; full;) {
      const page = await readPage(database.pool, at, KINDS, limit);
      read.push(...page.events);
      ({ end: at, full } = page);
    }
    expect(read).toEqual(events);
  }
});
