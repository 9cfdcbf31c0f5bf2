-- What customers want to be told of prices (docs/decisions/0056). Times are milliseconds since 1970 UTC.
create table price_alerts (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers on delete cascade,
  market_id integer not null,
  kind text not null check (kind in ('level', 'change', 'day_change', 'funding')),
  -- As the customer wrote it.
  wanted text not null,
  direction text not null check (direction in ('up', 'down')),
  -- A price in 1e-8 of the quote currency, a change in parts per million, a funding rate in 1e-8.
  threshold bigint not null,
  repeating boolean not null,
  -- Waiting: fired, and watched for going back, to be armed again.
  state text not null check (state in ('armed', 'waiting', 'fired')),
  -- Counts edits: what was seen of an earlier one says nothing of this.
  version integer not null default 1,
  created_at_ms bigint not null,
  fired_at_ms bigint
);
create index price_alerts_of_customer on price_alerts (customer_id, id);
create index price_alerts_watched on price_alerts (id) where state <> 'fired';
