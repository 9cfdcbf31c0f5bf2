-- The house's profit on its way out: two people, a day in public, a named account.

-- Accounts of the company outside of the exchange. Rows are only ever closed.
create table company_accounts (
  id integer primary key generated always as identity,
  -- As the public reads it.
  name text not null unique check (length(name) between 3 and 100),
  channel text not null,
  -- An address, or the account's number at its bank.
  destination text not null,
  proposal_id bigint not null unique references desk_proposals,
  opened_at_ms bigint not null
);
create trigger company_accounts_stay before update or delete on company_accounts
  for each row execute function company_books_stay();

create table profit_withdrawals (
  id bigint primary key generated always as identity,
  account_id integer not null references company_accounts,
  source text not null check (source in ('fees', 'treasury', 'optionPool')),
  currency_id integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  proposal_id bigint not null unique references desk_proposals,
  made_by integer not null references operators,
  confirmed_by integer not null references operators,
  announced_at_ms bigint not null,
  due_at_ms bigint not null,
  -- announced → leaving → paid; or withdrawn.
  state text not null check (state in ('announced', 'leaving', 'paid', 'withdrawn')),
  -- What it rests on, from the first attempt on: numbers of records of the public log, and their figures.
  attempt integer not null default 0,
  liabilities_record bigint,
  reserves_record bigint,
  proven_at_ms bigint,
  liabilities_minor numeric(38, 0),
  assets_minor numeric(38, 0),
  -- Why the exchange refused the newest attempt.
  failure text,
  stopped_by integer references operators,
  stop_reason text,
  ended_at_ms bigint,
  check (made_by <> confirmed_by),
  check (due_at_ms >= announced_at_ms + 86400000),
  check (state not in ('leaving', 'paid')
    or num_nonnulls(liabilities_record, reserves_record, proven_at_ms, liabilities_minor, assets_minor) = 5),
  check ((ended_at_ms is null) = (state in ('announced', 'leaving')))
);
create index profit_withdrawals_open on profit_withdrawals (id) where state in ('announced', 'leaving');

create function profit_withdrawal_takes_two() returns trigger language plpgsql as $$
begin
  if new.state <> 'announced' then
    raise exception 'a withdrawal of profit begins in public' using errcode = 'restrict_violation';
  end if;
  perform require_second_person(new.confirmed_by, array[new.made_by], new.announced_at_ms);
  return new;
end
$$;
create trigger profit_withdrawals_take_two before insert on profit_withdrawals
  for each row execute function profit_withdrawal_takes_two();
-- What two people have agreed to and the public has read stays as it is.
create function profit_withdrawal_stays() returns trigger language plpgsql as $$
begin
  if (old.account_id, old.source, old.currency_id, old.amount_minor, old.announced_at_ms, old.due_at_ms)
     is distinct from
     (new.account_id, new.source, new.currency_id, new.amount_minor, new.announced_at_ms, new.due_at_ms)
     or old.state in ('paid', 'withdrawn') then
    raise exception 'withdrawal of profit % stays as it was announced', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger profit_withdrawals_stay before update on profit_withdrawals
  for each row execute function profit_withdrawal_stays();
create trigger profit_withdrawals_are_kept before delete on profit_withdrawals
  for each row execute function company_books_stay();
