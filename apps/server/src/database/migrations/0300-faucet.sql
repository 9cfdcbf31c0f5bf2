-- Demo funds: a claim is written first, then credited in the core under keys made of its id, so that a crash in
-- between is made good by repeating.
create table faucet_claims (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  idempotency_key text not null,
  claimed_at_ms bigint not null,
  credited boolean not null default false,
  unique (customer_id, idempotency_key)
);
create index faucet_claims_newest on faucet_claims (customer_id, claimed_at_ms desc);
