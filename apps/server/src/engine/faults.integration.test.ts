import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { Command, Refusal } from '@tallystick/core';
import {
  BTC_USDT,
  configureCommands,
  fundedCustomerCommands,
  USDT,
} from '@tallystick/core/testing/demo-exchange';
import { Random } from '@tallystick/core/testing/random';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { decodeRefusal } from './idempotency/refusal-codec.ts';
import { verifyProjections } from './projections/verify.ts';
import { recoverTables } from './projecting/recover-tables.ts';
import { prepareExchange } from './testing/engine-child.ts';
import { forkEngine, killEngine } from './testing/engine-kill.ts';
import type { EngineReply, EngineRequest } from './testing/engine-process.ts';
import { onlyUnbound } from './testing/only-unbound.ts';

/** How often the engine is killed; a long run sets ENGINE_KILLS. */
const KILLS = Number(process.env['ENGINE_KILLS'] ?? 15);
const SEED = Number(process.env['ENGINE_KILLS_SEED'] ?? 1);
const CUSTOMERS = 20;
const IN_FLIGHT = 60;

/** Something to be done once; resent with the same key until answered. */
interface Intent {
  readonly request: EngineRequest;
  accepted: { readonly sequence: number; readonly orderId: number | null } | null;
  refusal: Refusal | null;
}

class Customers {
  readonly #random = new Random(SEED);
  readonly answered: Intent[] = [];
  readonly waiting = new Map<number, Intent>();
  #orders = 0;
  #withdrawals = 0;

  /** Sent again after a crash, as an app does when its connection broke. */
  unanswered(): EngineRequest[] {
    return [...this.waiting.values()].map(({ request }) => request);
  }

  next(): EngineRequest {
    const id = ++this.#orders;
    const request = { id, command: this.#command(`order-${id}`), idempotency: keyOf(id) };
    this.waiting.set(id, { request, accepted: null, refusal: null });
    return request;
  }

  answer({ id, accepted, refusal }: Extract<EngineReply, { type: 'answer' }>): void {
    const intent = this.waiting.get(id)!;
    this.waiting.delete(id);
    intent.accepted = accepted;
    intent.refusal = refusal;
    this.answered.push(intent);
  }

  #command(clientOrderId: string): Command {
    const random = this.#random;
    const customerId = random.between(1, CUSTOMERS);
    if (random.below(40) === 0) return { type: 'cancelAllOrders', customerId, marketId: null };
    if (random.below(8) === 0) return this.#withdrawal(customerId);
    const buys = random.below(2) === 0;
    const priceTicks = 600_000 + random.between(-30, 30);
    const hasBracket = buys && random.below(3) === 0;
    const bracket = { takeProfitTicks: priceTicks + 20, stopLossTicks: priceTicks - 20 };
    return {
      type: 'placeOrder',
      customerId,
      marketId: BTC_USDT,
      side: buys ? 'buy' : 'sell',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks,
      quantityLots: random.between(100, 2_000),
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId,
      ...(hasBracket ? { instructions: bracket } : {}),
    };
  }

  /** A new withdrawal, or the settlement or cancellation of an earlier one: many get both, or one of them twice. */
  #withdrawal(customerId: number): Command {
    const random = this.#random;
    if (this.#withdrawals === 0 || random.below(2) === 0) {
      const withdrawalId = ++this.#withdrawals;
      const amounts = { amountMinor: BigInt(random.between(2, 1_000_000)), feeMinor: 1n };
      return {
        type: 'requestWithdrawal',
        customerId,
        withdrawalId,
        currencyId: USDT,
        ...amounts,
        via: 'custodyTron',
      };
    }
    const withdrawalId = random.between(1, this.#withdrawals);
    return random.below(2) === 0
      ? { type: 'releaseWithdrawal', withdrawalId }
      : { type: 'settleWithdrawal', withdrawalId };
  }
}

function keyOf(id: number) {
  return { scope: 'customers', key: `order-${id}`, inputHash: `hash-${id}` };
}

/** Starts an engine and keeps it under load until stopped. */
function launch(database: Database, customers: Customers): { child: ChildProcess; ready: Promise<void> } {
  const child = forkEngine(database.url);
  const ready = Promise.withResolvers<void>();
  const send = (request: EngineRequest): void => {
    if (child.connected) child.send(request, () => {});
  };
  child.on('message', (message: EngineReply) => {
    if (message.type === 'ready') {
      for (const request of customers.unanswered()) send(request);
      while (customers.waiting.size < IN_FLIGHT) send(customers.next());
      ready.resolve();
      return;
    }
    customers.answer(message);
    if (customers.waiting.size < IN_FLIGHT) send(customers.next());
  });
  child.on('exit', () => ready.resolve());
  return { child, ready: ready.promise };
}

/** Checks the database while no engine runs. */
async function inspect(database: Database, customers: Customers): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { exchange, position } = await recoverTables(client, {
      onBadSnapshot: onlyUnbound,
    });
    expect(await verifyProjections(client, exchange)).toEqual([]);
    const { rows } = await client.query<{ order_id: string; client_order_id: string }>(
      'select order_id, client_order_id from orders where client_order_id is not null',
    );
    const placed = new Map<string, number[]>();
    for (const row of rows) {
      placed.set(row.client_order_id, [...(placed.get(row.client_order_id) ?? []), Number(row.order_id)]);
    }
    for (const { request, accepted } of customers.answered) {
      const orders = placed.get(request.idempotency.key) ?? [];
      const expected = accepted?.orderId === null || accepted === null ? [] : [accepted.orderId];
      if (orders.join() !== expected.join()) {
        expect.unreachable(`intent ${request.id}: acknowledged ${expected.join()}, found ${orders.join()}`);
      }
      if (accepted !== null) expect(accepted.sequence).toBeLessThanOrEqual(position.sequence);
    }
    for (const [key, orders] of placed) {
      if (orders.length > 1) expect.unreachable(`${key} was placed ${orders.length} times`);
    }
    await inspectBrackets(client);
    await inspectRefusals(client, customers);
    await inspectWithdrawals(client, customers);
  } finally {
    await client.end();
  }
}

