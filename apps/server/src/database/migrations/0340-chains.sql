-- Deposit addresses and what the chain watchers saw. `network` is TRC20, ERC20 or OMNI. Amounts in `amount` are the
-- chain's own units (wei), in `amount_minor` the ledger's minor units, truncated. Times are milliseconds since 1970 UTC.

-- Handed-out addresses: never deleted, because money may arrive at any of them for ever.
create table chain_addresses (
  network text not null,
  -- As chain data spells it, for matching: lower case where the chain's spelling has no case.
  address_key text not null,
  -- As people see it.
  address text not null,
  kind text not null,
  -- Hash of the operator's account key it was derived from; a new key starts its own indices.
  key_id text not null,
  address_index integer not null check (address_index >= 0),
  customer_id integer not null references customers,
  created_at_ms bigint not null,
  primary key (network, address_key),
  unique (network, kind, key_id, customer_id),
  unique (network, kind, key_id, address_index)
);
create index chain_addresses_customer on chain_addresses (customer_id);

-- How far each chain was read. A step is written only if the cursor still stands where that step began.
create table chain_cursors (
  network text primary key,
  -- Which chain it is, e.g. eip155:1, so that another node's chain is never mixed in.
  chain text not null,
  block_number bigint not null,
  block_hash text not null,
  moved_at timestamptz not null default now()
);

-- The newest blocks that were read, to find where a reorganisation begins.
create table chain_blocks (
  network text not null,
  block_number bigint not null,
  block_hash text not null,
  primary key (network, block_number)
);

create table chain_transfers (
  network text not null,
  transaction_hash text not null,
  -- Position among the transaction's own logs (its place in the block changes when it is included again); for
  -- Bitcoin the output; -1 for the chain's own coin on account-based chains.
  log_index integer not null check (log_index >= -1),
  -- 1; one more each time it is included again after its credit was taken back.
  inclusion integer not null default 1,
  customer_id integer not null references customers,
  address text not null,
  sender text,
  currency_id integer not null,
  amount numeric(78, 0) not null check (amount > 0),
  amount_minor numeric(78, 0) not null check (amount_minor >= 0),
  block_number bigint not null,
  block_hash text not null,
  state text not null check (state in ('seen', 'confirmed', 'reorganised', 'ignored')),
  -- Why it is ignored.
  reason text check (reason in ('below_minimum', 'own_transfer', 'implausible_amount')),
  seen_at_ms bigint not null,
  confirmed_at_ms bigint,
  primary key (network, transaction_hash, log_index),
  check ((state = 'ignored') <= (reason is not null))
);
create index chain_transfers_seen on chain_transfers (network, block_number) where state = 'seen';
create index chain_transfers_block on chain_transfers (network, block_number);
create index chain_transfers_customer on chain_transfers (customer_id, seen_at_ms desc);

-- What the deposits must be told, in this order, until they have taken it.
create table chain_reports (
  id bigint primary key generated always as identity,
  network text not null,
  transaction_hash text not null,
  log_index integer not null,
  inclusion integer not null,
  kind text not null check (kind in ('confirmed', 'reorganised')),
  -- The transfer as it was: its row may show a later inclusion by now.
  transfer jsonb not null,
  attempts integer not null default 0,
  next_try_at_ms bigint not null default 0,
  error text,
  delivered_at_ms bigint,
  unique (network, transaction_hash, log_index, inclusion, kind),
  foreign key (network, transaction_hash, log_index) references chain_transfers
);
create index chain_reports_waiting on chain_reports (network, id) where delivered_at_ms is null;
