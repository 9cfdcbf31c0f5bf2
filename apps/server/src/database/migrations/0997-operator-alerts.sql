-- What operators are told of while it lasts (docs/decisions/0061).

create table operator_alerts (
  id bigint primary key generated always as identity,
  kind text not null,
  subject text not null,
  figure text not null,
  limit_text text not null,
  since_ms bigint not null,
  -- Null while it lasts.
  resolved_at_ms bigint,
  acknowledged_by integer references operators,
  acknowledged_at_ms bigint
);
-- Raised once, however many look.
create unique index operator_alerts_open on operator_alerts (kind, subject) where resolved_at_ms is null;
create index operator_alerts_resolved on operator_alerts (id desc) where resolved_at_ms is not null;

-- What an operator has chosen; without a row their role decides.
create table operator_alert_choices (
  operator_id integer not null references operators,
  kind text not null,
  mail boolean not null,
  primary key (operator_id, kind)
);
