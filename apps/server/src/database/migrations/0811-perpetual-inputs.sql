-- What funding payments, stops, liquidations and deleveragings were decided by, so that they can be recomputed whole:
-- the mark with everything it is the median of, the terms of a liquidation's end, a deleveraging's place in the line.
-- Null in rows from before these were kept.

alter table perpetual_fundings
  add column index_tick bigint,
  add column mark_at_ms bigint,
  add column mark_funding_e8 bigint,
  add column mark_basis_e8 bigint,
  add column mark_last_ticks integer,
  add column mark_rate_e8 bigint,
  add column mark_next_funding_at_ms bigint,
  add column mark_interval_ms bigint;

alter table perpetual_stop_triggers
  add column index_e8 bigint,
  add column mark_at_ms bigint,
  add column mark_funding_e8 bigint,
  add column mark_basis_e8 bigint,
  add column mark_last_ticks integer,
  add column mark_rate_e8 bigint,
  add column mark_next_funding_at_ms bigint,
  add column mark_interval_ms bigint;

alter table perpetual_liquidations
  add column liquidation_fee_ppm integer,
  add column taker_fee_ppm integer,
  add column mark_at_ms bigint,
  add column mark_funding_e8 bigint,
  add column mark_basis_e8 bigint,
  add column mark_last_ticks integer,
  add column mark_rate_e8 bigint,
  add column mark_next_funding_at_ms bigint,
  add column mark_interval_ms bigint;

alter table perpetual_deleveragings
  add column before_lots bigint,
  add column before_entry_value_minor bigint,
  add column before_margin_minor bigint,
  add column against_lots bigint,
  add column against_entry_value_minor bigint,
  add column against_margin_minor bigint,
  add column ranked_lots bigint,
  add column ranked_entry_value_minor bigint,
  add column place integer,
  add column candidates integer,
  add column ahead_rank_e8 bigint,
  add column behind_rank_e8 bigint,
  add column index_e8 bigint,
  add column index_tick bigint,
  add column mark_at_ms bigint,
  add column mark_funding_e8 bigint,
  add column mark_basis_e8 bigint,
  add column mark_last_ticks integer,
  add column mark_rate_e8 bigint,
  add column mark_next_funding_at_ms bigint,
  add column mark_interval_ms bigint;

-- What the insurance fund paid for a position is part of what it has earned.
alter table positions add column insurance_paid_minor bigint not null default 0;
update positions p set insurance_paid_minor = paid.minor
  from (select position_id, sum(insurance_paid_minor) as minor from perpetual_liquidations group by position_id) as paid
  where p.position_id = paid.position_id and paid.minor <> 0;
