-- What stands behind what customers are owed: signed messages and bank statements. What lies at the chains is in
-- custody_balances, what was published in public_records. Times are milliseconds since 1970 UTC.

-- Messages signed by the keys of our own addresses, each verified when it came in. The newest of an address counts.
create table reserve_signatures (
  id bigint primary key generated always as identity,
  network text not null,
  address text not null,
  address_key text not null,
  format text not null check (format in ('eip191', 'bitcoin-message', 'bip322')),
  message text not null,
  signature text not null,
  -- The day that the message names, at its beginning, UTC.
  day_ms bigint not null,
  imported_by integer not null references operators,
  imported_at_ms bigint not null
);
create index reserve_signatures_newest on reserve_signatures (network, address_key, id);

-- Statements as the bank gave them out, sealed; like pictures they lie in their rows or in the object store.
create table reserve_documents (
  id bigint primary key generated always as identity,
  -- Of the document as it was handed in.
  sha256 bytea not null unique check (length(sha256) = 32),
  content_type text not null,
  bytes integer not null check (bytes > 0),
  sealed bytea,
  object_key text collate "C" unique references sealed_objects,
  uploaded_by integer not null references operators,
  uploaded_at_ms bigint not null,
  constraint reserve_documents_lie_in_one_place check ((sealed is null) <> (object_key is null))
);
create index reserve_documents_in_rows on reserve_documents (id) where sealed is not null;
create trigger reserve_documents_drop_their_object after delete on reserve_documents
  for each row when (old.object_key is not null) execute function drop_sealed_object();

-- Balances of bank accounts, entered by one person and confirmed by another. Rows never change: a mistake is put right
-- by a newer row. Of an account counts the one with the latest as_of_ms, of several the last.
create table bank_statements (
  id bigint primary key generated always as identity,
  -- How the account is named in public.
  account text not null,
  -- customers: it stands behind what they are owed. house: it does not, and is shown apart.
  holder text not null check (holder in ('customers', 'house')),
  -- What is owed to customers for the money there.
  currency_id integer not null,
  -- As the statement has it: ISO 4217 and its minor units.
  money text not null check (money ~ '^[A-Z]{3}$'),
  money_minor numeric(38, 0) not null check (money_minor >= 0),
  -- Units of that money per unit of the currency, as both people saw it.
  rate numeric(38, 18) not null check (rate > 0),
  -- The same in the currency's minor units, truncated.
  amount_minor numeric(38, 0) not null check (amount_minor >= 0),
  as_of_ms bigint not null,
  document_sha256 bytea not null references reserve_documents (sha256),
  proposal_id bigint not null unique references desk_proposals,
  entered_by integer not null references operators,
  confirmed_by integer not null references operators,
  confirmed_at_ms bigint not null
);
create index bank_statements_newest on bank_statements (account, as_of_ms, id);
create index bank_statements_by_document on bank_statements (document_sha256);

create function bank_statement_takes_two() returns trigger language plpgsql as $$
begin
  perform require_second_person(new.confirmed_by, array[new.entered_by], new.confirmed_at_ms);
  return new;
end
$$;
create trigger bank_statements_take_two before insert on bank_statements
  for each row execute function bank_statement_takes_two();

create function reserves_stay_as_they_are() returns trigger language plpgsql as $$
begin
  raise exception '% never changes', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger bank_statements_stay before update or delete on bank_statements
  for each row execute function reserves_stay_as_they_are();
create trigger reserve_signatures_stay before update or delete on reserve_signatures
  for each row execute function reserves_stay_as_they_are();
