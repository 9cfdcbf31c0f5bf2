-- What protects an account beyond its password. Times are milliseconds since 1970 UTC.

-- Shown in every mail, so that customers can tell ours from forged ones.
alter table customers add column anti_phishing text;

create table fund_passwords (
  customer_id integer primary key references customers,
  -- Argon2id, as a PHC string
  password_hash text not null,
  changed_at_ms bigint not null
);

-- Wrong tries at short secrets since the last right one; counted before they are checked.
create table security_tries (
  customer_id integer not null references customers,
  kind text not null check (kind in ('fund_password', 'two_factor')),
  failures smallint not null,
  -- 0: not locked
  locked_until_ms bigint not null,
  primary key (customer_id, kind)
);

create table two_factors (
  customer_id integer primary key references customers,
  -- The TOTP secret, sealed by the vault.
  secret bytea not null,
  -- Null: set up but not yet confirmed, so it protects nothing.
  enabled_at_ms bigint,
  -- The newest 30-second step whose code was accepted: it and those before are never accepted again.
  last_step bigint not null default 0,
  created_at_ms bigint not null
);

create table recovery_codes (
  customer_id integer not null references two_factors on delete cascade,
  -- SHA-256: 50 random bits under a lock after five tries need no slow hash.
  code_hash bytea not null,
  used_at_ms bigint,
  primary key (customer_id, code_hash)
);

create table passkeys (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  -- base64url, as the browser names it
  credential_id text not null unique,
  public_key bytea not null,
  -- What the authenticator counts; 0 from those that do not.
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at_ms bigint not null,
  last_used_at_ms bigint
);
create index passkeys_of_customer on passkeys (customer_id, id);

-- Each is answered once or never.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'login')),
  -- Null: a login before anyone knows whose.
  customer_id integer references customers,
  expires_at_ms bigint not null
);

-- Logins whose password was right and whose second factor is awaited.
create table login_tickets (
  -- SHA-256
  token_hash bytea primary key,
  customer_id integer not null references customers,
  expires_at_ms bigint not null
);
create index login_tickets_of_customer on login_tickets (customer_id);

create table login_history (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  at_ms bigint not null,
  method text not null check (method in ('register', 'password', 'two_factor', 'recovery_code', 'passkey')),
  succeeded boolean not null,
  device text not null,
  -- The device without version numbers: an update does not make it a new one.
  device_key text not null,
  address text not null
);
create index login_history_newest on login_history (customer_id, id desc);
create index login_history_oldest on login_history (at_ms);

-- Withdrawals wait after a change that a thief would make.
create table withdrawal_holds (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  reason text not null check (reason in ('password', 'fund_password', 'two_factor', 'passkey', 'contact')),
  started_at_ms bigint not null,
  until_ms bigint not null
);
create index withdrawal_holds_of_customer on withdrawal_holds (customer_id, until_ms);

-- Each freeze of an account from its beginning to its end. The core is told after the row is written; what it was
-- not told when the process ended, it is told at the next start.
create table account_freezes (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  frozen_by text not null check (frozen_by in ('customer', 'desk')),
  cancel_orders boolean not null,
  frozen_at_ms bigint not null,
  lifted_at_ms bigint,
  -- How much of it the core knows.
  core_state text not null default 'untold' check (core_state in ('untold', 'frozen', 'lifted'))
);
create unique index account_freezes_open on account_freezes (customer_id) where lifted_at_ms is null;
create index account_freezes_untold on account_freezes (id)
  where core_state = 'untold' or (core_state = 'frozen' and lifted_at_ms is not null);
