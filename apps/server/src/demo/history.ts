import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { INTERVALS } from '../engine/market-data/intervals.ts';
import type { MarketData } from '../engine/market-data/market-data.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';

/**
 * Fills the charts up to now from the feed's own history: all of it at the first start, later only the time the server
 * was down. Candles made of trades are kept.
 */
export async function backfillCharts(
  pool: pg.Pool,
  feed: Pick<PriceFeed, 'history'>,
  marketData: MarketData,
  marketIds: readonly number[],
  nowMs: number,
  log: FastifyBaseLogger,
): Promise<void> {
  const { rows } = await pool.query<{ market_id: number; interval: string; newest: string }>(
    'select market_id, interval, max(open_ms) as newest from candles group by market_id, interval',
  );
  const newestOf = new Map(rows.map(row => [`${row.market_id}:${row.interval}`, Number(row.newest)]));
  for (const marketId of marketIds) {
    const history = await feed.history(marketId, nowMs, newestOf.get(`${marketId}:1m`));
    if (history === null) continue;
    let added = 0;
    for (const interval of INTERVALS) {
      const newestMs = newestOf.get(`${marketId}:${interval}`) ?? -1;
      const missing = history[interval].filter(candle => candle.openMs > newestMs);
      added += await marketData.backfill(marketId, interval, missing);
    }
    if (added > 0) log.info({ marketId, candles: added }, 'chart filled from the feed');
  }
}
