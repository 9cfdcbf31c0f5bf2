-- What is counted of a candle's trades; null where it is not known.
alter table candles
  add column trades bigint,
  add column taker_lots bigint,
  add column taker_quote_minor bigint,
  add column first_trade_id bigint,
  add column last_trade_id bigint;

-- Candles of contracts: of their own trades ('contract', in ticks), of their mark and of their index (in 1e-8 quote units).
create table contract_candles (
  market_id integer not null,
  kind text collate "C" not null,
  interval text collate "C" not null,
  open_ms bigint not null,
  open_ticks bigint not null,
  high_ticks bigint not null,
  low_ticks bigint not null,
  close_ticks bigint not null,
  volume_lots bigint not null,
  quote_minor bigint not null,
  trades bigint,
  taker_lots bigint,
  taker_quote_minor bigint,
  first_trade_id bigint,
  last_trade_id bigint,
  primary key (market_id, kind, interval, open_ms)
) partition by range (open_ms);

-- How far those of contracts go. Their marks and indexes begin now: the log of prices has no index by time.
alter table candle_progress
  add column last_contract_trade_id bigint not null default 0,
  add column last_index_tick bigint not null default 0;
update candle_progress set
  last_contract_trade_id = coalesce((select max(trade_id) from perpetual_trades), 0),
  last_index_tick = coalesce((select max(number) from price_ticks), 0);

-- Trades of a market by time, and an order by the name its customer gave it.
create index trades_of_time on trades (market_id, at_ms, trade_id);
create index orders_of_name on orders (customer_id, client_order_id) where client_order_id is not null;
