-- Positions that the contract account carries. Null: isolated.
alter table positions add column is_cross boolean;

-- The account that a cross position's liquidation was decided by: null for isolated ones. `cross_positions` is a list of all its
-- open cross positions with their marks, as JSON with amounts as text.
alter table perpetual_liquidations
  add column cross_available_minor bigint,
  add column cross_equity_minor bigint,
  add column cross_maintenance_minor bigint,
  add column cross_positions text;

-- Profits of cross positions that were paid to their account because it needed them. Figures of the position before it.
create table perpetual_profits (
  profit_id bigint primary key generated always as identity,
  position_id bigint not null,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  lots bigint not null,
  entry_value_minor bigint not null,
  margin_minor bigint not null,
  profit_minor bigint not null,
  entry_after_minor bigint not null,
  mark_e8 bigint not null,
  index_e8 bigint not null,
  index_tick bigint not null,
  mark_at_ms bigint,
  mark_funding_e8 bigint,
  mark_basis_e8 bigint,
  mark_last_ticks integer,
  mark_rate_e8 bigint,
  mark_next_funding_at_ms bigint,
  mark_interval_ms bigint,
  at_ms bigint not null
);
create index perpetual_profits_of_customer on perpetual_profits (customer_id, profit_id);
create index perpetual_profits_of_position on perpetual_profits (position_id);
