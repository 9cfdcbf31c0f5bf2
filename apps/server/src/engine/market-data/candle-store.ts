import type { Side } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import type { Queryable } from '../projections/queryable.ts';
import type { HistoryPool } from '../replicas/history-pool.ts';
import type { Candle, CandleTrade } from './candle.ts';
import { columnsOf, contractColumnsOf, toCandle } from './candle-rows.ts';
import type { CandleKey, CandleRow, StoredCandle } from './candle-rows.ts';
import { baseOf, derivedMs, type Interval, type StoredInterval } from './intervals.ts';

/** The newest spot trade, contract trade and index tick that the candles include. */
export interface CandleProgress {
  readonly tradeId: number;
  readonly contractTradeId: number;
  readonly indexTick: number;
}

/** A public trade as its table has it. */
export interface StoredTrade extends CandleTrade {
  readonly marketId: number;
  readonly atMs: number;
}

/** A tick of the price log without its proof. */
export interface LoggedPrice {
  readonly number: number;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  readonly atMs: number;
}

const PRICES = 'open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, quote_minor';
const COUNTS = 'trades, taker_lots, taker_quote_minor, first_trade_id, last_trade_id';
const COLUMNS = `open_ms, ${PRICES}, ${COUNTS}`;
const PAGE = 10_000;

/** What of a candle a later save replaces. */
const CHANGES = [
  'high_ticks',
  'low_ticks',
  'close_ticks',
  'volume_lots',
  'quote_minor',
  ...COUNTS.split(', '),
]
  .map(column => `${column} = excluded.${column}`)
  .join(', ');

const SPOT = `insert into candles (market_id, interval, ${COLUMNS})
  select * from unnest($1::integer[], $2::text[], $3::bigint[], $4::integer[], $5::integer[], $6::integer[],
    $7::integer[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[])
  on conflict (market_id, interval, open_ms)`;

/** `first`: number of its first parameter. */
function contractInsert(first: number): string {
  const parameters = ['integer[]', 'text[]', 'text[]', ...Array.from({ length: 12 }, () => 'bigint[]')];
  return `insert into contract_candles (market_id, kind, interval, ${COLUMNS})
    select * from unnest(${parameters.map((type, i) => `$${first + i}::${type}`).join(', ')})
    on conflict (market_id, kind, interval, open_ms)`;
}

const SAVE = `with spot as (${SPOT} do update set ${CHANGES}),
    contract as (${contractInsert(15)} do update set ${CHANGES})
  update candle_progress set last_trade_id = $30, last_contract_trade_id = $31, last_index_tick = $32`;

/** The rows of a key's candles: `$1` its market, `$2` the interval, `$3` the kind where the table has several. */
function source({ kind }: CandleKey): string {
  return kind === 'spot'
    ? `candles where market_id = $1 and interval = $2 and $3 = 'spot'`
    : `contract_candles where market_id = $1 and interval = $2 and kind = $3`;
}

/** Candles of a longer interval that opens at the multiples of `$6`; counts are unknown if one of a part is. */
const ROLLED = `open_ms / $6::bigint * $6::bigint as open_ms,
  (array_agg(open_ticks order by open_ms))[1] as open_ticks, max(high_ticks) as high_ticks,
  min(low_ticks) as low_ticks, (array_agg(close_ticks order by open_ms desc))[1] as close_ticks,
  sum(volume_lots) as volume_lots, sum(quote_minor) as quote_minor,
  case when count(trades) = count(*) then sum(trades) end as trades,
  case when count(trades) = count(*) then sum(taker_lots) end as taker_lots,
  case when count(trades) = count(*) then sum(taker_quote_minor) end as taker_quote_minor,
  min(first_trade_id) as first_trade_id, max(last_trade_id) as last_trade_id`;

