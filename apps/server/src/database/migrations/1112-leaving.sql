-- What somebody leaves behind: words of operators about them, evidence of an open case, money that comes later.
-- Times are milliseconds since 1970 UTC.

-- What operators wrote about a customer. Their log is for ever and has the number of the words and a digest instead.
create table desk_words (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  -- The words by their names, and the random key of their digest in the log: without it the digest says nothing. Sealed in
  -- the context `desk_words:<id>`.
  sealed bytea not null,
  at_ms bigint not null
);
create index desk_words_of_customer on desk_words (customer_id, id);
-- They go with everything else that is personal, and never before; sealed anew under another key they may be.
create function keep_desk_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from closed_accounts where customer_id = old.customer_id and erased_at_ms is not null) then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (new.id, new.customer_id, new.at_ms) is not distinct from (old.id, old.customer_id, old.at_ms) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger desk_words_kept before update or delete on desk_words
  for each row execute function keep_desk_words();

-- Whom a proposal is about; null: nobody. Its words are deleted with what else is kept about them.
alter table desk_proposals add column customer_id integer references customers;
update desk_proposals p set customer_id = c.id from customers c where p.subject = 'customer:' || c.id;
update desk_proposals p set customer_id = d.customer_id from deposits d
  where p.kind in ('deposit_reversal', 'reversal_review') and p.subject = 'deposit:' || d.id;
create index desk_proposals_of_customer on desk_proposals (customer_id) where customer_id is not null;

alter table closed_accounts
  -- There was a case when they left: devices, addresses and cards stay until it is cleared.
  add column evidence_kept boolean not null default false,
  -- The exchange shares no more fees with them.
  add column referral_stopped boolean not null default false;
create index closed_accounts_evidence on closed_accounts (customer_id) where evidence_kept;
create index closed_accounts_sharing on closed_accounts (customer_id) where not referral_stopped;
