import type { AccountBalance, Command, OrderView } from '@tallystick/core';
import { BTC_USDT, configureCommands, ETH_USDT } from '@tallystick/core/testing/demo-exchange';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { crash, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import type { Candle } from './candle.ts';
import { INTERVALS, openOf, stepOpen } from './intervals.ts';
import { MarketData } from './market-data.ts';

const MINUTE = 60_000;
const workload = spotCommands({ seed: 11, commands: 3_000, customers: 30, waitingOrders: 150 });
const commands = [...workload.setup, ...workload.commands].map(({ command }) => command);

let database: Database;
let engine: TestEngine;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.parse('2026-11-20T12:00:30Z');
  database = await createTestDatabase();
  engine = await start();
});
afterEach(async () => {
  await engine.stop();
  await database.close();
});

function start(): Promise<TestEngine> {
  return startTestEngine(database, {}, { now: () => nowMs });
}

/** Spreads the workload over some hours. */
async function trade(from: number, to: number): Promise<void> {
  for (let i = from; i < Math.min(to, commands.length); i += 50) {
    nowMs += 2 * MINUTE + 777;
    await Promise.all(commands.slice(i, i + 50).map(command => engine.bus.submit(command)));
  }
}

async function everything(marketData = engine.marketData): Promise<unknown> {
  return {
    tickers: marketData.tickers(),
    markets: await Promise.all(
      [BTC_USDT, ETH_USDT].map(async id => ({
        depth: marketData.depth(id),
        trades: marketData.trades(id),
        index: marketData.index(id),
        candles: await Promise.all(INTERVALS.map(interval => marketData.candles(id, interval, 200))),
      })),
    ),
  };
}

describe('after a restart', () => {
  it('everything is as before, after an orderly stop and after a kill', async () => {
    await trade(0, 2_000);
    const before = await everything();
    await engine.stop();
    engine = await start();
    expect(await everything()).toEqual(before);
    await trade(2_000, Infinity);
    const later = await everything();
    await crash(database, engine);
    // The killed engine saved its candles earlier: later trades are read from their table.
    engine = await start();
    expect(await everything()).toEqual(later);
  });

  it('nothing is missed or counted twice while the previous writer still saves', async () => {
    await trade(0, 1_000);
    await engine.marketData.save();
    await trade(1_000, 2_000);
    let saved = false;
    const pool = Object.create(database.pool, {
      query: {
        value: async (text: string, values: unknown[]) => {
          const found = await database.pool.query(text, values);
          if (!saved && / from candles\s/.test(text)) {
            saved = true;
            await engine.marketData.save();
          }
          return found;
        },
      },
    }) as Database['pool'];
    const { exchange } = engine;
    const next = await MarketData.start({ pool, exchange, log: SILENT_LOG, now: () => nowMs });
    expect(saved).toBe(true);
    expect(await everything(next)).toEqual(await everything());
    next.end();
  });
});

