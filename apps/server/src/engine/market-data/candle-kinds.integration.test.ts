import { BTC_USDT } from '@tallystick/core/testing/demo-exchange';
import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { crash, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { NO_TRADES, rollUp, tradeCandle, type Candle } from './candle.ts';
import { fillGaps } from './candle-series.ts';
import type { StoredCandle } from './candle-rows.ts';
import { CandleStore } from './candle-store.ts';
import { baseOf, INTERVALS, openOf, STORED_INTERVALS, stepOpen } from './intervals.ts';

const MINUTE = 60_000;
const LIMIT = 50;
const MOST_HISTORIES = 60;

let database: Database;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

describe('candles of a contract', () => {
  let engine: TestEngine;
  let nowMs: number;
  afterEach(() => engine.stop());

  const start = (): Promise<TestEngine> => startTestEngine(database, {}, { now: () => nowMs });

  /** Histories of all products, until the contract has traded so lately that the shortest interval shows it. */
  async function play(): Promise<void> {
    const seed = fc.readConfigureGlobal().seed ?? 3;
    for (let more = 0; more < MOST_HISTORIES; more++) {
      for (const step of fc.sample(fc.noBias(mixedHistory), { numRuns: 2, seed: seed + more }).flat()) {
        nowMs += step.waitMs;
        if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
        await engine.bus.submit(mixedCommand(step, engine.exchange, nowMs));
      }
      await engine.wake();
      if ((await newestTradeAtMs()) > nowMs - (LIMIT / 2) * MINUTE) return;
    }
    throw new Error(`the contract hardly trades in ${MOST_HISTORIES} histories of seed ${seed}`);
  }

  async function newestTradeAtMs(): Promise<number> {
    let newest = 0;
    await new CandleStore(database.pool).tradesAfter('contract', 0, trade => {
      if (trade.marketId === BTC_USDT) newest = trade.atMs;
    });
    return newest;
  }

  /** Of every interval. */
  async function candles(kind: 'contract' | 'mark' | 'index'): Promise<(readonly Candle[])[]> {
    return Promise.all(
      INTERVALS.map(async interval => {
        return (await engine.marketData.candles(BTC_USDT, interval, LIMIT, undefined, kind)) ?? [];
      }),
    );
  }

  /** The newest trades of the contract as candles, made of nothing but their table. */
  async function direct(): Promise<Candle[][]> {
    const trades: Candle[] = [];
    const store = new CandleStore(database.pool);
    await store.tradesAfter('contract', 0, trade => {
      if (trade.marketId === BTC_USDT) trades.push(tradeCandle(trade, trade.atMs));
    });
    return INTERVALS.map(interval => {
      const toMs = stepOpen(interval, openOf(interval, nowMs), 1);
      const fromMs = stepOpen(interval, toMs, -LIMIT);
      return fillGaps(rollUp(trades, interval), interval, fromMs, toMs, NO_TRADES);
    });
  }

  it('are those of its trades, index and marks, also after an orderly stop and after a kill', async () => {
    nowMs = MIXED_START_MS;
    engine = await start();
    for (const command of mixedSetup()) await engine.bus.submit(command);
    await play();
    expect(await candles('contract')).toEqual(await direct());
    const before = [await candles('contract'), await candles('mark'), await candles('index')];
    for (const some of before) for (const list of some) expect(list.length).toBeGreaterThan(0);
    expect(engine.marketData.perpetual.ticker(BTC_USDT)?.window.counts).not.toBeNull();
    await engine.stop();
    engine = await start();
    expect([await candles('contract'), await candles('mark'), await candles('index')]).toEqual(before);

    await play();
    await engine.marketData.save();
    await play();
    const later = [await candles('contract'), await candles('index')];
    expect(later[0]).toEqual(await direct());
    const marks = await candles('mark');
    await crash(database, engine);
    engine = await start();
    expect([await candles('contract'), await candles('index')]).toEqual(later);
    // Of the marks after the last save only the newest is known: its candles close as they did.
    const closes = (of: readonly (readonly Candle[])[]) => of.map(list => list.at(-1)?.closeTicks);
    expect(closes(await candles('mark'))).toEqual(closes(marks));

    // As if nothing had been saved: everything is made again of trades and ticks.
    await engine.stop();
    await database.pool.query(`delete from contract_candles where kind <> 'mark'`);
    await database.pool.query('update candle_progress set last_contract_trade_id = 0, last_index_tick = 0');
    engine = await start();
    expect([await candles('contract'), await candles('index')]).toEqual(later);
  });

  it('are told as topics of their own, apart from spot', async () => {
    nowMs = MIXED_START_MS;
    engine = await start();
    for (const command of mixedSetup()) await engine.bus.submit(command);
    const { marketData } = engine;
    const told = { spot: 0, mark: [] as number[], index: [] as number[] };
    marketData.subscribe(`candles:${BTC_USDT}:15m`, () => told.spot++);
    marketData.subscribe(`candles:${BTC_USDT}:15m:mark`, ({ data }) => told.mark.push(data.closeTicks));
    marketData.subscribe(`candles:${BTC_USDT}:3d:index`, ({ data }) => told.index.push(data.closeTicks));
    nowMs += 1_000;
    const priceE8 = 6_012_345_678_901;
    const sources = [{ name: 'test', priceE8, atMs: nowMs }];
    await engine.bus.submit({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources });
    const snapshot = marketData.snapshot(`candles:${BTC_USDT}:15m:mark`)!;
    expect(snapshot.data).toMatchObject({ openMs: openOf('15m', nowMs), volumeLots: 0, counts: null });
    expect(told.mark.at(-1)).toBe(engine.exchange.perpetual.mark(BTC_USDT)?.markE8);
    expect(told.index.at(-1)).toBe(priceE8);
    expect(told.spot).toBe(0);
    for (const topic of ['candles:9:1m:mark', 'candles:1:2m:mark', 'candles:1:1m:last']) {
      expect(marketData.subscribe(topic as 'tickers', () => {})).toBeNull();
    }
  });
});

describe('the store', () => {
  it('puts longer candles together as the memory does, with unknown counts left unknown', async () => {
    const store = new CandleStore(database.pool);
    const first = Date.parse('2026-11-28T03:01:00Z');
    // Gaps, and days without counts.
    const minutes = Array.from({ length: 4_000 }, (_, i): Candle => {
      const openMs = first + (i + Math.floor(i / 90) * 37) * MINUTE;
      const takerSide = i % 3 === 0 ? ('sell' as const) : ('buy' as const);
      const trade = {
        tradeId: i + 1,
        priceTicks: 500 + ((i * 7_919) % 101),
        quantityLots: 1 + (i % 9),
        takerSide,
      };
      const candle = tradeCandle({ ...trade, quoteMinor: BigInt(trade.priceTicks) }, openMs);
      return i < 700 ? { ...candle, counts: null } : candle;
    });
    const saved: StoredCandle[] = [];
    for (const kind of ['spot', 'contract'] as const) {
      for (const interval of STORED_INTERVALS) {
        const candles = rollUp(minutes, interval);
        saved.push(...candles.map(candle => ({ kind, marketId: 1, interval, candle })));
      }
    }
    await store.save(saved, { tradeId: 5, contractTradeId: 6, indexTick: 7 });
    expect(await store.progress()).toEqual({ tradeId: 5, contractTradeId: 6, indexTick: 7 });
    const endMs = minutes.at(-1)!.openMs;
    for (const kind of ['spot', 'contract'] as const) {
      for (const interval of INTERVALS) {
        const fromMs = stepOpen(interval, openOf(interval, first), 2);
        const toMs = stepOpen(interval, openOf(interval, endMs), 1);
        const whole = rollUp(rollUp(minutes, baseOf(interval)), interval);
        const read = await store.range({ kind, marketId: 1 }, interval, fromMs, toMs);
        const inside = read.filter(candle => candle.openMs >= fromMs);
        expect(inside).toEqual(whole.filter(candle => candle.openMs >= fromMs));
        // What came before gives its close to a gap at the beginning.
        const before = whole.findLast(candle => candle.openMs < fromMs);
        expect(read.find(candle => candle.openMs < fromMs)?.closeTicks).toBe(before?.closeTicks);
      }
    }
    expect(await store.addMissing(saved)).toBe(0);
  });
});
