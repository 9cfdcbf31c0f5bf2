-- Second options, practice ones too, written by the engine in the same transaction as their postings: terms as
-- bought, the ticks they were settled at, and what came of it.

create table options (
  option_id bigint primary key,
  customer_id integer not null,
  market_id integer not null,
  direction text not null check (direction in ('rise', 'fall')),
  seconds integer not null,
  currency_id integer not null,
  stake_minor bigint not null,
  -- What a win adds to the stake.
  profit_minor bigint not null,
  -- With money that is none: no posting belongs to it.
  practice boolean not null,
  terms_version integer not null,
  payout_ppm integer not null,
  stale_ms integer not null,
  bought_at_ms bigint not null,
  delivery_at_ms bigint not null,
  -- Of the price log at purchase.
  head_number bigint not null,
  head_hash bytea not null,
  state text not null check (state in ('pending', 'running', 'settled')),
  entry_number bigint,
  entry_price_e8 bigint,
  entry_at_ms bigint,
  entry_hash bytea,
  exit_number bigint,
  exit_price_e8 bigint,
  exit_at_ms bigint,
  exit_hash bytea,
  result text check (result in ('rise', 'fall', 'even', 'staleEntry', 'staleExit')),
  -- What came back.
  payout_minor bigint,
  settled_at_ms bigint,
  check ((state = 'settled') = (result is not null and payout_minor is not null and settled_at_ms is not null))
);
create index options_customer on options (customer_id, option_id desc);
create index options_open on options (customer_id) where state <> 'settled';
