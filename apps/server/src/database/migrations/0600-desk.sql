-- The operators' desk: who works there, what they did, what they propose, what they set.

-- Refuses every change to a row once it is written, whoever asks: for logs.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create table operators (
  id integer primary key generated always as identity,
  name text not null unique,
  role text not null check (role in ('support', 'compliance', 'accountant', 'administrator')),
  -- Argon2id, as a PHC string
  password_hash text not null,
  active boolean not null default true,
  -- Sealed by the vault. The pending one counts once a code of it was entered.
  totp_secret bytea,
  totp_pending bytea,
  -- The time step of the last code: no code counts twice.
  totp_last_step bigint not null default 0,
  created_at_ms bigint not null,
  last_login_at_ms bigint
);

create table operator_sessions (
  id bigint primary key generated always as identity,
  -- SHA-256 of the token
  token_hash bytea not null unique,
  operator_id integer not null references operators,
  device text not null,
  address text not null,
  created_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  ended_at_ms bigint
);
create index operator_sessions_open on operator_sessions (operator_id) where ended_at_ms is null;

-- Each entry's hash covers its fields and the hash of the entry before; ids have no gaps.
create table desk_audit (
  id bigint primary key,
  at_ms bigint not null,
  -- 0: the server itself
  operator_id integer not null,
  operator_name text not null,
  role text,
  action text not null,
  subject text not null,
  -- As text: the hash covers every character.
  before text not null,
  after text not null,
  address text not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index desk_audit_of_operator on desk_audit (operator_id, id);
create index desk_audit_of_subject on desk_audit (subject text_pattern_ops, id);
create trigger desk_audit_append_only before update or delete on desk_audit
  for each row execute function refuse_change();
create trigger desk_audit_not_emptied before truncate on desk_audit
  for each statement execute function refuse_change();

create table desk_proposals (
  id bigint primary key generated always as identity,
  kind text not null,
  subject text not null,
  change jsonb not null,
  before jsonb,
  after jsonb,
  note text not null,
  state text not null default 'pending'
    check (state in ('pending', 'applying', 'applied', 'rejected', 'withdrawn', 'failed')),
  -- Why the exchange refused it
  failure text,
  made_by integer not null references operators,
  made_at_ms bigint not null,
  decided_by integer references operators,
  decided_at_ms bigint,
  decision_note text not null default '',
  -- Two people, always: also where the code that asks for it has a fault.
  check (decided_by is null or state in ('withdrawn') or decided_by <> made_by)
);
create index desk_proposals_open on desk_proposals (id) where state in ('pending', 'applying');

create table platform_settings (
  name text primary key,
  version integer not null,
  value jsonb not null
);
create table platform_setting_history (
  name text not null,
  version integer not null,
  value jsonb not null,
  changed_by text not null,
  changed_at_ms bigint not null,
  primary key (name, version)
);
create trigger platform_setting_history_append_only before update or delete on platform_setting_history
  for each row execute function refuse_change();

create table customer_notes (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  operator_id integer not null references operators,
  text text not null,
  at_ms bigint not null
);
create index customer_notes_of_customer on customer_notes (customer_id, id);
create trigger customer_notes_append_only before update or delete on customer_notes
  for each row execute function refuse_change();
