-- Alerts to operators by push as well as by mail (docs/decisions/0063). Times are milliseconds since 1970 UTC.

-- Where a browser of an operator is reached. Not tied to a session: the desk is closed when alerts matter most.
create table operator_push_devices (
  id bigint primary key generated always as identity,
  operator_id integer not null references operators,
  -- HMAC of the endpoint: the same browser is one row.
  fingerprint bytea not null unique,
  service text not null,
  -- Endpoint and keys.
  sealed bytea not null,
  device text not null,
  created_at_ms bigint not null,
  delivered_at_ms bigint
);
create index operator_push_devices_of_operator on operator_push_devices (operator_id, id);

-- Null: as the role has it.
alter table operator_alert_choices alter column mail drop not null;
alter table operator_alert_choices add column push boolean;
