import type pg from 'pg';

const DAY_MS = 86_400_000;
/** Of the table's partitions, as of those of `candles`. */
const STEP_MS = 90 * DAY_MS;
/** Longer than a month: the running candles of every interval know their counts. */
const COUNTED_MS = 35 * DAY_MS;

/** Each interval with the one it is put together from, and when the candle of `open_ms` opens. */
const LONGER: readonly (readonly [interval: string, from: string, opens: string])[] = [
  ['5m', '1m', 'open_ms / 300000 * 300000'],
  ['30m', '5m', 'open_ms / 1800000 * 1800000'],
  ['1h', '30m', 'open_ms / 3600000 * 3600000'],
  ['1d', '1h', 'open_ms / 86400000 * 86400000'],
  // Weeks open on Monday; 1970-01-05 was one.
  ['1w', '1d', '(open_ms - 345600000) / 604800000 * 604800000 + 345600000'],
  [
    '1M',
    '1d',
    `(extract(epoch from date_trunc('month', to_timestamp(open_ms / 1000) at time zone 'UTC')
       at time zone 'UTC') * 1000)::bigint`,
  ],
];

const COLUMNS = `market_id, kind, interval, open_ms, open_ticks, high_ticks, low_ticks, close_ticks, volume_lots,
  quote_minor, trades, taker_lots, taker_quote_minor, first_trade_id, last_trade_id`;

/**
 * Partitions of the table of contracts' candles; candles of all contract trades that are kept, and what is counted of the
 * spot candles of the last weeks. Each table of trades is read once; older spot candles stay without counts.
 */
export async function up(client: pg.ClientBase): Promise<void> {
  await partition(client);
  await fill(client, {
    table: 'contract_candles',
    kind: 'contract',
    trades: 'perpetual_trades',
    value: 'value_minor',
  });
  await client.query('create temporary table counted (like contract_candles) on commit drop');
  await fill(client, {
    table: 'counted',
    kind: 'spot',
    trades: `(select * from trades where at_ms >= ${Date.now() - COUNTED_MS}
      and trade_id <= (select last_trade_id from candle_progress))`,
    value: 'quote_minor',
  });
  // A candle that is made of other trades, too, or of the feed's history, has other volumes.
  await client.query(
    `update candles c set trades = k.trades, taker_lots = k.taker_lots, taker_quote_minor = k.taker_quote_minor,
        first_trade_id = k.first_trade_id, last_trade_id = k.last_trade_id
       from counted k
      where c.market_id = k.market_id and c.interval = k.interval and c.open_ms = k.open_ms
        and c.volume_lots = k.volume_lots and c.quote_minor = k.quote_minor`,
  );
}

async function partition(client: pg.ClientBase): Promise<void> {
  const end = (Math.floor(Date.now() / STEP_MS) + 1) * STEP_MS;
  for (const [name, from, to] of [
    ['0', 'minvalue', end],
    [end, end, end + STEP_MS],
    [end + STEP_MS, end + STEP_MS, 'maxvalue'],
  ] as const) {
    await client.query(
      `create table contract_candles_${name} partition of contract_candles for values from (${from}) to (${to})`,
    );
  }
}

interface Filled {
  readonly table: string;
  readonly kind: string;
  readonly trades: string;
  /** The column of a trade's value. */
  readonly value: string;
}

async function fill(client: pg.ClientBase, { table, kind, trades, value }: Filled): Promise<void> {
  await client.query(
    `with minutes as (
       select market_id, at_ms / 60000 * 60000 as open_ms, max(price_ticks) as high, min(price_ticks) as low,
              sum(quantity_lots) as lots, sum(${value}) as quote, count(*) as trades,
              coalesce(sum(quantity_lots) filter (where taker_side = 'buy'), 0) as taker_lots,
              coalesce(sum(${value}) filter (where taker_side = 'buy'), 0) as taker_quote,
              min(trade_id) as first_id, max(trade_id) as last_id
         from ${trades} as trades group by 1, 2)
     insert into ${table} (${COLUMNS})
     select minutes.market_id, '${kind}', '1m', open_ms, first.price_ticks, high, low, last.price_ticks, lots, quote,
            trades, taker_lots, taker_quote, first_id, last_id
       from minutes
       join ${trades} as first on first.trade_id = first_id
       join ${trades} as last on last.trade_id = last_id`,
  );
  for (const [interval, from, opens] of LONGER) {
    await client.query(
      `insert into ${table} (${COLUMNS})
       select market_id, kind, '${interval}', ${opens}, (array_agg(open_ticks order by open_ms))[1], max(high_ticks),
              min(low_ticks), (array_agg(close_ticks order by open_ms desc))[1], sum(volume_lots), sum(quote_minor),
              sum(trades), sum(taker_lots), sum(taker_quote_minor), min(first_trade_id), max(last_trade_id)
         from ${table} where kind = '${kind}' and interval = '${from}' group by 1, 2, 4`,
    );
  }
}
