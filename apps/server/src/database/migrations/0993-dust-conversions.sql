-- Balances too small for an order, which the house bought: one row for each currency. From the journal. Times are
-- milliseconds since 1970 UTC; minor units.
create table dust_conversions (
  dust_id bigint not null,
  currency_id integer not null,
  customer_id integer not null,
  -- What was paid.
  to_currency_id integer not null,
  amount_minor bigint not null,
  received_minor bigint not null,
  spread_ppm integer not null,
  -- Of the price log: what the price was.
  tick_number bigint not null,
  price_e8 bigint not null,
  converted_at_ms bigint not null,
  -- Of the command.
  sequence bigint not null,
  primary key (dust_id, currency_id)
);
create index dust_conversions_of_customer on dust_conversions (customer_id, sequence desc);
