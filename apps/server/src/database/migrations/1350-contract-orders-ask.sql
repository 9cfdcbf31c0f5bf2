-- What an order of a contract asked for beyond the usual, and lots taken off by self-trade prevention, as the exchange's
-- AskedOfOrder has them. Null for others.
alter table positions add column asked jsonb;
alter table perpetual_orders add column asked jsonb;
-- Customers look for their orders by their own names for them.
create index perpetual_orders_by_name on perpetual_orders (customer_id, client_order_id)
  where client_order_id is not null;
