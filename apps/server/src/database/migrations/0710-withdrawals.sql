-- Withdrawals, the address book and bank cards. Where the money of a withdrawal is stands in withdrawal_states (the
-- engine's); here stands who asked, who approved and what was sent. Times are milliseconds since 1970 UTC.

create table withdrawal_addresses (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  currency_id integer not null,
  network text not null,
  -- Address and label, sealed.
  sealed bytea not null,
  -- Keyed, of network and address: finds an equal one without opening any.
  address_print bytea not null,
  usable_from_ms bigint not null,
  created_at_ms bigint not null,
  removed_at_ms bigint
);
create unique index withdrawal_addresses_once on withdrawal_addresses (customer_id, currency_id, address_print)
  where removed_at_ms is null;
create index withdrawal_addresses_by_print on withdrawal_addresses (address_print);

create table bank_cards (
  customer_id integer primary key references customers,
  -- All fields, sealed.
  sealed bytea not null,
  usable_from_ms bigint not null,
  saved_at_ms bigint not null
);

create table withdrawals (
  -- Also the core's number of it.
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  channel text not null check (channel in ('chain', 'bank')),
  currency_id integer not null,
  network text,
  -- Where to, and the customer's remark, as they were when it was asked for; sealed.
  sealed bytea not null,
  -- The whole amount, fee included.
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0 and fee_minor < amount_minor),
  -- Bank: what arrives, in minor units of its money.
  money_minor bigint,
  money_currency text,
  rate text,
  approvals_needed smallint not null check (approvals_needed in (1, 2)),
  -- requested, cancelling, rejecting, settling: decided, and perhaps not in the ledger yet. failed: the exchange
  -- refused it, nothing was ever frozen.
  state text not null check (state in ('requested', 'processing', 'approved', 'sending', 'settling', 'passed',
                                       'rejecting', 'rejected', 'cancelling', 'cancelled', 'failed')),
  -- The exchange's refusal.
  failure text,
  flags text[] not null default '{}',
  transaction_id text,
  -- The place within the transaction that pays it, where a node has verified it.
  payout_place integer,
  -- Why it was rejected, in the operator's words.
  reason text,
  decided_by integer references operators,
  decided_at_ms bigint,
  sent_by integer references operators,
  sent_at_ms bigint,
  idempotency_key text not null,
  input_hash text not null,
  created_at_ms bigint not null,
  unique (customer_id, idempotency_key),
  check ((channel = 'bank') = (network is null))
);
create index withdrawals_of_customer on withdrawals (customer_id, id);
create index withdrawals_by_state on withdrawals (state, id);
-- One payment never settles two withdrawals: also where the code that sees to it has a fault.
create unique index withdrawals_paid_once on withdrawals (network, transaction_id, coalesce(payout_place, -2))
  where network is not null and transaction_id is not null;

-- One person's approval counts once.
create table withdrawal_approvals (
  withdrawal_id bigint not null references withdrawals,
  operator_id integer not null references operators,
  at_ms bigint not null,
  primary key (withdrawal_id, operator_id)
);
