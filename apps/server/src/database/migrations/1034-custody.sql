-- What lies at the chains and how it is moved: observed balances, batches for an offline signer, and what chain and
-- ledger disagree about. Amounts are the chain's own units unless they say minor. Times are milliseconds since 1970 UTC.

-- The newest observation of an address of ours, by currency.
create table custody_balances (
  network text not null,
  address_key text not null,
  currency_id integer not null,
  holder text not null check (holder in ('hot', 'cold', 'deposit')),
  amount numeric(78, 0) not null check (amount >= 0),
  block_number bigint not null,
  primary key (network, address_key, currency_id)
);
create index custody_balances_held on custody_balances (network, currency_id) where amount > 0;

create table custody_batches (
  id bigint primary key generated always as identity,
  network text not null,
  -- payout: approved withdrawals. gas: the coin that deposit addresses need to be swept. sweep: deposit addresses to the
  -- hot or a cold one. to_cold: what the hot address has too much.
  kind text not null check (kind in ('payout', 'gas', 'sweep', 'to_cold')),
  -- Of its newest version. failed: ended, and something in it was not done.
  state text not null check (state in ('draft', 'exported', 'signed', 'broadcasting', 'sent', 'confirmed', 'failed',
                                       'cancelled')),
  version integer not null default 1,
  -- SHA-256 of the newest version's unsigned transactions.
  digest text not null,
  -- What the newest signed file had that was not asked for.
  deviations jsonb not null default '[]',
  created_by integer not null references operators,
  created_at_ms bigint not null,
  exported_at_ms bigint,
  signed_at_ms bigint,
  sent_by integer references operators,
  sent_at_ms bigint,
  ended_at_ms bigint
);
create index custody_batches_live on custody_batches (network, id)
  where state not in ('confirmed', 'failed', 'cancelled');
-- One at a time spends from the hot address: two would use the same nonces or outputs.
create unique index custody_batches_hot_once on custody_batches (network)
  where kind <> 'sweep' and state not in ('confirmed', 'failed', 'cancelled');

create table custody_items (
  id bigint primary key generated always as identity,
  batch_id bigint not null references custody_batches,
  network text not null,
  withdrawal_id bigint references withdrawals,
  -- The deposit address that is swept or gets gas.
  deposit_key text,
  currency_id integer not null,
  amount numeric(78, 0) not null check (amount > 0),
  sender text not null,
  -- Where to; sealed, as it is at the withdrawal.
  sealed bytea not null,
  -- open: under way. dropped: given back, another transaction took its place. failed: nothing was moved.
  state text not null check (state in ('open', 'done', 'dropped', 'failed'))
);
create index custody_items_of_batch on custody_items (batch_id, id);
-- Nothing is in two batches: also where the code that sees to it has a fault.
create unique index custody_items_withdrawal_once on custody_items (withdrawal_id)
  where withdrawal_id is not null and state = 'open';
create unique index custody_items_paid_once on custody_items (withdrawal_id)
  where withdrawal_id is not null and state = 'done';
create unique index custody_items_deposit_once on custody_items (network, deposit_key)
  where deposit_key is not null and state = 'open';

-- Every version of every transaction. Of those with one slot, one alone can ever be in the chain.
create table custody_transactions (
  id bigint primary key generated always as identity,
  batch_id bigint not null references custody_batches,
  network text not null,
  version integer not null,
  place integer not null,
  -- What it uses up: on Ethereum sender and nonce.
  slot text not null,
  -- What it does; none: it only takes the slot.
  item_ids bigint[] not null,
  -- Where in the transaction each of them is paid; null where only its receipt tells.
  payout_places integer[] not null,
  -- As drafted; sealed, so that nobody who writes to this table has something else signed.
  sealed bytea not null,
  -- The most it can cost.
  fee_most numeric(78, 0) not null check (fee_most >= 0),
  -- From here on as signed.
  transaction_id text,
  sealed_raw bytea,
  state text not null check (state in ('drafted', 'signed', 'broadcasting', 'sent', 'mined', 'confirmed', 'reverted',
                                       'replaced')),
  sent_at_ms bigint,
  block_number bigint,
  -- What it cost, once it is in a block.
  fee numeric(78, 0),
  unique (batch_id, version, place),
  check ((transaction_id is null) = (sealed_raw is null)),
  check (state not in ('signed', 'broadcasting', 'sent', 'mined', 'confirmed', 'reverted') or sealed_raw is not null)
);
create unique index custody_transactions_once on custody_transactions (network, transaction_id)
  where transaction_id is not null;
create unique index custody_transactions_slot_once on custody_transactions (network, slot)
  where state in ('confirmed', 'reverted');
create index custody_transactions_fees on custody_transactions (network) where fee is not null;

-- The newest comparison of chain and ledger.
create table custody_positions (
  network text not null,
  currency_id integer not null,
  block_number bigint not null,
  at_ms bigint not null,
  -- What the ledger says lies there, what was observed, and what explains the rest, in units with a sign.
  ledger numeric(78, 0) not null,
  hot numeric(78, 0) not null,
  cold numeric(78, 0) not null,
  deposits numeric(78, 0) not null,
  explained jsonb not null,
  unexplained numeric(78, 0) not null,
  primary key (network, currency_id)
);

create table custody_differences (
  id bigint primary key generated always as identity,
  network text not null,
  currency_id integer not null,
  -- Observed less explained: above zero there is more than the ledger says.
  amount numeric(78, 0) not null check (amount <> 0),
  facts jsonb not null,
  state text not null check (state in ('open', 'resolved', 'vanished')),
  opened_at_ms bigint not null,
  changed_at_ms bigint not null,
  closed_at_ms bigint
);
create unique index custody_differences_once on custody_differences (network, currency_id) where state = 'open';

create table custody_difference_approvals (
  difference_id bigint not null references custody_differences,
  operator_id integer not null references operators,
  -- What they agreed to explain.
  amount numeric(78, 0) not null,
  reason text not null,
  at_ms bigint not null,
  primary key (difference_id, operator_id)
);

create function custody_difference_takes_two() returns trigger language plpgsql as $$
declare firsts integer[];
begin
  select array_agg(operator_id) into firsts from custody_difference_approvals
   where difference_id = new.difference_id and operator_id <> new.operator_id;
  if firsts is not null then perform require_second_person(new.operator_id, firsts, new.at_ms); end if;
  return new;
end
$$;
create function custody_difference_resolved_by_two() returns trigger language plpgsql as $$
begin
  if (select count(*) from custody_difference_approvals
       where difference_id = new.id and amount = new.amount) < 2 then
    raise exception 'difference % takes two people', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger custody_difference_approvals_take_two before insert or update on custody_difference_approvals
  for each row execute function custody_difference_takes_two();
create trigger custody_differences_resolved_by_two before update on custody_differences
  for each row when (old.state = 'open' and new.state = 'resolved')
  execute function custody_difference_resolved_by_two();
create trigger custody_differences_begin_open before insert on custody_differences
  for each row when (new.state <> 'open') execute function custody_difference_resolved_by_two();
