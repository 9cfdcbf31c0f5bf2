import { once } from 'node:events';
import type { Command, PerpetualConfig } from '@tallystick/core';
import { BTC_USDT, configureCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { Random } from '@tallystick/core/testing/random';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { verifyProjections } from './projections/verify.ts';
import { recoverTables } from './projecting/recover-tables.ts';
import { prepareExchange } from './testing/engine-child.ts';
import { forkEngine, killEngine } from './testing/engine-kill.ts';
import type { EngineReply, EngineRequest } from './testing/engine-process.ts';
import { onlyUnbound } from './testing/only-unbound.ts';

/** How often the engine is killed while the index jumps; a long run sets ENGINE_KILLS. */
const KILLS = Number(process.env['ENGINE_KILLS'] ?? 8);
const SEED = Number(process.env['ENGINE_KILLS_SEED'] ?? 1);
const CUSTOMERS = 30;
const IN_FLIGHT = 40;
const ORDERS_PER_ROUND = 400;
const START_E8 = 60_000e8;

const CONTRACT: PerpetualConfig = {
  marketId: BTC_USDT,
  tickSize: '0.1',
  lotSize: '0.001',
  multiples: [5, 20, 50, 100],
  tiers: [{ maxNotional: '10000000', maintenancePpm: 5_000, maxMultiple: 100 }],
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

interface Intent {
  readonly request: EngineRequest;
  accepted: boolean | null;
}

/** Traders with high leverage, and an index that jumps on demand: each jump liquidates some of them. */
class Market {
  readonly #random = new Random(SEED);
  readonly intents = new Map<number, Intent>();
  #ids = 0;
  #indexE8 = START_E8;

  get answered(): number {
    return [...this.intents.values()].filter(({ accepted }) => accepted !== null).length;
  }

  /** Sent again after a crash, as an app does when its connection broke. */
  unanswered(): EngineRequest[] {
    return [...this.intents.values()]
      .filter(({ accepted }) => accepted === null)
      .map(({ request }) => request);
  }

  trade(): EngineRequest {
    return this.#intent(id => this.#order(`order-${id}`));
  }

  /** Down, then up again: each jump costs one side its margin. */
  jump(): EngineRequest {
    const down = this.#indexE8 === START_E8;
    this.#indexE8 = down ? Math.round(START_E8 * 0.97) : START_E8;
    const priceE8 = this.#indexE8;
    const sources = [{ name: 'test', priceE8, atMs: 1 }];
    return this.#intent(() => ({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources }));
  }

  #intent(commandOf: (id: number) => Command): EngineRequest {
    const id = ++this.#ids;
    const idempotency = { scope: 'traders', key: `order-${id}`, inputHash: `hash-${id}` };
    const request = { id, command: commandOf(id), idempotency };
    this.intents.set(id, { request, accepted: null });
    return request;
  }

  #order(clientOrderId: string): Command {
    const random = this.#random;
    const customerId = random.between(1, CUSTOMERS);
    if (random.below(15) === 0) return { type: 'cancelAllPerpetualOrders', customerId, marketId: null };
    if (random.below(40) === 0) return { type: 'closeAllPositions', customerId, marketId: null };
    const long = random.below(2) === 0;
    const stops = random.below(4) === 0;
    const middle = this.#indexE8 / 1e7;
    return {
      type: 'placePerpetualOrder',
      customerId,
      marketId: BTC_USDT,
      side: long ? 'long' : 'short',
      orderType: 'limit',
      lots: random.between(1, 20),
      multiple: CONTRACT.multiples[random.below(4)]!,
      priceTicks: Math.round(middle) + random.between(-300, 300),
      worstPriceTicks: null,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: stops ? Math.round(middle * (long ? 0.993 : 1.007)) : null,
      clientOrderId,
    };
  }
}

