import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { CandleKind } from '@tallystick/protocol/calls/market';
import { STORED_INTERVALS } from '../engine/market-data/intervals.ts';
import type { MarketData } from '../engine/market-data/market-data.ts';
import { indexCandle, remadeFor } from '../feeds/history.ts';
import type { FeedMarket, PriceFeed } from '../feeds/price-feed.ts';

export interface ChartsFilled {
  readonly pool: pg.Pool;
  readonly feed: Pick<PriceFeed, 'history'>;
  readonly marketData: MarketData;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual'>;
  readonly markets: readonly FeedMarket[];
  /** In play, what contracts are to show before anybody traded them, too. */
  readonly demo: boolean;
  readonly nowMs: number;
  readonly log: FastifyBaseLogger;
}

/**
 * Fills the charts up to now from the feed's own history: all of it at the first start, later only the time the server
 * was down. Candles made of trades are kept. Of a contract it is the history of its index alone, except in play.
 */
export async function backfillCharts(options: ChartsFilled): Promise<void> {
  const { pool, feed, marketData, exchange, markets, nowMs, log } = options;
  const { rows } = await pool.query<{ market_id: number; kind: string; interval: string; newest: string }>(
    `select market_id, 'spot' as kind, interval, max(open_ms) as newest from candles group by 1, 3
     union all
     select market_id, kind, interval, max(open_ms) from contract_candles group by 1, 2, 3`,
  );
  const newestOf = new Map(
    rows.map(row => [`${row.market_id}:${row.kind}:${row.interval}`, Number(row.newest)]),
  );
  for (const market of markets) {
    const contract = exchange.perpetual.contract(market.id);
    const ofContract: readonly CandleKind[] = options.demo ? ['contract', 'mark', 'index'] : ['index'];
    const kinds: readonly CandleKind[] = ['spot', ...(contract === null ? [] : ofContract)];
    const known = kinds.map(kind => newestOf.get(`${market.id}:${kind}:1m`) ?? -Infinity);
    const since = Math.min(...known);
    const history = await feed.history(market.id, nowMs, Number.isFinite(since) ? since : undefined);
    if (history === null) continue;
    let added = 0;
    for (const interval of STORED_INTERVALS) {
      for (const kind of kinds) {
        const newestMs = newestOf.get(`${market.id}:${kind}:${interval}`) ?? -1;
        const missing = history[interval].filter(candle => candle.openMs > newestMs);
        const candles = missing.map(candle => {
          if (kind === 'spot' || contract === null) return candle;
          return kind === 'contract' ? remadeFor(contract, candle, market) : indexCandle(candle, market);
        });
        added += await marketData.backfill(market.id, interval, candles, kind);
      }
    }
    if (added > 0) log.info({ marketId: market.id, candles: added }, 'chart filled from the feed');
  }
}
