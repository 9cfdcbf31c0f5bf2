-- Offsets are listed among a position's events, numbered like the others, with what they can be recomputed from: both
-- positions just before, what it brought either, and the mark. Null in rows from before these were kept.

alter table perpetual_offsets
  add column offset_id bigint primary key generated always as identity,
  add column long_lots bigint,
  add column long_entry_value_minor bigint,
  add column long_margin_minor bigint,
  add column short_lots bigint,
  add column short_entry_value_minor bigint,
  add column short_margin_minor bigint,
  add column long_realised_minor bigint,
  add column short_realised_minor bigint,
  add column index_e8 bigint,
  add column index_tick bigint,
  add column mark_at_ms bigint,
  add column mark_funding_e8 bigint,
  add column mark_basis_e8 bigint,
  add column mark_last_ticks integer,
  add column mark_rate_e8 bigint,
  add column mark_next_funding_at_ms bigint,
  add column mark_interval_ms bigint;

create index perpetual_offsets_of_customer on perpetual_offsets (customer_id, offset_id);
