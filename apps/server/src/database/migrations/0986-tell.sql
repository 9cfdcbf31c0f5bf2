-- How customers are told (docs/decisions/0056): categories of notices, what comes by mail and push, quiet hours, and
-- the devices pushes go to. Times are milliseconds since 1970 UTC.

-- Null: a message from before there were categories.
alter table notices add column topic text;
-- The page of the app it is about.
alter table notices add column route text;
update notices set topic = 'news' where kind = 'announcement';

-- A newly listed currency, as its notice says.
create table notice_listings (
  notice_id bigint primary key references notices on delete cascade,
  currency text not null,
  market_id integer not null,
  symbol text not null,
  -- When the currency was first issued; null: not known.
  issued_on date,
  listed_at_ms bigint not null
);

-- What a customer chose otherwise than the default of the event.
create table tell_choices (
  customer_id integer not null references customers on delete cascade,
  event text not null,
  -- Null: the default.
  mail boolean,
  push boolean,
  primary key (customer_id, event)
);
insert into tell_choices (customer_id, event, mail)
  select customer_id, event, mail from perpetual_mails cross join lateral
    (values ('near_liquidation', near_liquidation), ('stop', stop), ('liquidated', liquidated), ('funding', funding))
      as chosen (event, mail);
drop table perpetual_mails;

-- Minutes after midnight in an IANA zone.
create table quiet_hours (
  customer_id integer primary key references customers on delete cascade,
  from_minute smallint not null,
  to_minute smallint not null,
  zone text not null
);

-- Where a browser is reached. Endpoint and keys are sealed: whoever has them can push to it, or see when it is pushed to.
create table push_devices (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  -- HMAC of the endpoint: the same browser is one row.
  fingerprint bytea not null unique,
  service text not null,
  sealed bytea not null,
  device text not null,
  created_at_ms bigint not null,
  delivered_at_ms bigint
);
create index push_devices_of_customer on push_devices (customer_id, id);

-- Pushes wait beside mails and SMS; the recipient is the device's id.
alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('mail', 'sms', 'push'));
-- Not null: there is one message of it, however often it is written.
alter table outbox add column once text unique;
