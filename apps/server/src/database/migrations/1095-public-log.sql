-- The public log: what the exchange states for everybody to keep. Numbers have no gaps; each hash covers the record and the
-- hash before it. The text of a body is canonical JSON: its characters are what is hashed, published and mirrored.
create table public_records (
  number bigint primary key,
  kind text collate "C" not null,
  body text not null,
  previous_hash bytea not null,
  hash bytea not null,
  at_ms bigint not null
);
create index public_records_of_kind on public_records (kind, number);
create trigger public_records_append_only before update or delete on public_records
  for each row execute function refuse_change();
create trigger public_records_not_emptied before truncate on public_records
  for each statement execute function refuse_change();

-- Unblinded: the records are public themselves.
insert into log_trees (log, size, head_hash, fault, blinding)
  values ('public', 0, decode(repeat('00', 32), 'hex'), null, null);

-- What independent witnesses have signed under the public log's checkpoints: one line of a note each.
create table log_cosignatures (
  origin text collate "C" not null,
  size bigint not null,
  -- The witness's verifier key.
  witness text collate "C" not null,
  line text not null,
  at_ms bigint not null,
  primary key (origin, size, witness)
);
