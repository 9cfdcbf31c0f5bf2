-- Rebates of promoters, from the journal. What is pending and what was earned and not settled are the same sum. Times
-- are milliseconds since 1970 UTC.

-- A promoter's part of one fee.
create table referral_rebates (
  -- Of the fee.
  posting_id bigint not null,
  -- Of who paid it: both sides of one trade may have been invited.
  role text not null check (role in ('maker', 'taker')),
  -- 1: invited by the promoter; 2: by somebody whom the promoter invited.
  level integer not null,
  promoter_id integer not null,
  customer_id integer not null,
  line text not null check (line in ('spot', 'perpetual')),
  trade_id bigint not null,
  currency_id integer not null,
  fee_minor bigint not null,
  ratio_ppm integer not null,
  amount_minor bigint not null,
  accrued_at_ms bigint not null,
  -- Of the command.
  sequence bigint not null,
  primary key (posting_id, role, level)
);
create index referral_rebates_of_promoter on referral_rebates (promoter_id, posting_id desc, role, level);

-- The same by UTC day and person, so that lists of years stay short.
create table referral_days (
  promoter_id integer not null,
  -- Days since 1970-01-01.
  utc_day integer not null,
  customer_id integer not null,
  level integer not null,
  currency_id integer not null,
  amount_minor bigint not null,
  fills integer not null,
  primary key (promoter_id, utc_day, customer_id, level, currency_id)
);
create index referral_days_of_person on referral_days (promoter_id, customer_id);

-- What was paid to a promoter's spot account: all that had come in by `until_ms`.
create table referral_settlements (
  posting_id bigint primary key,
  promoter_id integer not null,
  currency_id integer not null,
  amount_minor bigint not null,
  until_ms bigint not null,
  settled_at_ms bigint not null,
  sequence bigint not null
);
create index referral_settlements_of_promoter on referral_settlements (promoter_id, posting_id desc);
create index referral_settlements_until on referral_settlements (promoter_id, currency_id, until_ms);

-- Earned and not paid yet. A row may be zero.
create table referral_pending (
  promoter_id integer not null,
  currency_id integer not null,
  amount_minor bigint not null,
  primary key (promoter_id, currency_id)
);

-- Who registered with a code before is told to the exchange at the next start, as if newly opened.
update customers set opened = false where invited_by is not null;
create index customers_of_promoter on customers (invited_by, id desc) where invited_by is not null;