describe('topics', () => {
  it('carry numbered deltas that lead from one snapshot to the next', async () => {
    await trade(0, 1_000);
    const { marketData } = engine;
    const topic = `depth:${BTC_USDT}` as const;
    const first = marketData.snapshot(topic)!;
    const bids = new Map(first.data.bids);
    const asks = new Map(first.data.asks);
    let sequence = first.sequence;
    marketData.subscribe(topic, message => {
      expect(message.sequence).toBe(++sequence);
      for (const [levels, changes] of [
        [bids, message.data.bids],
        [asks, message.data.asks],
      ] as const) {
        for (const [priceTicks, lots] of changes) {
          if (lots === 0) levels.delete(priceTicks);
          else levels.set(priceTicks, lots);
        }
      }
    });
    await trade(1_000, 2_000);
    const second = marketData.snapshot(topic)!;
    expect(second.sequence).toBe(sequence);
    expect(sequence).toBeGreaterThan(first.sequence);
    expect([...bids].toSorted((a, b) => b[0] - a[0])).toEqual(second.data.bids);
    expect([...asks].toSorted((a, b) => a[0] - b[0])).toEqual(second.data.asks);
    const levels = engine.exchange.depth(BTC_USDT, 10_000);
    expect(second.data).toEqual({ bids: levels.bids, asks: levels.asks });
  });

  it('carry every public trade once, newest first, without who traded', async () => {
    const seen: number[] = [];
    await trade(0, 400);
    const first = engine.marketData.snapshot(`trades:${BTC_USDT}`)!;
    engine.marketData.subscribe(`trades:${BTC_USDT}`, ({ data }) => {
      const ids = data.map(one => one.tradeId);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      seen.push(...ids.toReversed());
      expect(Object.keys(data[0]!).toSorted()).toEqual([
        'atMs',
        'priceTicks',
        'quantityLots',
        'takerSide',
        'tradeId',
      ]);
    });
    await trade(400, 2_000);
    engine.marketData.snapshot(`trades:${BTC_USDT}`);
    const { rows } = await database.pool.query<{ id: number }>(
      'select trade_id::int as id from trades where market_id = $1 and trade_id > $2 order by trade_id',
      [BTC_USDT, first.data[0]?.tradeId ?? 0],
    );
    expect(seen).toEqual(rows.map(row => row.id));
    expect(seen.length).toBeGreaterThan(100);
  });

  it('begin a flat candle when its time comes, without waiting for a trade', async () => {
    await trade(0, 1_500);
    const topic = `candles:${BTC_USDT}:1m` as const;
    const last = engine.marketData.snapshot(topic)!.data;
    const seen: Candle[] = [];
    engine.marketData.subscribe(topic, ({ data }) => seen.push(data));
    nowMs += 3 * MINUTE;
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen).toMatchObject([
      { openMs: openOf('1m', nowMs), openTicks: last.closeTicks, closeTicks: last.closeTicks, volumeLots: 0 },
    ]);
  });

  it('carry tickers of markets that changed, and index ticks', async () => {
    await trade(0, Infinity);
    engine.marketData.snapshot('tickers');
    const markets: number[] = [];
    const prices: number[] = [];
    engine.marketData.subscribe('tickers', ({ data }) => markets.push(...data.map(one => one.marketId)));
    engine.marketData.subscribe(`index:${ETH_USDT}`, ({ data }) =>
      prices.push(...data.map(tick => tick.priceE8)),
    );
    const sources = [{ name: 'test', priceE8: 320_100_000_000, atMs: nowMs }];
    await engine.bus.submit({
      type: 'recordIndexTick',
      marketId: ETH_USDT,
      priceE8: 320_100_000_000,
      sources,
    });
    const snapshot = engine.marketData.snapshot('tickers')!;
    expect(markets).toEqual([ETH_USDT]);
    expect(prices).toEqual([320_100_000_000]);
    expect(engine.marketData.snapshot(`index:${ETH_USDT}`)!.data.at(-1)).toMatchObject({
      priceE8: 320_100_000_000,
    });
    expect(snapshot.data.find(one => one.marketId === ETH_USDT)).toMatchObject({
      indexPriceE8: 320_100_000_000,
    });
  });

  it('do not exist for markets, intervals and names that do not', async () => {
    await trade(0, 50);
    const { marketData } = engine;
    for (const topic of ['depth:99', 'candles:1:2m', 'nonsense', 'depth:1:1m', 'index:x', '']) {
      expect(marketData.subscribe(topic as 'tickers', () => {})).toBeNull();
      expect(marketData.snapshot(topic as 'tickers')).toBeNull();
    }
    expect(await marketData.candles(99, '1m', 10)).toBeNull();
    expect(marketData.depth(99)).toBeNull();
  });

  it("of a customer carry nobody else's orders, trades and balances", async () => {
    await trade(0, 700);
    const customerId = 5;
    const orders = new Map<number, OrderView>();
    const balances = new Map<string, AccountBalance>();
    const sequences: number[] = [];
    let trades = 0;
    const unsubscribe = [
      engine.marketData.customers.subscribeOrders(customerId, ({ sequence, data }) => {
        sequences.push(sequence);
        for (const order of data.orders) orders.set(order.orderId, order);
        trades += data.trades.length;
        for (const one of data.trades) {
          expect([one.takerCustomerId, one.makerCustomerId]).toContain(customerId);
        }
      }),
      engine.marketData.customers.subscribeBalances(customerId, ({ data }) => {
        for (const balance of data) balances.set(`${balance.account}:${balance.currencyId}`, balance);
      }),
    ];
    await trade(700, 2_500);
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
    expect(trades).toBeGreaterThan(0);
    expect([...orders.values()].every(order => order.customerId === customerId)).toBe(true);
    for (const order of engine.exchange.openOrders(customerId)) {
      if (orders.has(order.orderId)) expect(orders.get(order.orderId)).toEqual(order);
    }
    for (const balance of balances.values()) expect(balance).toMatchObject(engine.exchange.balance(balance));
    expect(balances.size).toBeGreaterThan(0);
    for (const leave of unsubscribe) leave();
    expect(engine.marketData.customers.sequence(customerId, 'orders')).toBe(0);
  });

  it('survive a listener that throws', async () => {
    engine.marketData.subscribe('tickers', () => {
      throw new Error('a broken socket');
    });
    await trade(0, 800);
    engine.marketData.snapshot('tickers');
    await trade(800, 900);
    expect(engine.sequence()).toBeGreaterThan(0);
  });
});

