-- What the core decides about money on its way out, debts and frozen customers, written by the engine in the same
-- transaction as the postings: the modules' own rows say who asked and who approved, these where the money is.

create table withdrawal_states (
  -- Chosen by the server before it asks the core.
  withdrawal_id bigint primary key,
  customer_id integer not null,
  currency_id integer not null,
  -- The whole amount, fee included; frozen in the spot account while pending.
  amount_minor bigint not null,
  fee_minor bigint not null,
  via text not null,
  state text not null check (state in ('pending', 'released', 'settled')),
  changed_at_ms bigint not null,
  -- Of the command that made it so.
  sequence bigint not null
);
create index withdrawal_states_pending on withdrawal_states (customer_id) where state = 'pending';

-- A row for every customer who was ever frozen.
create table customer_states (
  customer_id integer primary key,
  frozen boolean not null,
  changed_at_ms bigint not null,
  sequence bigint not null
);

-- A row for every customer and currency with a debt after a reversed deposit; 0 once it is paid.
create table customer_debts (
  customer_id integer not null,
  currency_id integer not null,
  owed_minor bigint not null check (owed_minor >= 0),
  changed_at_ms bigint not null,
  sequence bigint not null,
  primary key (customer_id, currency_id)
);
