-- What customers converted, from the journal. Times are milliseconds since 1970 UTC; minor units.

-- By one market order or two, carried out as one step.
create table conversions (
  -- Of the first order: it names the conversion.
  order_id bigint primary key,
  second_order_id bigint,
  customer_id integer not null,
  from_currency_id integer not null,
  to_currency_id integer not null,
  paid_minor bigint not null,
  -- After fees.
  received_minor bigint not null,
  -- What the quote had promised.
  min_received_minor bigint not null check (min_received_minor <= received_minor),
  -- What is between two orders, and how much of it made no whole lot.
  via_currency_id integer,
  rest_minor bigint not null,
  converted_at_ms bigint not null,
  -- Of the command.
  sequence bigint not null
);
create index conversions_of_customer on conversions (customer_id, sequence desc);