describe('candles', () => {
  it('page back through history, memory and database alike, without gaps', async () => {
    await trade(0, Infinity);
    const all = (await engine.marketData.candles(BTC_USDT, '1m', 10_000))!;
    expect(all.length).toBeGreaterThan(100);
    for (const [i, candle] of all.entries()) {
      expect(candle.openMs).toBe(all[0]!.openMs + i * MINUTE);
    }
    const paged: Candle[] = [];
    for (let toMs = nowMs + 1; ; toMs = paged[0]!.openMs) {
      const page = (await engine.marketData.candles(BTC_USDT, '1m', 7, toMs))!;
      if (page.length === 0) break;
      paged.unshift(...page);
    }
    expect(paged).toEqual(all);
  });

  it('can be back-filled before trading begins, and go on from there', async () => {
    for (const command of configureCommands()) await engine.bus.submit(command);
    const first = stepOpen('1m', openOf('1m', nowMs), -3_000);
    const past = Array.from({ length: 3_000 }, (_, i) => ({
      openMs: first + i * MINUTE,
      openTicks: 650_000,
      highTicks: 650_100,
      lowTicks: 649_900,
      closeTicks: 650_000 + i,
      volumeLots: 10,
      quoteMinor: 6_500_000n,
      counts: null,
    }));
    expect(await engine.marketData.backfill(BTC_USDT, '1m', past)).toBe(3_000);
    expect(await engine.marketData.backfill(BTC_USDT, '1m', past)).toBe(0);
    expect(await engine.marketData.candles(BTC_USDT, '1m', 5_000)).toEqual([
      ...past,
      expect.objectContaining({ openMs: openOf('1m', nowMs), openTicks: 652_999, volumeLots: 0 }),
    ]);
    expect(engine.marketData.ticker(BTC_USDT)).toMatchObject({ lastTicks: 652_999, volumeLots: 14_390 });
    const older = await engine.marketData.candles(BTC_USDT, '1m', 10, first + 10 * MINUTE);
    expect(older).toEqual(past.slice(0, 10));
  });

  it('are saved again when saving failed', async () => {
    await trade(0, 1_000);
    await database.pool.query('alter table candles rename to candles_away');
    await engine.marketData.save();
    await database.pool.query('alter table candles_away rename to candles');
    await engine.marketData.save();
    const { rows } = await database.pool.query<{ sum: string }>(
      `select (select sum(volume_lots) from candles where interval = '1d')
        - (select sum(quantity_lots) from trades) as sum`,
    );
    expect(rows).toEqual([{ sum: '0' }]);
  });
});

it('a market configured while running has topics at once', async () => {
  const configure: Command[] = configureCommands();
  await Promise.all(configure.map(command => engine.bus.submit(command)));
  expect(engine.marketData.snapshot(`depth:${BTC_USDT}`)).toEqual({
    sequence: 0,
    data: { bids: [], asks: [] },
  });
  expect(engine.marketData.tickers()).toHaveLength(2);
});
