-- Perpetual contracts. Prices in `…_e8` are 1e-8 quote units, rates in `…_e8` 1e-8 of the value.

-- A lever order and the position it opens, as the exchange's PositionView has it.
create table positions (
  position_id bigint primary key,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  order_type text not null,
  multiple integer not null,
  maintenance_ppm integer not null,
  lots bigint not null,
  price_ticks integer,
  client_order_id text,
  status text not null,
  waiting_lots bigint not null,
  waiting_minor bigint not null,
  opening_end_reason text,
  opened_lots bigint not null,
  opened_value_minor bigint not null,
  closed_lots bigint not null,
  closed_value_minor bigint not null,
  entry_value_minor bigint not null,
  margin_minor bigint not null,
  added_margin_minor bigint not null,
  realised_minor bigint not null,
  fee_minor bigint not null,
  liquidation_fee_minor bigint not null,
  funding_minor bigint not null,
  liquidation_e8 bigint,
  bankruptcy_e8 bigint,
  take_profit_ticks integer,
  stop_loss_ticks integer,
  triggered text,
  closing_order_id bigint,
  closing_price_ticks integer,
  closing_lots bigint,
  closing_placed_at_ms bigint,
  close_reason text,
  placed_at_ms bigint not null,
  opened_at_ms bigint,
  closed_at_ms bigint,
  updated_at_ms bigint not null
) with (fillfactor = 80);
-- Ids rise with time: the keys serve "my positions, newest first" with keyset paging as well.
create index positions_of_customer on positions (customer_id, position_id);
create index positions_open on positions (customer_id, position_id) where status in ('pending', 'holding');

create table perpetual_trades (
  trade_id bigint primary key,
  market_id integer not null,
  price_ticks integer not null,
  quantity_lots bigint not null,
  value_minor bigint not null,
  taker_side text not null,
  taker_cause text not null,
  taker_order_id bigint not null,
  taker_position_id bigint not null,
  taker_customer_id integer not null,
  taker_effect text not null,
  taker_fee_minor bigint not null,
  taker_realised_minor bigint not null,
  maker_order_id bigint not null,
  maker_position_id bigint not null,
  maker_customer_id integer not null,
  maker_effect text not null,
  maker_fee_minor bigint not null,
  maker_realised_minor bigint not null,
  at_ms bigint not null
);
create index perpetual_trades_of_taker on perpetual_trades (taker_customer_id, trade_id);
create index perpetual_trades_of_maker on perpetual_trades (maker_customer_id, trade_id);
create index perpetual_trades_of_market on perpetual_trades (market_id, trade_id);

-- A minute's look at the book: the funding rate is their mean.
create table perpetual_premiums (
  market_id integer not null,
  at_ms bigint not null,
  bid_ticks integer not null,
  ask_ticks integer not null,
  index_e8 bigint not null,
  basis_e8 bigint not null,
  premium_e8 bigint not null,
  primary key (market_id, at_ms)
);

create table perpetual_fundings (
  market_id integer not null,
  funding_id bigint not null,
  funding_at_ms bigint not null,
  interval_ms bigint not null,
  samples integer not null,
  premium_e8 bigint not null,
  interest_ppm integer not null,
  cap_ppm integer not null,
  rate_e8 bigint not null,
  mark_e8 bigint not null,
  index_e8 bigint not null,
  open_interest_lots bigint not null,
  collected_minor bigint not null,
  rounding_minor bigint not null,
  sequence bigint not null,
  -- Whether its customers have been told.
  told boolean not null default false,
  primary key (market_id, funding_id)
);
create index perpetual_fundings_untold on perpetual_fundings (sequence) where not told;

create table perpetual_funding_payments (
  customer_id integer not null,
  funding_at_ms bigint not null,
  position_id bigint not null,
  market_id integer not null,
  funding_id bigint not null,
  side text not null,
  lots bigint not null,
  amount_minor bigint not null,
  margin_after_minor bigint not null,
  primary key (customer_id, funding_at_ms, position_id)
);
create index perpetual_funding_payments_of_funding on perpetual_funding_payments (market_id, funding_id);

create table perpetual_stop_triggers (
  trigger_id bigint primary key generated always as identity,
  position_id bigint not null,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  kind text not null,
  trigger_ticks integer not null,
  lots bigint not null,
  mark_e8 bigint not null,
  index_tick bigint not null,
  at_ms bigint not null,
  told boolean not null default false
);
create index perpetual_stop_triggers_of_customer on perpetual_stop_triggers (customer_id, trigger_id);
create index perpetual_stop_triggers_untold on perpetual_stop_triggers (trigger_id) where not told;

-- Everything a liquidation was decided and computed from, and what became of it.
create table perpetual_liquidations (
  liquidation_id bigint primary key generated always as identity,
  position_id bigint not null,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  multiple integer not null,
  mark_e8 bigint not null,
  index_tick bigint not null,
  index_e8 bigint not null,
  lots bigint not null,
  entry_value_minor bigint not null,
  margin_minor bigint not null,
  maintenance_ppm integer not null,
  equity_minor bigint not null,
  maintenance_margin_minor bigint not null,
  liquidation_e8 bigint not null,
  bankruptcy_e8 bigint not null,
  book_lots bigint not null,
  book_value_minor bigint not null,
  insured_lots bigint not null,
  insured_value_minor bigint not null,
  insurance_paid_minor bigint not null,
  deleveraged_lots bigint not null,
  deleveraged_value_minor bigint not null,
  remaining_lots bigint not null,
  liquidation_fee_minor bigint not null,
  fee_minor bigint not null,
  returned_minor bigint not null,
  at_ms bigint not null,
  told boolean not null default false
);
create index perpetual_liquidations_of_customer on perpetual_liquidations (customer_id, liquidation_id);
create index perpetual_liquidations_untold on perpetual_liquidations (liquidation_id) where not told;

create table perpetual_deleveragings (
  deleveraging_id bigint primary key generated always as identity,
  position_id bigint not null,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  against_position_id bigint not null,
  lots bigint not null,
  value_minor bigint not null,
  realised_minor bigint not null,
  returned_minor bigint not null,
  rank_e8 bigint not null,
  multiple integer not null,
  mark_e8 bigint not null,
  at_ms bigint not null,
  told boolean not null default false
);
create index perpetual_deleveragings_of_customer on perpetual_deleveragings (customer_id, deleveraging_id);
create index perpetual_deleveragings_untold on perpetual_deleveragings (deleveraging_id) where not told;

create table perpetual_offsets (
  long_position_id bigint not null,
  short_position_id bigint not null,
  customer_id integer not null,
  market_id integer not null,
  lots bigint not null,
  value_minor bigint not null,
  mark_e8 bigint not null,
  at_ms bigint not null
);

-- The insurance fund's own entries are public.
create index ledger_entries_of_insurance on ledger_entries (currency_id, posting_id)
  where owner_id = 0 and account = 'insurance';
