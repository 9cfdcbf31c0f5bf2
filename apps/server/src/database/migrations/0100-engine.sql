-- What the engine writes: the journal, which is the truth, and the projections derived from it in the same
-- transaction. Amounts are minor units, prices ticks, quantities lots, times milliseconds since 1970 UTC.

-- Who may write. Taking the lease raises the epoch; a batch of an older epoch is refused by the database.
create table engine_lease (
  id smallint primary key check (id = 1),
  epoch bigint not null,
  holder text not null,
  taken_at timestamptz not null default now()
);
insert into engine_lease (id, epoch, holder) values (1, 0, 'nobody');

-- One row per batch (docs/decisions/0002). hash covers the previous hash, the row's figures and its commands.
create table journal (
  first_sequence bigint primary key,
  last_sequence bigint not null,
  epoch bigint not null,
  logic_version integer not null,
  previous_hash bytea not null,
  hash bytea not null,
  commands text not null,
  committed_at timestamptz not null default now(),
  check (last_sequence >= first_sequence)
);
-- Already dense; compressing it would cost the writer more than it saves.
alter table journal alter column commands set storage external;

create table snapshots (
  sequence bigint primary key,
  logic_version integer not null,
  journal_hash bytea not null,
  state_hash text not null,
  byte_length bigint not null,
  taken_at timestamptz not null default now()
);
create table snapshot_chunks (
  sequence bigint not null references snapshots on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (sequence, number)
);
alter table snapshot_chunks alter column bytes set storage external;

-- Order ids rise with time: the key serves "my orders, newest first" with keyset paging as well.
create table orders (
  customer_id integer not null,
  order_id bigint not null,
  market_id integer not null,
  side text not null,
  order_type text not null,
  time_in_force text not null,
  post_only boolean not null,
  price_ticks integer,
  quantity_lots bigint,
  budget_minor bigint,
  trigger_ticks integer,
  triggered boolean not null,
  client_order_id text,
  status text not null,
  reason text,
  filled_lots bigint not null,
  filled_quote_minor bigint not null,
  fee_minor bigint not null,
  frozen_minor bigint not null,
  placed_at_ms bigint not null,
  updated_at_ms bigint not null,
  primary key (customer_id, order_id)
) with (fillfactor = 85);
create index orders_waiting on orders (customer_id, order_id) where status = 'waiting';

create table trades (
  trade_id bigint primary key,
  market_id integer not null,
  price_ticks integer not null,
  quantity_lots bigint not null,
  quote_minor bigint not null,
  taker_side text not null,
  taker_order_id bigint not null,
  taker_customer_id integer not null,
  taker_fee_minor bigint not null,
  maker_order_id bigint not null,
  maker_customer_id integer not null,
  maker_fee_minor bigint not null,
  at_ms bigint not null
);
create index trades_of_taker on trades (taker_customer_id, trade_id);
create index trades_of_maker on trades (maker_customer_id, trade_id);
create index trades_of_market on trades (market_id, trade_id);

-- owner_id 0 is the platform.
create table balances (
  owner_id integer not null,
  account text collate "C" not null,
  currency_id integer not null,
  available_minor bigint not null,
  frozen_minor bigint not null,
  primary key (owner_id, account, currency_id)
) with (fillfactor = 60);

-- What changed a total (docs/decisions/0003). Posting ids rise with time: keyset paging by posting_id.
create table ledger_entries (
  owner_id integer not null,
  posting_id bigint not null,
  account text collate "C" not null,
  currency_id integer not null,
  amount_minor bigint not null,
  balance_after_minor bigint not null,
  reason text not null,
  reference text not null,
  at_ms bigint not null
);
-- The platform's own rows are read as a whole, if at all, and are a third of the table.
create index ledger_entries_of_customer on ledger_entries (owner_id, posting_id) where owner_id > 0;

create table price_ticks (
  number bigint primary key,
  market_id integer not null,
  price_e8 bigint not null,
  sources jsonb not null,
  at_ms bigint not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index price_ticks_of_market on price_ticks (market_id, number);

-- The first result of every command that came with a key, until pruned.
create table idempotency (
  scope text collate "C" not null,
  key text collate "C" not null,
  input_hash text not null,
  sequence bigint not null,
  at_ms bigint not null,
  result text not null,
  primary key (scope, key)
);
create index idempotency_by_time on idempotency using brin (at_ms);

-- Candles with trades in them (and back-filled ones); quiet stretches are filled in when read.
create table candles (
  market_id integer not null,
  interval text collate "C" not null,
  open_ms bigint not null,
  open_ticks integer not null,
  high_ticks integer not null,
  low_ticks integer not null,
  close_ticks integer not null,
  volume_lots bigint not null,
  quote_minor bigint not null,
  primary key (market_id, interval, open_ms)
);
-- The last trade the candles table includes, written with it: a restart adds exactly the trades after it.
create table candle_progress (
  id smallint primary key check (id = 1),
  last_trade_id bigint not null
);
insert into candle_progress (id, last_trade_id) values (1, 0);
