-- A request whose first answer may be a final refusal of the server's own is worked on by one process at a time. A process
-- that has gone leaves its row behind, which counts no more after `until`, by the database's clock.
create table answers_under_way (
  customer_id integer not null,
  call text not null,
  key text not null,
  holder text not null,
  until timestamptz not null,
  primary key (customer_id, call, key)
);
