-- Conditional orders of contracts, as the exchange's ConditionalOrderView has them.
create table conditional_orders (
  conditional_order_id bigint primary key,
  customer_id integer not null,
  market_id integer not null,
  side text not null,
  effect text not null,
  position_id bigint,
  kind text not null,
  order_type text not null,
  lots bigint,
  multiple integer,
  price_ticks integer,
  trigger_source text not null,
  trigger_ticks integer,
  trail_by text,
  trail_distance bigint,
  client_order_id text,
  expires_at_ms bigint,
  status text not null,
  end_reason text,
  refusal text,
  fired_at_ms bigint,
  fired_price_e8 bigint,
  order_id bigint,
  placed_at_ms bigint not null,
  updated_at_ms bigint not null
) with (fillfactor = 80);
create index conditional_orders_of_customer on conditional_orders (customer_id, market_id, conditional_order_id);
create index conditional_orders_waiting on conditional_orders (customer_id, conditional_order_id) where status = 'waiting';
-- By which conditional order an order was placed.
create index conditional_orders_placed on conditional_orders (order_id) where order_id is not null;
