import type { Reads } from '../../database/reads.ts';
import type { Queryable } from '../projections/queryable.ts';
import type { HistoryPool } from '../replicas/history-pool.ts';
import type { Candle } from './candle.ts';
import type { Interval } from './intervals.ts';

interface Row {
  open_ms: string;
  open_ticks: number;
  high_ticks: number;
  low_ticks: number;
  close_ticks: number;
  volume_lots: string;
  quote_minor: string;
}

export interface StoredCandle {
  readonly marketId: number;
  readonly interval: Interval;
  readonly candle: Candle;
}

/** A public trade as the trades table has it. */
export interface StoredTrade {
  readonly tradeId: number;
  readonly marketId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly quoteMinor: bigint;
  readonly takerSide: 'buy' | 'sell';
  readonly atMs: number;
}

/** A tick of the price log without its proof. */
export interface LoggedPrice {
  readonly number: number;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  readonly atMs: number;
}

const COLUMNS = 'open_ms, open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, quote_minor';
const TRADE_PAGE = 10_000;

export class CandleStore {
  readonly #pool: Queryable;
  #history: HistoryPool | null = null;

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /** The newest `limit` candles that open before `beforeMs`, oldest first. */
  async newest(marketId: number, interval: Interval, beforeMs: number, limit: number): Promise<Candle[]> {
    const found = await this.#pool.query<Row>(
      `select ${COLUMNS} from candles where market_id = $1 and interval = $2 and open_ms < $3
       order by open_ms desc limit $4`,
      [marketId, interval, beforeMs, limit],
    );
    return found.rows.toReversed().map(toCandle);
  }

  /** From now on what is too old for the memory is read there: it was saved long ago. */
  readOlderFrom(history: HistoryPool): void {
    this.#history = history;
  }

  /** Candles that open in `[fromMs, toMs)`, preceded by the last before `fromMs` if there is one. */
  async range(marketId: number, interval: Interval, fromMs: number, toMs: number): Promise<Candle[]> {
    const asked = (db: Reads) =>
      db.query<Row>(
        `select ${COLUMNS} from candles
       where market_id = $1 and interval = $2 and open_ms < $4 and open_ms >= coalesce(
         (select max(open_ms) from candles where market_id = $1 and interval = $2 and open_ms < $3), $3)
       order by open_ms`,
        [marketId, interval, fromMs, toMs],
      );
    const found = await (this.#history === null ? asked(this.#pool) : this.#history.read(asked));
    return found.rows.map(toCandle);
  }

  /** Saves candles and the newest trade they include, together. */
  async save(candles: readonly StoredCandle[], lastTradeId: number): Promise<void> {
    await this.#pool.query({
      name: 'save_candles',
      text: `with saved as (${UPSERT} do update set
          high_ticks = excluded.high_ticks, low_ticks = excluded.low_ticks, close_ticks = excluded.close_ticks,
          volume_lots = excluded.volume_lots, quote_minor = excluded.quote_minor)
        update candle_progress set last_trade_id = $10`,
      values: [...columnsOf(candles), lastTradeId],
    });
  }

  /** Adds candles from elsewhere; those that exist stay as they are. */
  async addMissing(candles: readonly StoredCandle[]): Promise<number> {
    const added = await this.#pool.query(`${UPSERT} do nothing`, columnsOf(candles));
    return added.rowCount ?? 0;
  }

  async lastTradeId(): Promise<number> {
    const found = await this.#pool.query<{ last_trade_id: string }>(
      'select last_trade_id from candle_progress',
    );
    return Number(found.rows[0]?.last_trade_id ?? 0);
  }

  /** Hands over all trades after `tradeId`, in order, a page at a time. */
  async tradesAfter(tradeId: number, take: (trade: StoredTrade) => void): Promise<void> {
    for (let after = tradeId; ;) {
      const page = await this.#trades('trade_id > $1 order by trade_id limit $2', [after, TRADE_PAGE]);
      for (const trade of page) take(trade);
      if (page.length < TRADE_PAGE) return;
      after = page.at(-1)!.tradeId;
    }
  }

  /** The newest trades of a market, newest first. */
  newestTrades(marketId: number, limit: number): Promise<StoredTrade[]> {
    return this.#trades('market_id = $1 order by trade_id desc limit $2', [marketId, limit]);
  }

  /** The newest ticks of the price log for a market, oldest first. */
  async newestPrices(marketId: number, limit: number): Promise<LoggedPrice[]> {
    const { rows } = await this.#pool.query<{ number: string; price_e8: string; at_ms: string }>(
      `select number, price_e8, at_ms from price_ticks where market_id = $1 order by number desc limit $2`,
      [marketId, limit],
    );
    return rows
      .map(row => ({
        number: Number(row.number),
        priceE8: Number(row.price_e8),
        atMs: Number(row.at_ms),
      }))
      .toReversed();
  }

  async #trades(condition: string, values: readonly unknown[]): Promise<StoredTrade[]> {
    const found = await this.#pool.query<{
      trade_id: string;
      market_id: number;
      price_ticks: number;
      quantity_lots: string;
      quote_minor: string;
      taker_side: 'buy' | 'sell';
      at_ms: string;
    }>(
      `select trade_id, market_id, price_ticks, quantity_lots, quote_minor, taker_side, at_ms
       from trades where ${condition}`,
      [...values],
    );
    return found.rows.map(row => ({
      tradeId: Number(row.trade_id),
      marketId: row.market_id,
      priceTicks: row.price_ticks,
      quantityLots: Number(row.quantity_lots),
      quoteMinor: BigInt(row.quote_minor),
      takerSide: row.taker_side,
      atMs: Number(row.at_ms),
    }));
  }
}

const UPSERT = `insert into candles (market_id, interval, ${COLUMNS})
  select * from unnest($1::integer[], $2::text[], $3::bigint[], $4::integer[], $5::integer[], $6::integer[],
    $7::integer[], $8::bigint[], $9::bigint[])
  on conflict (market_id, interval, open_ms)`;

function columnsOf(stored: readonly StoredCandle[]): unknown[] {
  return [
    stored.map(({ marketId }) => marketId),
    stored.map(({ interval }) => interval),
    stored.map(({ candle }) => candle.openMs),
    stored.map(({ candle }) => candle.openTicks),
    stored.map(({ candle }) => candle.highTicks),
    stored.map(({ candle }) => candle.lowTicks),
    stored.map(({ candle }) => candle.closeTicks),
    stored.map(({ candle }) => candle.volumeLots),
    stored.map(({ candle }) => candle.quoteMinor.toString()),
  ];
}

function toCandle(row: Row): Candle {
  return {
    openMs: Number(row.open_ms),
    openTicks: row.open_ticks,
    highTicks: row.high_ticks,
    lowTicks: row.low_ticks,
    closeTicks: row.close_ticks,
    volumeLots: Number(row.volume_lots),
    quoteMinor: BigInt(row.quote_minor),
  };
}
