-- How mistakes are put right: see docs/decisions/0043. Times are milliseconds since 1970 UTC, amounts minor units.

-- Customer accounts that belong to operators. What was declared stays declared.
create table operator_accounts (
  operator_id integer not null references operators,
  customer_id integer not null references customers,
  declared_by integer not null references operators,
  declared_at_ms bigint not null,
  primary key (operator_id, customer_id)
);
create trigger operator_accounts_append_only before update or delete on operator_accounts
  for each row execute function refuse_change();

-- HMAC of the browser's id alone: tells whether an operator and a customer use the same one. Null: from before.
alter table known_devices add column browser bytea;
create index known_devices_of_browser on known_devices (browser) where browser is not null;

create table goodwill (
  id bigint primary key generated always as identity,
  proposal_id bigint not null unique references desk_proposals,
  customer_id integer not null references customers,
  currency_id integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null check (reason in ('exchange_fault', 'late_payout', 'wrong_information', 'courtesy')),
  text text not null,
  made_by integer not null references operators,
  confirmed_by integer not null references operators,
  -- paying: decided, and perhaps not in the ledger yet.
  state text not null check (state in ('paying', 'paid', 'failed')),
  failure text,
  confirmed_at_ms bigint not null,
  -- Two people, always: also where the code that asks for it has a fault.
  check (made_by <> confirmed_by),
  check ((state = 'failed') = (failure is not null))
);
create index goodwill_by_time on goodwill (currency_id, confirmed_at_ms);
create index goodwill_of_customer on goodwill (customer_id, currency_id, confirmed_at_ms);
-- Whether it is in the ledger already, for ever.
create index ledger_entries_of_goodwill on ledger_entries (reference) where owner_id = 0 and reason = 'goodwill';
create index goodwill_unpaid on goodwill (id) where state = 'paying';

-- So that a reversal cannot be of another amount than its deposit has.
create unique index deposits_amount on deposits (id, amount_minor);

create table deposit_reversals (
  id bigint primary key generated always as identity,
  proposal_id bigint not null unique references desk_proposals,
  deposit_id bigint not null,
  deposit_minor bigint not null,
  amount_minor bigint not null check (amount_minor > 0 and amount_minor <= deposit_minor),
  customer_id integer not null references customers,
  currency_id integer not null,
  reason text not null check (reason in ('wrong_customer', 'wrong_amount', 'not_received', 'credited_twice')),
  text text not null,
  made_by integer not null references operators,
  confirmed_by integer not null references operators,
  state text not null check (state in ('announced', 'objected', 'upheld', 'reversing', 'done', 'dropped')),
  -- See deposits.attempt.
  attempt integer not null default 1,
  announced_at_ms bigint not null,
  due_at_ms bigint not null,
  objection text,
  objected_at_ms bigint,
  review_proposal_id bigint references desk_proposals,
  review_made_by integer references operators,
  review_confirmed_by integer references operators,
  ended_at_ms bigint,
  foreign key (deposit_id, deposit_minor) references deposits (id, amount_minor),
  check (made_by <> confirmed_by),
  check (due_at_ms >= announced_at_ms + 86400000),
  check ((objection is null) = (objected_at_ms is null)),
  -- What was objected to is taken only if two others have decided so.
  check (objected_at_ms is null or state in ('objected', 'dropped')
    or num_nonnulls(review_made_by, review_confirmed_by) = 2),
  check (objected_at_ms is null or review_made_by not in (made_by, confirmed_by)),
  check (objected_at_ms is null or review_confirmed_by not in (made_by, confirmed_by)),
  check (review_made_by <> review_confirmed_by)
);
-- Once per deposit.
create unique index deposit_reversals_once on deposit_reversals (deposit_id) where state <> 'dropped';
create index deposit_reversals_open on deposit_reversals (customer_id, currency_id)
  where state in ('announced', 'objected', 'upheld', 'reversing');
