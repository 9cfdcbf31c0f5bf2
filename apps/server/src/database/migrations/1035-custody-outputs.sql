-- Outputs of ours on chains like Bitcoin, where money is outputs and not balances.

create table custody_outputs (
  network text not null,
  transaction_id text not null,
  output_index bigint not null check (output_index >= 0),
  address text not null,
  holder text not null check (holder in ('hot', 'cold', 'deposit')),
  -- In the chain's units.
  amount numeric(78, 0) not null check (amount > 0),
  block_number bigint not null,
  -- The newest block when it was first found to be spent; null: it is not.
  spent_at_block bigint,
  primary key (network, transaction_id, output_index)
);
create index custody_outputs_unspent on custody_outputs (network, holder) where spent_at_block is null;

-- How far payments to the operator's own addresses were looked for.
create table custody_scans (
  network text primary key,
  block_number bigint not null,
  block_hash text not null
);