/** Starts an engine and keeps it busy until it is killed. */
function launch(database: Database, market: Market, orders: number) {
  const child = forkEngine(database.url);
  const busy = Promise.withResolvers<void>();
  const send = (request: EngineRequest): void => {
    if (child.connected) child.send(request, () => {});
  };
  let left = orders;
  let waiting = 0;
  const fill = (): void => {
    while (waiting < IN_FLIGHT && left > 0) {
      left--;
      waiting++;
      send(market.trade());
    }
    if (left === 0 && waiting === 0) busy.resolve();
  };
  child.on('message', (message: EngineReply) => {
    if (message.type === 'ready') {
      for (const request of market.unanswered()) {
        waiting++;
        send(request);
      }
    } else {
      waiting--;
      const intent = market.intents.get(message.id);
      if (intent !== undefined) intent.accepted = message.accepted !== null;
    }
    fill();
  });
  child.on('exit', () => busy.resolve());
  return { child, busy: busy.promise, send };
}

/** Checks the database while no engine runs. Returns how many positions have been liquidated so far. */
async function inspect(database: Database, market: Market): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { exchange } = await recoverTables(client, {
      onBadSnapshot: onlyUnbound,
    });
    exchange.checkInvariants('all');
    expect(await verifyProjections(client, exchange)).toEqual([]);
    const { rows } = await client.query<{ client_order_id: string; count: number }>(
      'select client_order_id, count(*)::integer as count from positions group by client_order_id',
    );
    const placed = new Map(rows.map(row => [row.client_order_id, row.count]));
    for (const { request, accepted } of market.intents.values()) {
      if (request.command.type !== 'placePerpetualOrder' || accepted === null) continue;
      const count = placed.get(request.idempotency.key) ?? 0;
      if (count !== (accepted ? 1 : 0)) {
        expect.unreachable(
          `order ${request.id} was ${accepted ? 'accepted' : 'refused'}, found ${count} times`,
        );
      }
    }
    const liquidated = await client.query<{ count: number }>(
      'select count(distinct position_id)::integer as count from perpetual_liquidations',
    );
    return liquidated.rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

it(
  `a cascade of liquidations happens wholly or not at all, killed ${KILLS} times in the middle`,
  { timeout: 120_000 + KILLS * 90_000 },
  async () => {
    const database = await createTestDatabase();
    const random = new Random(SEED + 1);
    const market = new Market();
    try {
      await prepare(database);
      let liquidated = 0;
      for (let round = 1; round <= KILLS; round++) {
        const { child, busy, send } = launch(database, market, ORDERS_PER_ROUND);
        await busy;
        // The kill may hit the jump's own command or others in the same batch.
        send(market.jump());
        for (let i = 0; i < 10; i++) send(market.trade());
        const killAtMs = performance.now() + random.below(12);
        await expect.poll(() => performance.now() >= killAtMs, { interval: 1 }).toBe(true);
        await killEngine(child, database);
        liquidated = await inspect(database, market);
      }
      const { child, busy } = launch(database, market, 0);
      await busy;
      child.send('stop');
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(0);
      liquidated = await inspect(database, market);
      expect(liquidated).toBeGreaterThan(KILLS * 5);
      expect(market.unanswered()).toEqual([]);
      const reduced = await database.pool.query('select 1 from perpetual_deleveragings limit 1');
      expect(reduced.rowCount).toBe(1);
    } finally {
      await database.close();
    }
  },
);

async function prepare(database: Database): Promise<void> {
  const commands: Command[] = [
    ...configureCommands(),
    { type: 'configurePerpetual', perpetual: CONTRACT },
    {
      type: 'recordIndexTick',
      marketId: BTC_USDT,
      priceE8: START_E8,
      sources: [{ name: 'test', priceE8: START_E8, atMs: 1 }],
    },
    // Little enough to be used up soon, so that positions are deleveraged as well.
    {
      type: 'fundHouse',
      from: 'faucet',
      to: 'insurance',
      currencyId: USDT,
      amountMinor: 5_000_000n,
      reference: 'test:insurance',
    },
  ];
  for (let customerId = 1; customerId <= CUSTOMERS; customerId++) {
    const amountMinor = 1_000_000_000_000n;
    commands.push(
      { type: 'openCustomer', customerId },
      {
        type: 'credit',
        customerId,
        account: 'contract',
        currencyId: USDT,
        amountMinor,
        from: 'faucet',
        reference: `test:${customerId}`,
      },
    );
  }
  await prepareExchange(database, commands);
}
