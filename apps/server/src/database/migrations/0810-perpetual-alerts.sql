-- Which events of positions customers want by mail, too. No row: none.
create table perpetual_mails (
  customer_id integer primary key references customers (id) on delete cascade,
  near_liquidation boolean not null,
  stop boolean not null,
  liquidated boolean not null,
  funding boolean not null
);

-- Positions whose owner has been told that they are close to liquidation and that have not recovered since.
create table perpetual_near (
  position_id bigint primary key,
  told_at_ms bigint not null
);
