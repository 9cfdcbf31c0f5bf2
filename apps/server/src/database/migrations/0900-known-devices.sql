-- Who is no stranger to an account, and how much is left of what strangers, devices and addresses may try. See
-- docs/decisions/0034. Times are milliseconds since 1970 UTC.

create table known_devices (
  id bigint primary key generated always as identity,
  customer_id integer references customers,
  operator_id integer references operators,
  -- HMAC of the browser's id and the account under the server's secret: neither can be made from the other.
  key bytea not null unique,
  last_used_at_ms bigint not null,
  -- From then on it has tries of its own at short secrets, too.
  trusted_from_ms bigint not null,
  check (num_nonnulls(customer_id, operator_id) = 1)
);
create index known_devices_of_customer on known_devices (customer_id) where customer_id is not null;
create index known_devices_of_operator on known_devices (operator_id) where operator_id is not null;

-- Each makes the browser that opens it a known device, once.
create table login_links (
  -- SHA-256
  token_hash bytea primary key,
  -- Both null: asked for an account that does not exist.
  customer_id integer references customers,
  operator_id integer references operators,
  expires_at_ms bigint not null
);
create index login_links_expiring on login_links (expires_at_ms);

-- Takes the place of waits that anybody could earn for anybody.
drop table login_guards;
create table allowances (
  key text primary key,
  -- When nothing will have been taken any more, if nothing more is taken.
  full_at_ms bigint not null
);

-- The device a session was opened on; null: before there were any.
alter table sessions add column device_id bigint;

-- A code belongs to who asked for it.
alter table verification_codes add column asker text not null default '';
-- Asked for by a known device of the account: counted for itself.
alter table verification_codes add column own boolean not null default false;

-- Tries are counted for each device, and for all strangers together.
alter table security_tries add column who text not null default 'strangers';
-- Each lock without a right try since lasts twice as long as the one before.
alter table security_tries add column locks smallint not null default 0;
alter table security_tries drop constraint security_tries_pkey;
alter table security_tries add primary key (customer_id, kind, who);
