-- Trust orders and what each day paid, written by the engine in the same transaction as their postings. The products
-- themselves are the engine's: it is asked.

create table trust_orders (
  order_id bigint primary key,
  customer_id integer not null,
  product_id bigint not null,
  currency_id integer not null,
  cycle_days integer not null,
  daily_yield_ppm integer not null,
  penalty_ppm integer not null,
  principal_minor bigint not null,
  bought_at_ms bigint not null,
  -- UTC days since 1970-01-01; the next one earns first.
  deposit_day integer not null,
  promised_minor bigint not null,
  paid_days integer not null,
  paid_minor bigint not null,
  auto_renew boolean not null,
  renewal_of bigint,
  state text not null check (state in ('hosting', 'completed', 'redeemed')),
  ended_at_ms bigint,
  penalty_minor bigint not null,
  -- Of the command that changed it last.
  sequence bigint not null,
  check ((state = 'hosting') = (ended_at_ms is null)),
  check (state <> 'completed' or paid_minor = promised_minor)
);
create index trust_orders_customer on trust_orders (customer_id, order_id desc);
create index trust_orders_hosting on trust_orders (customer_id) where state = 'hosting';

create table trust_payments (
  order_id bigint not null,
  -- Earning day of the order, from 1.
  day integer not null,
  customer_id integer not null,
  currency_id integer not null,
  -- Which UTC day that was.
  utc_day integer not null,
  amount_minor bigint not null,
  paid_at_ms bigint not null,
  sequence bigint not null,
  primary key (order_id, day)
);
create index trust_payments_customer on trust_payments (customer_id, utc_day desc, order_id desc);
create index trust_payments_sequence on trust_payments (sequence);
