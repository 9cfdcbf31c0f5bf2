-- Deposits: announced with a voucher, or found by a chain watcher. Times are milliseconds since 1970 UTC, amounts minor
-- units of the ledger. What is on its way but unconfirmed stands in chain_transfers only.

create table deposits (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  channel text not null check (channel in ('voucher', 'chain', 'bank')),
  currency_id integer not null,
  -- Null at the bank.
  network text,
  -- What is or will be credited.
  amount_minor bigint not null check (amount_minor > 0),
  -- Bank: what was transferred, in minor units of its money, and how much of it was a USDT.
  paid_minor bigint,
  paid_currency text,
  rate text,
  address text,
  -- Of the chain, in its normal spelling; at the bank what the operator found on the statement.
  transaction_id text,
  -- Names the transfer the watcher found (deposit:<network>:<transaction>:<log>): credited once, whatever happens.
  transfer_key text unique,
  picture_id bigint references pictures,
  -- approving and reversing: decided, and perhaps not in the ledger yet. covered: a transfer whose money an approved
  -- voucher had brought already.
  state text not null check (state in
    ('processing', 'approving', 'passed', 'rejected', 'reversing', 'reversed', 'covered')),
  -- For the operators: worth a second look.
  flags text[] not null default '{}',
  covered_by bigint references deposits,
  -- Why it was rejected, in the operator's words.
  reason text,
  -- An operator; null: the watcher.
  decided_by integer references operators,
  idempotency_key text,
  input_hash text,
  created_at_ms bigint not null,
  decided_at_ms bigint,
  reversed_at_ms bigint,
  unique (customer_id, idempotency_key),
  check ((idempotency_key is null) = (input_hash is null)),
  check ((state = 'covered') = (covered_by is not null))
);
create index deposits_of_customer on deposits (customer_id, id);
create index deposits_by_state on deposits (state, id);
create index deposits_of_transaction on deposits (network, transaction_id) where transaction_id is not null;
-- Two vouchers for one transaction are never both paid: also where the code that sees to it has a fault.
create unique index deposits_paid_voucher on deposits (network, transaction_id)
  where channel = 'voucher' and state in ('approving', 'passed') and transaction_id is not null;

-- Whether a deposit is in the ledger already, for ever.
create index ledger_entries_of_deposit on ledger_entries (reference)
  where owner_id = 0 and reason in ('deposit', 'depositReversal');
