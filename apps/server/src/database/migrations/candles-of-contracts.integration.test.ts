import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { rollUp, tradeCandle, type Candle } from '../../engine/market-data/candle.ts';
import { CandleStore } from '../../engine/market-data/candle-store.ts';
import { STORED_INTERVALS } from '../../engine/market-data/intervals.ts';
import { administer, atDatabase } from '../../testing/administer.ts';
import { SILENT_LOG } from '../log.ts';
import { migrate } from '../migrate.ts';
import { createPool } from '../pool.ts';

const NUMBER = 1200;
const name = `test_${randomBytes(6).toString('hex')}`;
const server = inject('postgresUrl');
const EVER = [Number.MAX_SAFE_INTEGER, 10_000] as const;

let pool: pg.Pool;
let before: string;
beforeAll(async () => {
  await administer(server, `create database ${name} template template0 strategy file_copy`);
  pool = createPool(atDatabase(server, name), 2, SILENT_LOG);
  before = await mkdtemp(path.join(tmpdir(), 'tallystick-candles-'));
  for (const file of await readdir(import.meta.dirname))
    if (Number(file.slice(0, 4)) < NUMBER)
      await copyFile(path.join(import.meta.dirname, file), path.join(before, file));
  await migrate(pool, SILENT_LOG, before);
});
afterAll(async () => {
  await pool.end();
  await administer(server, `drop database ${name} with (force)`);
  await rm(before, { recursive: true });
});

it('a database with trades has candles of its contracts, and counts in candles that are made of them', async () => {
  const nowMs = Date.now();
  // Every seven hours from 80 days ago on; two markets.
  const trades = Array.from({ length: 270 }, (_, i) => ({
    tradeId: i + 1,
    marketId: 1 + (i % 2),
    priceTicks: 100 + ((i * 37) % 23),
    quantityLots: 1 + (i % 5),
    quoteMinor: BigInt(1_000 + i),
    takerSide: i % 3 === 0 ? ('sell' as const) : ('buy' as const),
    atMs: nowMs - 80 * 86_400_000 + i * 7 * 3_600_000,
  }));
  const columns = [
    trades.map(one => one.tradeId),
    trades.map(one => one.marketId),
    trades.map(one => one.priceTicks),
    trades.map(one => one.quantityLots),
    trades.map(one => one.quoteMinor.toString()),
    trades.map(one => one.takerSide),
    trades.map(one => one.atMs),
  ];
  const rows = `unnest($1::bigint[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[])
    as t(id, market, price, lots, quote, side, at)`;
  await pool.query(
    `insert into trades select id, market, price, lots, quote, side, 1, 1, 0, 2, 2, 0, at from ${rows}`,
    columns,
  );
  await pool.query(
    `insert into perpetual_trades
     select id, market, price, lots, quote, side, 'order', 1, 1, 1, 'open', 0, 0, 2, 2, 2, 'open', 0, 0, at from ${rows}`,
    columns,
  );
  const of = (marketId: number): Candle[] =>
    trades.filter(one => one.marketId === marketId).map(one => tradeCandle(one, one.atMs));
  for (const interval of STORED_INTERVALS) {
    for (const { openMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots, quoteMinor } of rollUp(
      of(1),
      interval,
    )) {
      await pool.query('insert into candles values (1, $1, $2, $3, $4, $5, $6, $7, $8)', [
        interval,
        ...[openMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots, quoteMinor.toString()],
      ]);
    }
  }
  // One that is made of more than the trades.
  const newest = of(1).at(-1)!;
  await pool.query(
    `update candles set volume_lots = volume_lots + 1 where interval = '1h' and open_ms = $1`,
    [Math.floor(newest.openMs / 3_600_000) * 3_600_000],
  );
  await pool.query('update candle_progress set last_trade_id = 270');
  await migrate(pool, SILENT_LOG);

  const store = new CandleStore(pool);
  expect(await store.progress()).toEqual({ tradeId: 270, contractTradeId: 270, indexTick: 0 });
  for (const interval of STORED_INTERVALS) {
    for (const marketId of [1, 2]) {
      const found = await store.newest({ kind: 'contract', marketId }, interval, ...EVER);
      expect(found).toEqual(rollUp(of(marketId), interval));
    }
    const counted = rollUp(of(1), interval);
    const spot = await store.newest({ kind: 'spot', marketId: 1 }, interval, ...EVER);
    expect(spot.map(candle => candle.openMs)).toEqual(counted.map(candle => candle.openMs));
    for (const [i, candle] of spot.entries()) {
      if (candle.counts !== null) expect(candle).toEqual(counted[i]);
      // Those of before that time, one that began before it, and the one with other volumes.
      const isOld = candle.openMs < nowMs - 35 * 86_400_000;
      expect(candle.counts === null).toBe(isOld || (interval === '1h' && i === spot.length - 1));
    }
  }
});
