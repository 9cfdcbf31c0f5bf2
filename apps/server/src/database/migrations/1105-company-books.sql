-- The company's books (docs/decisions/0115). Days are UTC, counted from 1970-01-01; times milliseconds since 1970 UTC.

-- Postings lie in the order of their ids, so a few kilobytes say where a range of them is; trades write nothing more for it.
create index ledger_entries_by_posting on ledger_entries using brin (posting_id)
  with (pages_per_range = 32, autosummarize = on);
-- What lies at the bank by the ledger, at any moment: few among very many entries.
create index ledger_entries_of_bank on ledger_entries (currency_id, posting_id)
  where owner_id = 0 and account = 'bank';
create index ledger_entries_of_profit on ledger_entries (reference)
  where owner_id = 0 and reason = 'profitWithdrawal';

-- How far the ledger has been counted into the turnovers; one row.
create table company_position (
  single boolean primary key default true check (single),
  posting_id bigint not null,
  -- Time of the newest posting counted.
  at_ms bigint not null
);
insert into company_position (posting_id, at_ms) values (0, 0);

-- The currencies of these books, for files that are written without the exchange. A currency's decimals never change.
create table company_currencies (
  currency_id integer primary key,
  code text not null,
  decimals integer not null
);

-- The ids of a day's postings: files of a month read by them.
create table company_days (
  day integer primary key,
  first_posting bigint not null,
  last_posting bigint not null,
  postings bigint not null
);

-- Each day's turnover of each account of the chart; balances are their sums.
create table company_turnovers (
  day integer not null,
  account integer not null,
  currency_id integer not null,
  debit_minor numeric(40, 0) not null check (debit_minor >= 0),
  credit_minor numeric(40, 0) not null check (credit_minor >= 0),
  lines bigint not null,
  primary key (day, account, currency_id)
);

-- Closed months. `figures` is canonical JSON and names the hash of the month before; `hash` is its SHA-256.
create table company_periods (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  -- From this day on the books are open.
  until_day integer not null unique,
  figures text not null,
  hash bytea not null check (hash = sha256(convert_to(figures, 'UTF8'))),
  proposal_id bigint not null unique references desk_proposals,
  closed_by integer not null references operators,
  closed_at_ms bigint not null
);

create function company_books_stay() returns trigger language plpgsql as $$
begin
  raise exception '% never changes', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger company_periods_stay before update or delete on company_periods
  for each row execute function company_books_stay();

-- What belongs to a closed month goes to no turnover any more.
create function company_closed_days_stay() returns trigger language plpgsql as $$
declare changed integer := case when tg_op = 'DELETE' then old.day else new.day end;
begin
  if exists (select from company_periods where until_day > changed) then
    raise exception 'day % is closed', changed using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger company_turnovers_closed before insert or update or delete on company_turnovers
  for each row execute function company_closed_days_stay();
create trigger company_days_closed before insert or update or delete on company_days
  for each row execute function company_closed_days_stay();
