import type { Command } from '@tallystick/core';
import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SILENT_LOG } from '../../database/log.ts';
import type { CommittedBatch } from '../batch.ts';
import type { AppliedCommand } from '../follower.ts';
import { Follower } from '../follower.ts';
import { decodeEntries } from '../journal/command-codec.ts';
import { journalRows } from '../journal/journal-reader.ts';
import { MarketData } from '../market-data/market-data.ts';
import { verifyProjections } from '../projections/verify.ts';
import { recover } from '../recovery.ts';
import { ORDER } from '../testing/funded-engines.ts';
import { TopicFollower } from '../testing/topic-follower.ts';
import { RemoteExchange, type TestGateway } from './testing/remote-exchange.ts';

let exchange: RemoteExchange;

beforeEach(async context => {
  const opened = await RemoteExchange.open();
  if ('missing' in opened) return context.skip(opened.missing);
  exchange = opened;
});
afterEach(() => exchange?.close());

const SETUP: readonly Command[] = [
  ...configureCommands(),
  ...fundedCustomerCommands(1, 1_000_000_000_000n),
  ...fundedCustomerCommands(2, 1_000_000_000_000n),
];

const keyed = (key: string) => ({ idempotency: { scope: 'test', key, inputHash: 'h' } });

/** Waits until a gateway has come to the given sequence. */
async function cameTo({ engine }: TestGateway, sequence: number): Promise<void> {
  await expect.poll(() => engine.sequence(), { interval: 2 }).toBeGreaterThanOrEqual(sequence);
}

