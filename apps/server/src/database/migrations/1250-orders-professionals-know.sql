-- Orders: when the trigger fired, lots taken off by self-trade prevention, and what the order asked for besides. Times are
-- milliseconds since 1970 UTC. Orders from before have none of it.
alter table orders
  add column triggered_at_ms bigint,
  add column prevented_lots bigint not null default 0,
  add column instructions jsonb;
