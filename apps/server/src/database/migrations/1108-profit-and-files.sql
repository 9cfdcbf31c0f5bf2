-- What a withdrawal of profit rests on, so that it can be worked out again.

-- What left the exchange, by the place it left from: few among very many entries.
create index ledger_entries_of_outflow on ledger_entries (account, currency_id, at_ms)
  where owner_id = 0 and amount_minor > 0 and (account = 'bank' or account like 'custody%');

alter table profit_withdrawals
  -- The newest posting of which outflow was taken from the published assets, and when the attempt began.
  add column counted_posting bigint,
  add column attempted_at_ms bigint;

-- What an attempt rests on is noted with it, once.
create function profit_attempt_stays() returns trigger language plpgsql as $$
begin
  if (old.liabilities_record, old.reserves_record, old.proven_at_ms, old.liabilities_minor, old.assets_minor,
      old.counted_posting, old.attempted_at_ms)
     is distinct from
     (new.liabilities_record, new.reserves_record, new.proven_at_ms, new.liabilities_minor, new.assets_minor,
      new.counted_posting, new.attempted_at_ms)
     and (new.attempt <> old.attempt + 1 or old.state <> 'announced' or new.state <> 'leaving')
     or new.attempt <> old.attempt and (new.attempt <> old.attempt + 1 or new.state <> 'leaving') then
    raise exception 'withdrawal of profit %: what an attempt rests on stays', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger profit_withdrawals_attempt_stays before update on profit_withdrawals
  for each row execute function profit_attempt_stays();

-- The digest of each closed month's ledger file (CSV), made while every posting was there: a copy can be known later.
create table company_files (
  month text primary key references company_periods,
  sha256 bytea not null check (length(sha256) = 32),
  postings bigint not null,
  lines bigint not null,
  made_at_ms bigint not null
);
create trigger company_files_stay before update or delete on company_files
  for each row execute function company_books_stay();
