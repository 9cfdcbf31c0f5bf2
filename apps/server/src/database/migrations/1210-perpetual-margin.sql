-- Margin taken out of positions, and margin added to them by themselves instead of a liquidation. Null while there is
-- nothing of it.
alter table positions
  add column adjusted_removed_margin_minor bigint,
  add column adjusted_top_up_limit_minor bigint,
  add column adjusted_top_up_used_minor bigint;

-- Everything a top-up was decided by. The position's figures are those before it.
create table perpetual_top_ups (
  top_up_id bigint primary key generated always as identity,
  position_id bigint not null,
  step integer not null,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  multiple integer not null,
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
  lots bigint not null,
  entry_value_minor bigint not null,
  margin_minor bigint not null,
  maintenance_ppm integer not null,
  liquidation_e8 bigint not null,
  limit_minor bigint not null,
  used_minor bigint not null,
  available_minor bigint not null,
  amount_minor bigint not null,
  new_liquidation_e8 bigint,
  at_ms bigint not null,
  unique (position_id, step)
);
create index perpetual_top_ups_of_customer on perpetual_top_ups (customer_id, top_up_id);
