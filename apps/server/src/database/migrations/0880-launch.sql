-- What customers committed to offers of new currencies, as the exchange last told. It forgets orders of offers that
-- have ended; these tables do not.
create table launch_orders (
  order_id bigint primary key,
  offer_id bigint not null,
  customer_id integer not null,
  -- [[currency id, minor units], …] as JSON: amounts as strings, they may exceed what JSON numbers hold.
  committed text not null,
  allocated_minor bigint,
  spent text not null,
  released_minor bigint not null,
  returned boolean not null,
  created_at_ms bigint not null,
  changed_at_ms bigint not null,
  sequence bigint not null,
  unique (offer_id, customer_id)
);
create index launch_orders_customer on launch_orders (customer_id, order_id desc);
create index launch_orders_offer on launch_orders (offer_id, order_id);

create table launch_commitments (
  commitment_id bigint primary key,
  order_id bigint not null,
  currency_id integer not null,
  amount_minor bigint not null,
  at_ms bigint not null
);
create index launch_commitments_order on launch_commitments (order_id, commitment_id);

-- What the desk says about an offer; its terms are the exchange's.
create table launch_texts (
  offer_id bigint primary key,
  currency_id integer not null,
  name text not null,
  -- By language; English is always there.
  about jsonb not null
);

-- Which offers' steps customers were told about already, so that a restart tells nothing twice.
create table launch_told (
  offer_id bigint not null,
  step text not null,
  at_ms bigint not null,
  primary key (offer_id, step)
);