/** What a bracket bought is sold once it has ended, by one order or two linked ones, and never twice. */
async function inspectBrackets(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ wrong: string; right: string }>(
    `select count(*) filter (where exits <> least(lists, 1) + 1) as wrong, count(*) filter (where exits > 0) as right
     from (
       select parent.order_id, count(exit.order_id) as exits, count(exit.list_id) as lists
       from orders parent left join orders exit on exit.parent_order_id = parent.order_id
       where parent.instructions ? 'takeProfitTicks' and parent.status <> 'waiting' and parent.filled_lots > 0
         and parent.exits_refused is null
       group by parent.order_id
     ) brackets`,
  );
  expect(Number(rows[0]!.wrong)).toBe(0);
  expect(Number(rows[0]!.right)).toBeGreaterThan(0);
}

/** Every refusal that was answered is stored with the same text, under its key only. */
async function inspectRefusals(client: pg.Client, customers: Customers): Promise<void> {
  const { rows } = await client.query<{ key: string; result: string }>(
    `select key, result from idempotency where scope = 'customers' and result not like '[%'`,
  );
  const stored = new Map(rows.map(row => [row.key, decodeRefusal(row.result)]));
  for (const { request, accepted, refusal } of customers.answered) {
    const kept = stored.get(request.idempotency.key) ?? null;
    if (!isDeepStrictEqual(kept, refusal)) {
      expect.unreachable(
        `intent ${request.id}: told ${JSON.stringify(refusal)}, kept ${JSON.stringify(kept)}`,
      );
    }
    if ((accepted === null) === (refusal === null))
      expect.unreachable(`intent ${request.id} has two answers`);
  }
}

/** The withdrawals table equals what was acknowledged, and no withdrawal ended twice. */
async function inspectWithdrawals(client: pg.Client, customers: Customers): Promise<void> {
  const { rows } = await client.query<{ withdrawal_id: string; state: string }>(
    'select withdrawal_id, state from withdrawal_states',
  );
  const states = new Map(rows.map(row => [Number(row.withdrawal_id), row.state]));
  const ended = new Set<number>();
  for (const { request, accepted } of customers.answered) {
    const { command } = request;
    if (accepted === null || !('withdrawalId' in command)) continue;
    const { type, withdrawalId } = command;
    if (type === 'requestWithdrawal') {
      if (!states.has(withdrawalId)) expect.unreachable(`withdrawal ${withdrawalId} was lost`);
      continue;
    }
    if (ended.has(withdrawalId)) expect.unreachable(`withdrawal ${withdrawalId} ended twice`);
    ended.add(withdrawalId);
    expect(states.get(withdrawalId)).toBe(type === 'releaseWithdrawal' ? 'released' : 'settled');
  }
}

it(
  `loses and doubles nothing when killed ${KILLS} times under load`,
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    const database = await createTestDatabase();
    const random = new Random(SEED + 1);
    const customers = new Customers();
    try {
      await prepare(database);
      let answeredBefore = 0;
      for (let kill = 1; kill <= KILLS; kill++) {
        const { child, ready } = launch(database, customers);
        // Every fifth kill may come during the recovery.
        if (kill % 5 !== 0) await ready;
        const before = customers.answered.length;
        const target = random.below(1_500);
        const killAtMs = performance.now() + (kill % 5 === 0 ? random.below(700) : 3_000);
        // A slow machine answers fewer in that time, but it must answer some.
        const least = kill % 5 === 0 ? 0 : Math.min(target, 200);
        const answered = (): number => customers.answered.length - before;
        await expect
          .poll(() => answered() >= target || (performance.now() >= killAtMs && answered() >= least), {
            interval: 1,
          })
          .toBe(true);
        await killEngine(child, database);
        await inspect(database, customers);
        if (kill === KILLS) answeredBefore = customers.answered.length;
      }
      expect(answeredBefore).toBeGreaterThan(KILLS * 100);
      expect(customers.answered.filter(({ refusal }) => refusal !== null).length).toBeGreaterThan(KILLS);

      const { child, ready } = launch(database, customers);
      await ready;
      child.send('stop');
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(0);
      await inspect(database, customers);
      expect(await candleVolumes(database)).toEqual(await tradeVolumes(database));
    } finally {
      await database.close();
    }
  },
);

async function prepare(database: Database): Promise<void> {
  const commands = configureCommands();
  for (let id = 1; id <= CUSTOMERS; id++)
    commands.push(...fundedCustomerCommands(id, 10_000_000_000_000_000n));
  await prepareExchange(database, commands);
}

type Volumes = readonly { readonly interval: string; readonly lots: string; readonly quote: string }[];

/** Totals of all candles per interval: after crashes no trade may be missing or counted twice. */
async function candleVolumes(database: Database): Promise<Volumes> {
  const { rows } = await database.pool.query<Volumes[number]>(
    `select interval, sum(volume_lots)::text as lots, sum(quote_minor)::text as quote
     from candles group by interval order by interval`,
  );
  return rows;
}

async function tradeVolumes(database: Database): Promise<Volumes> {
  const { rows } = await database.pool.query<Volumes[number]>(
    `select interval, sum(quantity_lots)::text as lots, sum(quote_minor)::text as quote
     from trades, (select distinct interval from candles) as intervals group by interval order by interval`,
  );
  return rows;
}
