-- What went wrong on our side, by the id its reader was given: see modules/error-log. A ring of bounded size, without
-- anything that customers typed.
create table error_log (
  sequence bigint primary key generated always as identity,
  id text not null unique,
  at_ms bigint not null,
  source text not null check (source in ('call', 'desk', 'socket', 'page')),
  -- As it is registered, without what was asked for: `GET /api/coin/list`.
  route text not null,
  status smallint not null,
  code text not null,
  error_class text not null,
  message text not null,
  trace text not null,
  customer_id integer,
  operator_id integer,
  -- How many before it were told with an id and logged, but are not kept here: there were too many at once.
  left_out integer not null
);
create index error_log_of_customer on error_log (customer_id, sequence);
