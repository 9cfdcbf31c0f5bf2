-- What was answered first to a request with a key, where its command's events do not tell it all: balances, prices and
-- states as they were then. Kept as long as the engine keeps its keys. Sealed: answers name addresses and accounts.
create table first_answers (
  customer_id integer not null,
  call text collate "C" not null,
  key text collate "C" not null,
  input_hash text not null,
  sealed bytea not null,
  at_ms bigint not null,
  primary key (customer_id, call, key)
);
create index first_answers_by_time on first_answers using brin (at_ms);