export class CandleStore {
  readonly #pool: Queryable;
  #history: HistoryPool | null = null;

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /** The newest `limit` candles that open before `beforeMs`, oldest first. */
  async newest(key: CandleKey, interval: StoredInterval, beforeMs: number, limit: number): Promise<Candle[]> {
    const found = await this.#pool.query<CandleRow>(
      `select ${COLUMNS} from ${source(key)} and open_ms < $4 order by open_ms desc limit $5`,
      [key.marketId, interval, key.kind, beforeMs, limit],
    );
    return found.rows.toReversed().map(toCandle);
  }

  /** From now on what is too old for the memory is read there: it was saved long ago. */
  readOlderFrom(history: HistoryPool): void {
    this.#history = history;
  }

  /** Candles that open in `[fromMs, toMs)`, preceded by the last before `fromMs` if there is one. */
  async range(key: CandleKey, interval: Interval, fromMs: number, toMs: number): Promise<Candle[]> {
    const stepMs = derivedMs(interval);
    const rows = source(key);
    const asked = (db: Reads) =>
      db.query<CandleRow>(
        `select ${stepMs === null ? COLUMNS : ROLLED} from ${rows} and open_ms < $5 and open_ms >= coalesce(
           (select max(open_ms) from ${rows} and open_ms < $4), $4)
         ${stepMs === null ? '' : 'group by 1'} order by 1`,
        [key.marketId, baseOf(interval), key.kind, fromMs, toMs, ...(stepMs === null ? [] : [stepMs])],
      );
    const found = await (this.#history === null ? asked(this.#pool) : this.#history.read(asked));
    return found.rows.map(toCandle);
  }

  /** Saves candles and how far they go, together. */
  async save(candles: readonly StoredCandle[], progress: CandleProgress): Promise<void> {
    const { tradeId, contractTradeId, indexTick } = progress;
    const [spot, contract] = byTable(candles);
    await this.#pool.query({
      name: 'save_candles',
      text: SAVE,
      values: [...columnsOf(spot), ...contractColumnsOf(contract), tradeId, contractTradeId, indexTick],
    });
  }

  /** Adds candles from elsewhere; those that exist stay as they are. */
  async addMissing(candles: readonly StoredCandle[]): Promise<number> {
    const [spot, contract] = byTable(candles);
    let added = 0;
    for (const [rows, insert, values] of [
      [spot, SPOT, columnsOf],
      [contract, contractInsert(1), contractColumnsOf],
    ] as const) {
      if (rows.length === 0) continue;
      const { rowCount } = await this.#pool.query(`${insert} do nothing`, values(rows));
      added += rowCount ?? 0;
    }
    return added;
  }

  async progress(): Promise<CandleProgress> {
    const found = await this.#pool.query<Record<'trade' | 'contract' | 'tick', string>>(
      `select last_trade_id as trade, last_contract_trade_id as contract, last_index_tick as tick
         from candle_progress`,
    );
    const { trade = 0, contract = 0, tick = 0 } = found.rows[0] ?? {};
    return { tradeId: Number(trade), contractTradeId: Number(contract), indexTick: Number(tick) };
  }

  /** Hands over all spot trades, or those of contracts, after `tradeId`, in order, a page at a time. */
  async tradesAfter(
    kind: 'spot' | 'contract',
    tradeId: number,
    take: (trade: StoredTrade) => void,
  ): Promise<void> {
    for (let after = tradeId; ;) {
      const page = await this.#trades(kind, 'trade_id > $1 order by trade_id limit $2', [after, PAGE]);
      for (const trade of page) take(trade);
      if (page.length < PAGE) return;
      after = page.at(-1)!.tradeId;
    }
  }

  /** The newest trades of a market or of its contract, newest first. */
  newestTrades(marketId: number, limit: number, kind: 'spot' | 'contract' = 'spot'): Promise<StoredTrade[]> {
    return this.#trades(kind, 'market_id = $1 order by trade_id desc limit $2', [marketId, limit]);
  }

  /** Hands over all ticks of the price log after that number, in order, a page at a time. */
  async pricesAfter(number: number, take: (price: LoggedPrice, marketId: number) => void): Promise<void> {
    for (let after = number; ;) {
      const { rows } = await this.#pool.query<PriceRow>(
        'select number, market_id, price_e8, at_ms from price_ticks where number > $1 order by number limit $2',
        [after, PAGE],
      );
      for (const row of rows) take(toPrice(row), row.market_id);
      if (rows.length < PAGE) return;
      after = Number(rows.at(-1)!.number);
    }
  }

  /** The newest ticks of the price log for a market, oldest first. */
  async newestPrices(marketId: number, limit: number): Promise<LoggedPrice[]> {
    const { rows } = await this.#pool.query<PriceRow>(
      `select number, market_id, price_e8, at_ms from price_ticks where market_id = $1 order by number desc limit $2`,
      [marketId, limit],
    );
    return rows.map(toPrice).toReversed();
  }

  async #trades(
    kind: 'spot' | 'contract',
    condition: string,
    values: readonly unknown[],
  ): Promise<StoredTrade[]> {
    const [table, value] = kind === 'spot' ? ['trades', 'quote_minor'] : ['perpetual_trades', 'value_minor'];
    const found = await this.#pool.query<{
      trade_id: string;
      market_id: number;
      price_ticks: number;
      quantity_lots: string;
      quote_minor: string;
      taker_side: Side;
      at_ms: string;
    }>(
      `select trade_id, market_id, price_ticks, quantity_lots, ${value} as quote_minor, taker_side, at_ms
       from ${table} where ${condition}`,
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

interface PriceRow {
  readonly number: string;
  readonly market_id: number;
  readonly price_e8: string;
  readonly at_ms: string;
}

function toPrice(row: PriceRow): LoggedPrice {
  return { number: Number(row.number), priceE8: Number(row.price_e8), atMs: Number(row.at_ms) };
}

function byTable(
  candles: readonly StoredCandle[],
): [spot: readonly StoredCandle[], contract: readonly StoredCandle[]] {
  return [candles.filter(({ kind }) => kind === 'spot'), candles.filter(({ kind }) => kind !== 'spot')];
}
