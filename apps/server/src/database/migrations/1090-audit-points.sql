-- Moments of the journal as of which customers' balances, the company's assets and the books are proven: see
-- docs/decisions/0110.
create table audit_points (
  number bigint primary key check (number > 0),
  -- The exchange as it was after this entry of the journal, which ends a row.
  sequence bigint not null check (sequence > 0),
  -- The entry's own time.
  at_ms bigint not null,
  chosen_at_ms bigint not null,
  -- The record `liabilities` in the public log. Null: the trees are being made.
  public_record bigint unique
);

-- What a point's record says of each currency. Amounts are minor units.
create table liability_totals (
  point bigint not null references audit_points,
  currency_id integer not null,
  code text not null,
  decimals integer not null,
  -- Hash and sum of the tree over all customers; null: nobody holds any.
  root bytea,
  total_minor numeric(20) not null check (total_minor >= 0),
  leaves integer not null check (leaves >= 0),
  -- Beside the tree: the house's own accounts, deposits not booked yet, results of open positions, debts of customers.
  house_minor numeric(20) not null,
  pending_deposits_minor numeric(20) not null,
  unrealised_minor numeric(20),
  owed_by_customers_minor numeric(20) not null,
  primary key (point, currency_id)
);
