-- What the public status page shows of the past: stored when it happened, never worked out afterwards. See docs/decisions/0060.

create table status_incidents (
  id bigint primary key generated always as identity,
  -- What it is about, such as `spot:1`, `prices:1`, `exchange`; `note` for what operators tell by themselves.
  part text not null,
  -- halted, close_only, stale, held, closed, outage, note
  kind text not null,
  -- As customers are told: one of the reasons of a halt; empty where there is none.
  cause text not null default '',
  started_at_ms bigint not null,
  ended_at_ms bigint check (ended_at_ms >= started_at_ms),
  -- In the operators' words, by language: {"en": {"title": …, "body": …}, …}
  texts jsonb,
  written_by integer references operators
);
-- A part has one trouble at a time; what operators tell stands beside it.
create unique index status_incidents_open on status_incidents (part) where ended_at_ms is null and part <> 'note';
create index status_incidents_newest on status_incidents (started_at_ms desc, id desc);

-- One sample a minute: how many found the part in order.
create table status_days (
  utc_day date not null,
  part text not null check (part in ('exchange', 'trading', 'prices', 'deposits', 'withdrawals')),
  good integer not null,
  bad integer not null,
  primary key (utc_day, part)
);

-- Every text of our documents that somebody has accepted, and who accepted which. Signing the service agreement by hand
-- stays in agreement_signatures.
create table document_texts (
  document text not null check (document in ('agreement', 'privacy', 'risk')),
  version text not null,
  language text not null,
  -- SHA-256 of the body in UTF-8, in hexadecimal
  sha256 text not null,
  body text not null,
  primary key (document, version, language, sha256)
);
create table document_acceptances (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  document text not null,
  version text not null,
  language text not null,
  sha256 text not null,
  accepted_at_ms bigint not null,
  foreign key (document, version, language, sha256) references document_texts,
  unique (customer_id, document, version)
);
