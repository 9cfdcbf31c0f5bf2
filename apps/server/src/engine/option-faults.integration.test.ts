import type { Command, IndexTick, OptionTermsConfig } from '@tallystick/core';
import { settleOption } from '@tallystick/core/option/settlement';
import { BTC_USDT, configureCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { Random } from '@tallystick/core/testing/random';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { OPTIONS } from './products/option/tables.ts';
import { select } from './projections/select.ts';
import { verifyProjections } from './projections/verify.ts';
import { recoverTables } from './projecting/recover-tables.ts';
import { EngineChild, prepareExchange } from './testing/engine-child.ts';
import { onlyUnbound } from './testing/only-unbound.ts';

/** How often the engine is killed while options begin and end; a long run sets ENGINE_KILLS. */
const KILLS = Number(process.env['ENGINE_KILLS'] ?? 3);
const SEED = Number(process.env['ENGINE_KILLS_SEED'] ?? 1);
const CUSTOMERS = 20;
const BUYS_PER_TICK = 8;

/** Options of one second, so that some end at every moment of a short run. */
const TERMS: OptionTermsConfig = {
  marketId: BTC_USDT,
  enabled: true,
  staleMs: 400,
  times: [{ seconds: 1, payoutPpm: 850_000 }],
  currencies: [{ currencyId: USDT, minStake: '5', maxStake: '500', exposureLimit: '1000000' }],
};

/** Buys options at random and remembers the answers. Sends unanswered purchases again after a crash, as an app does. */
class Crowd {
  readonly #random = new Random(SEED);
  readonly #asked = new Map<number, Command>();
  /** Accepted purchases, by customer. */
  readonly bought = new Map<number, number>();
  #ids = 0;

  get unanswered(): number {
    return this.#asked.size;
  }

  askAgain(engine: EngineChild): Promise<unknown> {
    return Promise.all([...this.#asked].map(([id, command]) => this.#ask(engine, id, command)));
  }

  /** A tick, and purchases around it. */
  round(engine: EngineChild): Promise<unknown> {
    const priceE8 = 60_000e8 + this.#random.between(-1, 1);
    const tick: Command = {
      type: 'recordIndexTick',
      marketId: BTC_USDT,
      priceE8,
      sources: [{ name: 'test', priceE8, atMs: 1 }],
    };
    const buys = Array.from({ length: BUYS_PER_TICK }, () => this.#buy());
    return Promise.all([tick, ...buys].map(command => this.#ask(engine, ++this.#ids, command)));
  }

  #buy(): Command {
    return {
      type: 'buyOption',
      customerId: this.#random.between(1, CUSTOMERS),
      marketId: BTC_USDT,
      direction: this.#random.below(2) === 0 ? 'rise' : 'fall',
      seconds: 1,
      currencyId: USDT,
      stakeMinor: BigInt(this.#random.between(5_000_000, 9_000_000)),
      termsVersion: 1,
      practice: this.#random.below(10) === 0,
    };
  }

  async #ask(engine: EngineChild, id: number, command: Command): Promise<void> {
    this.#asked.set(id, command);
    const accepted = await engine.ask(id, command);
    this.#asked.delete(id);
    if (!accepted || command.type !== 'buyOption') return;
    this.bought.set(command.customerId, (this.bought.get(command.customerId) ?? 0) + 1);
  }
}

interface Found {
  readonly open: number;
  readonly settled: number;
  readonly byCustomer: ReadonlyMap<number, number>;
}

/** Checks the database while no engine runs: the balances, and every result against the whole price log. */
async function inspect(database: Database): Promise<Found> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { exchange } = await recoverTables(client, {
      onBadSnapshot: onlyUnbound,
    });
    exchange.checkInvariants('all');
    expect(await verifyProjections(client, exchange)).toEqual([]);
    const log = await client.query<{ number: string; price_e8: string; at_ms: string }>(
      'select number, price_e8, at_ms from price_ticks order by number',
    );
    const ticks = log.rows.map((row): Pick<IndexTick, 'number' | 'marketId' | 'priceE8' | 'atMs'> => ({
      number: Number(row.number),
      marketId: BTC_USDT,
      priceE8: Number(row.price_e8),
      atMs: Number(row.at_ms),
    }));
    const options = await select(client, OPTIONS, 'order by option_id', []);
    const settled = options.filter(option => option.state === 'settled');
    for (const option of settled) {
      const { result, payoutMinor } = settleOption(option, ticks);
      expect([option.optionId, option.result, option.payoutMinor]).toEqual([
        option.optionId,
        result,
        payoutMinor,
      ]);
    }
    const byCustomer = new Map<number, number>();
    for (const { customerId } of options) byCustomer.set(customerId, (byCustomer.get(customerId) ?? 0) + 1);
    return { open: options.length - settled.length, settled: settled.length, byCustomer };
  } finally {
    await client.end();
  }
}

async function settledSoFar(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from options where state = 'settled'`,
  );
  return rows[0]?.count ?? 0;
}

it(
  `options end once and as the price log says, killed ${KILLS} times while they begin and end`,
  { timeout: 120_000 + KILLS * 90_000 },
  async () => {
    const database = await createTestDatabase();
    const random = new Random(SEED + 1);
    const crowd = new Crowd();
    try {
      await prepare(database);
      for (let kill = 1; kill <= KILLS; kill++) {
        const engine = new EngineChild(database);
        await engine.ready;
        await crowd.askAgain(engine);
        // After the first options have ended (one second, more on a slow machine), in the middle of a round.
        const stopAtMs = performance.now() + 1_100 + random.below(300);
        while (performance.now() < stopAtMs || (await settledSoFar(database)) <= kill) {
          await crowd.round(engine);
        }
        void crowd.round(engine);
        await engine.kill();
        const { settled } = await inspect(database);
        expect(settled).toBeGreaterThan(kill);
      }
      const engine = new EngineChild(database);
      await engine.ready;
      await crowd.askAgain(engine);
      expect(crowd.unanswered).toBe(0);
      const left = async () =>
        (
          await database.pool.query(
            `(select 1 from options where state <> 'settled' limit 1) union all
             (select 1 from journal j, projection_position p where j.last_sequence > p.sequence limit 1)`,
          )
        ).rowCount;
      await expect.poll(left).toBe(0);
      await engine.kill();
      const { open, byCustomer } = await inspect(database);
      expect(open).toBe(0);
      expect(byCustomer).toEqual(crowd.bought);
    } finally {
      await database.close();
    }
  },
);

async function prepare(database: Database): Promise<void> {
  const money = { currencyId: USDT, from: 'faucet', reference: 'test:1', amountMinor: 10n ** 13n } as const;
  const commands: Command[] = [
    ...configureCommands(),
    { type: 'configureOptions', terms: TERMS },
    { type: 'fundHouse', to: 'optionPool', ...money },
  ];
  for (let customerId = 1; customerId <= CUSTOMERS; customerId++) {
    commands.push(
      { type: 'openCustomer', customerId },
      { type: 'credit', customerId, account: 'option', ...money },
      { type: 'resetPractice', customerId, currencyId: USDT, amountMinor: 10n ** 13n },
    );
  }
  await prepareExchange(database, commands);
}
