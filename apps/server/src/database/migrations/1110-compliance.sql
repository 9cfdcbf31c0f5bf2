-- Screening and monitoring of customers: what was noticed, and what people decided about it. Times are milliseconds since
-- 1970 UTC.

create table compliance_cases (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  kind text not null
    check (kind in ('name', 'address', 'structuring', 'velocity', 'rapid', 'dormant', 'funds')),
  -- What it is about, such as the entry of a list: the same is noticed once.
  subject text not null,
  -- open and answered wait for the desk, asked for the customer.
  state text not null check (state in ('open', 'asked', 'answered', 'cleared', 'confirmed')),
  -- The customer's money does not leave, and their identity is not verified.
  holds boolean not null,
  -- Figures and numbers of deposits and withdrawals; nothing personal.
  evidence jsonb not null,
  -- What the list says, or what the customer answered; sealed in the context `compliance:<id>`.
  sealed bytea,
  -- Who has cleared it first, where that takes two.
  first_cleared_by integer references operators,
  opened_at_ms bigint not null,
  decided_by integer references operators,
  decided_at_ms bigint,
  unique (customer_id, kind, subject),
  check (not holds or state <> 'cleared'),
  check ((state in ('cleared', 'confirmed')) = (decided_by is not null and decided_at_ms is not null))
);
create index compliance_waiting on compliance_cases (id) where state in ('open', 'answered');
create index compliance_by_state on compliance_cases (state, id);
create index compliance_holding on compliance_cases (customer_id) where holds;
create index compliance_of_customer on compliance_cases (customer_id, kind, id);

-- Written once, never changed.
create table compliance_events (
  id bigint primary key generated always as identity,
  case_id bigint not null references compliance_cases,
  -- Null: the program, or the customer.
  operator_id integer references operators,
  what text not null,
  -- Sealed in the context `compliance_event:<id>`.
  sealed_note bytea,
  at_ms bigint not null
);
create index compliance_events_of_case on compliance_events (case_id, id);

-- With which lists an application's person was last compared.
create table screenings (
  application_id bigint primary key references identity_applications,
  version text not null,
  hits integer not null,
  at_ms bigint not null
);
