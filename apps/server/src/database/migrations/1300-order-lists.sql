-- Orders: the list of two of which one trades (the id of its limit order), of an exit the order whose bracket it is of, and why
-- the exits of an order were not placed. Orders from before have none of it.
alter table orders
  add column list_id bigint,
  add column parent_order_id bigint,
  add column exits_refused text;
