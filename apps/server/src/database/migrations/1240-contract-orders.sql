-- Orders of customers whose positions of a contract are merged (hedge and net mode), as the exchange's PerpetualOrderView
-- has them. Ids rise with time: the key serves "my orders, newest first" as well.
create table perpetual_orders (
  order_id bigint primary key,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  position_side text,
  reduce_only boolean not null,
  order_type text not null,
  multiple integer not null,
  lots bigint not null,
  price_ticks integer,
  client_order_id text,
  status text not null,
  waiting_lots bigint not null,
  waiting_minor bigint not null,
  filled_lots bigint not null,
  filled_value_minor bigint not null,
  fee_minor bigint not null,
  realised_minor bigint not null,
  end_reason text,
  placed_at_ms bigint not null,
  updated_at_ms bigint not null
) with (fillfactor = 80);
create index perpetual_orders_of_customer on perpetual_orders (customer_id, market_id, order_id);
create index perpetual_orders_open on perpetual_orders (customer_id, order_id) where status = 'open';

-- Open lots that became part of another position of their customer's, for what they had been opened for.
create table position_merges (
  from_position_id bigint primary key,
  into_position_id bigint not null,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  lots bigint not null,
  entry_value_minor bigint not null,
  margin_minor bigint not null,
  at_ms bigint not null
);
create index position_merges_into on position_merges (into_position_id);
create index position_merges_of_customer on position_merges (customer_id, from_position_id);