describe('commands of gateways', () => {
  it('are answered once the gateway has followed them, and seen by all others', async () => {
    const core = await exchange.core();
    for (const command of SETUP) await core.engine.bus.submit(command);
    const gateways = [await exchange.gateway(), await exchange.gateway()] as const;
    for (let i = 0; i < 20; i++) {
      const { engine } = gateways[i % 2]!;
      const { sequence, outcome, replayed } = await engine.bus.submit(ORDER, keyed(`${i}`));
      expect(outcome.ok && !replayed).toBe(true);
      expect(engine.sequence()).toBeGreaterThanOrEqual(sequence);
      expect(engine.exchange.openOrders(1)).toHaveLength(i + 1);
    }
    const refused = await gateways[0].engine.bus.submit({ ...ORDER, customerId: 9 }, keyed('refused'));
    expect(refused.outcome).toMatchObject({ ok: false, refusal: { code: 'unknown_customer' } });
    const again = await gateways[1].engine.bus.submit({ ...ORDER, customerId: 9 }, keyed('refused'));
    expect(again).toEqual({ ...refused, replayed: true });
    await expect(
      gateways[1].engine.bus.submit(ORDER, { idempotency: { scope: 'test', key: '1', inputHash: 'other' } }),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    for (const { engine } of gateways) {
      await expect.poll(() => engine.head()).toEqual(core.engine.head());
      expect(engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
      expect(engine.epoch()).toBe(core.engine.epoch());
    }
  });

  it('of a whole day, from two gateways at once, lead to one state everywhere', async () => {
    const core = await exchange.core();
    const { setup, commands } = spotCommands({ seed: 5, commands: 2_000, customers: 6, waitingOrders: 40 });
    for (const { command } of setup) await core.engine.bus.submit(command);
    const gateways = [await exchange.gateway(), await exchange.gateway()] as const;
    const answers = await Promise.all(
      commands.map(async ({ command }, i) => {
        const { engine } = gateways[i % 2]!;
        const committed = await engine.bus.submit(command, i % 3 === 0 ? {} : keyed(`${i}`));
        expect(engine.sequence()).toBeGreaterThanOrEqual(committed.sequence);
        return committed;
      }),
    );
    const accepted = answers.filter(({ outcome }) => outcome.ok).map(({ sequence }) => sequence);
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(accepted.length).toBeGreaterThan(1_000);
    for (const gateway of gateways) {
      await cameTo(gateway, core.engine.sequence());
      expect(gateway.engine.head()).toEqual(core.engine.head());
      expect(gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
    }
    expect(await verifyProjections(exchange.database.pool, gateways[0].engine.exchange)).toEqual([]);
  });
});

describe('a follower', () => {
  it('that starts amid trading, from a snapshot, has what the engine has', async () => {
    const core = await exchange.core({ settings: { snapshotEvery: 50 } });
    const { setup, commands } = spotCommands({ seed: 6, commands: 9_000, customers: 6, waitingOrders: 40 });
    for (const { command } of setup) await core.engine.bus.submit(command);
    await expect.poll(() => snapshots(), { interval: 20 }).toBeGreaterThan(0);
    let trading = true;
    const untilStarted = (async () => {
      // All trades of the start are among the hundred that are shown.
      for (const { command } of commands) if (trading) await core.engine.bus.submit(command);
      expect(trading).toBe(false);
    })();
    const gateways = await Promise.all([exchange.gateway(), exchange.gateway(), exchange.gateway()]);
    trading = false;
    await untilStarted;
    for (const gateway of gateways) {
      expect(gateway.engine.recovered.snapshotSequence).toBeGreaterThan(0);
      await cameTo(gateway, core.engine.sequence());
      expect(gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
      await expectSamePublicData(gateway.engine, core.engine);
      // Which nobody but the engine saves: the gateway's connections refuse to.
      await gateway.engine.marketData.save();
    }
  });

  it('that starts behind the candles that are saved counts no trade twice', async () => {
    const core = await exchange.core();
    const { setup, commands } = spotCommands({ seed: 7, commands: 300, customers: 4, waitingOrders: 20 });
    for (const { command } of setup) await core.engine.bus.submit(command);
    const behind = core.engine.head();
    for (const { command } of commands) await core.engine.bus.submit(command);
    await core.engine.marketData.save();
    const { pool } = exchange.database;
    const client = await pool.connect();
    const found = await recover(client, { untilSequence: behind.sequence, onBadSnapshot: () => {} });
    const follower = new Follower(found.exchange, behind);
    const marketData = await MarketData.start({
      pool,
      exchange: follower.exchange,
      log: SILENT_LOG,
      now: () => core.engine.exchange.lastAtMs,
      passive: { loadFrom: pool, saves: false },
    });
    for await (const row of journalRows(client, behind)) {
      const taken: AppliedCommand[] = [];
      follower.take(row, decodeEntries(row.commands, row.firstSequence), {
        applied: (entry, events) => taken.push({ ...entry, events, digest: 0 }),
      });
      marketData.committed({ commands: taken, fedKinds: [] });
    }
    client.release();
    for (const { id } of core.engine.exchange.markets()) {
      expect(await marketData.candles(id, '1d', 3)).toEqual(
        await core.engine.marketData.candles(id, '1d', 3),
      );
    }
    marketData.end();
  });

  it('tells the same batches and topics as the engine, of all products', async () => {
    let nowMs = MIXED_START_MS;
    const now = (): number => nowMs;
    const core = await exchange.core({ now, settings: { maxBatch: 7 } });
    for (const command of mixedSetup()) await core.engine.bus.submit(command);
    const gateway = await exchange.gateway({ now });
    const told: [CommittedBatch[], CommittedBatch[]] = [[], []];
    core.engine.onCommitted(({ commands, fedKinds }) => told[0].push({ commands, fedKinds }));
    gateway.engine.onCommitted(batch => told[1].push(batch));
    const topics = new TopicFollower(
      { ...gateway.engine, run: core.engine.run, fatal: gateway.fatal },
      [1, 2, 3, 4],
    );
    const seed = fc.readConfigureGlobal().seed ?? 0;
    const steps = fc.sample(fc.noBias(mixedHistory), { numRuns: 4, seed }).flat();
    for (const step of steps) {
      nowMs += step.waitMs;
      if (core.engine.exchange.dueAtMs() <= nowMs) await core.engine.wake();
      const command = mixedCommand(step, core.engine.exchange, nowMs);
      // Time passes at the core alone.
      const { bus } = command.type === 'passTime' ? core.engine : gateway.engine;
      await bus.submit(command);
    }
    await core.engine.wake();
    await cameTo(gateway, core.engine.sequence());
    const [written, followed] = told;
    expect(followed.flatMap(({ commands }) => commands)).toEqual(written.flatMap(({ commands }) => commands));
    expect(followed.map(({ fedKinds }) => fedKinds)).toEqual(written.map(({ fedKinds }) => fedKinds));
    expect(new Set(written.flatMap(({ fedKinds }) => fedKinds)).size).toBeGreaterThan(3);
    expect(topics.faults()).toEqual([]);
    await expectSamePublicData(gateway.engine, core.engine);
    expect(gateway.engine.marketData.snapshot('perpetual_tickers')?.data).toEqual(
      core.engine.marketData.snapshot('perpetual_tickers')?.data,
    );
  });
});

async function snapshots(): Promise<number> {
  const { rows } = await exchange.database.pool.query<{ n: number }>(
    'select count(*)::int as n from snapshots where bound_by is not null',
  );
  return rows[0]?.n ?? 0;
}

async function expectSamePublicData(here: Seen, there: Seen): Promise<void> {
  for (const { id } of there.exchange.markets()) {
    expect(await publicData(here, id)).toEqual(await publicData(there, id));
  }
}

type Seen = Pick<TestGateway['engine'], 'marketData' | 'exchange'>;

/** Everything that anybody may see of a market. */
async function publicData({ marketData }: Seen, id: number) {
  return {
    ticker: marketData.ticker(id),
    depth: marketData.snapshot(`depth:${id}`)?.data,
    trades: marketData.trades(id),
    index: marketData.index(id),
    prices: marketData.snapshot(`index:${id}`)?.data,
    candles: [await marketData.candles(id, '1m', 50), await marketData.candles(id, '1d', 5)],
    contract: await Promise.all(
      (['contract', 'mark', 'index'] as const).map(kind => marketData.candles(id, '3m', 20, undefined, kind)),
    ),
  };
}
