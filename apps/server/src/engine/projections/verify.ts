import { isDeepStrictEqual } from 'node:util';
import type { AccountKey, Exchange, OrderView } from '@tallystick/core';
import type { Pool } from 'pg';
import { verifyOptions } from './verify-options.ts';
import { verifyLaunch } from './verify-launch.ts';
import { verifyTrust } from './verify-trust.ts';
import { verifyPerpetual } from './verify-perpetual.ts';
import { verifyWallet, type Queryable } from './verify-wallet.ts';

/**
 * Compares what the database tells customers with the exchange it was derived from, and the tables with each other.
 * Nothing may be committed meanwhile. Returns what does not agree, in words; empty when all is well.
 */
export async function verifyProjections(database: Queryable, exchange: Exchange): Promise<string[]> {
  return [
    ...(await verifyBalances(database, exchange)),
    ...(await verifyOrders(database, exchange)),
    ...(await verifyWallet(database, exchange)),
    ...(await verifyPerpetual(database, exchange)),
    ...(await verifyOptions(database, exchange)),
    ...(await verifyTrust(database, exchange)),
    ...(await verifyLaunch(database, exchange)),
    ...(await verifySums(database, exchange)),
    ...(await verifyPriceLog(database, exchange)),
  ];
}

async function verifyBalances(database: Queryable, exchange: Exchange): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await query<{
    owner_id: number;
    account: AccountKey['account'];
    currency_id: number;
    available_minor: string;
    frozen_minor: string;
  }>(database, 'select * from balances');
  for (const row of rows) {
    const key = { ownerId: row.owner_id, account: row.account, currencyId: row.currency_id };
    const held = exchange.balance(key);
    if (
      held.availableMinor !== BigInt(row.available_minor) ||
      held.frozenMinor !== BigInt(row.frozen_minor)
    ) {
      problems.push(
        `balance ${nameOf(key)}: ${row.available_minor} + ${row.frozen_minor} in the table, ` +
          `${held.availableMinor} + ${held.frozenMinor} in the exchange`,
      );
    }
  }
  // With every row right, an account left out would leave its currency unbalanced.
  const { rows: sums } = await query<{ currency_id: number; sum: string }>(
    database,
    `select currency_id, sum(available_minor + frozen_minor) as sum from balances group by currency_id
     having sum(available_minor + frozen_minor) <> 0`,
  );
  for (const { currency_id, sum } of sums) problems.push(`balances of currency ${currency_id} sum to ${sum}`);
  return problems;
}

async function verifyOrders(database: Queryable, exchange: Exchange): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await query<OrderRow>(
    database,
    `select * from orders where status = 'waiting' order by customer_id, order_id`,
  );
  const waiting = new Map<number, number>();
  for (const row of rows) {
    waiting.set(row.customer_id, (waiting.get(row.customer_id) ?? 0) + 1);
    const order = exchange.order(Number(row.order_id));
    if (!isDeepStrictEqual(toOrderView(row), order)) problems.push(`order ${row.order_id} differs`);
  }
  const { rows: customers } = await query<{ owner_id: number }>(
    database,
    'select distinct owner_id from balances where owner_id > 0',
  );
  for (const { owner_id: customerId } of customers) {
    const open = exchange.openOrders(customerId).length;
    const listed = waiting.get(customerId) ?? 0;
    if (open !== listed)
      problems.push(`customer ${customerId} has ${open} waiting orders, the table ${listed}`);
  }
  return problems;
}

/** Statements about the tables alone; each must find nothing. */
const SUMS: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: 'ledger entries do not add up to the balance of',
    sql: `select b.owner_id || '/' || b.account || '/' || b.currency_id as name
      from balances b left join (
        select owner_id, account, currency_id, sum(amount_minor) as total
        from ledger_entries group by owner_id, account, currency_id
      ) as entries using (owner_id, account, currency_id)
      where b.available_minor + b.frozen_minor <> coalesce(entries.total, 0)`,
  },
  {
    what: 'the balance after the last ledger entry is not the balance of',
    sql: `select b.owner_id || '/' || b.account || '/' || b.currency_id as name
      from balances b join (
        select distinct on (owner_id, account, currency_id) owner_id, account, currency_id, balance_after_minor
        from ledger_entries order by owner_id, account, currency_id, posting_id desc
      ) as entries using (owner_id, account, currency_id)
      where b.available_minor + b.frozen_minor <> entries.balance_after_minor`,
  },
  {
    what: 'trades do not add up to what was filled of order',
    sql: `select o.order_id as name
      from orders o left join (
        select order_id, sum(quantity_lots) as lots, sum(quote_minor) as quote, sum(fee_minor) as fee from (
          select taker_order_id as order_id, quantity_lots, quote_minor, taker_fee_minor as fee_minor from trades
          union all
          select maker_order_id, quantity_lots, quote_minor, maker_fee_minor from trades
        ) as sides group by order_id
      ) as fills using (order_id)
      where (o.filled_lots, o.filled_quote_minor, o.fee_minor)
        <> (coalesce(fills.lots, 0), coalesce(fills.quote, 0), coalesce(fills.fee, 0))`,
  },
  {
    what: 'waiting orders, pending withdrawals and open commitments do not add up to what is frozen of',
    sql: `select b.owner_id || '/' || b.currency_id as name
      from balances b left join (
        select owner_id, currency_id, sum(frozen) as frozen from (
          select o.customer_id as owner_id,
            case o.side when 'buy' then m.quote_id else m.base_id end as currency_id,
            o.frozen_minor as frozen
          from orders o join unnest($1::integer[], $2::integer[], $3::integer[]) as m (id, base_id, quote_id)
            on m.id = o.market_id
          where o.status = 'waiting'
          union all
          select customer_id, currency_id, amount_minor from withdrawal_states where state = 'pending'
          union all
          select o.customer_id, c.currency_id, c.amount_minor
          from launch_orders o join launch_commitments c using (order_id)
          where o.allocated_minor is null and not o.returned
        ) as holds group by owner_id, currency_id
      ) as held using (owner_id, currency_id)
      where b.account = 'spot' and b.frozen_minor <> coalesce(held.frozen, 0)`,
  },
  {
    what: 'the ledger and the state disagree on whether money has left with withdrawal',
    sql: `select w.withdrawal_id as name
      from withdrawal_states w left join ledger_entries e
        on e.owner_id = w.customer_id and e.currency_id = w.currency_id
          and e.reason = 'withdrawal' and e.reference = 'withdrawal:' || w.withdrawal_id
      group by w.withdrawal_id
      having coalesce(sum(-e.amount_minor), 0) <> case w.state when 'settled' then w.amount_minor else 0 end`,
  },
  {
    what: 'debts do not add up to the receivable of currency',
    sql: `select coalesce(b.currency_id, owed.currency_id) as name
      from (select currency_id, available_minor from balances where account = 'receivable') as b
      full join (select currency_id, sum(owed_minor) as total from customer_debts group by currency_id) as owed
        using (currency_id)
      where coalesce(b.available_minor, 0) + coalesce(owed.total, 0) <> 0`,
  },
  {
    what: 'an order that has ended still freezes funds:',
    sql: `select order_id as name from orders where status <> 'waiting' and frozen_minor <> 0`,
  },
  {
    what: 'the price log is broken at tick',
    // It goes on where its archive ends.
    sql: `select number as name from (
        select number, previous_hash, lag(number) over (order by number) as before,
          lag(hash) over (order by number) as hash_before
        from price_ticks
      ) as ticks
      left join (select last, last_hash from price_log_archives order by first desc limit 1) as archive on before is null
      where number <> coalesce(before, last, 0) + 1
        or previous_hash <> coalesce(hash_before, last_hash, decode(repeat('00', 32), 'hex'))`,
  },
];

async function verifySums(database: Queryable, exchange: Exchange): Promise<string[]> {
  const markets = exchange.markets();
  const values = [
    markets.map(market => market.id),
    markets.map(market => market.baseCurrencyId),
    markets.map(market => market.quoteCurrencyId),
  ];
  const problems: string[] = [];
  for (const { what, sql } of SUMS) {
    const { rows } = await query<{ name: string }>(
      database,
      `${sql} limit 10`,
      sql.includes('$1') ? values : [],
    );
    for (const { name } of rows) problems.push(`${what} ${name}`);
  }
  return problems;
}

async function verifyPriceLog(database: Queryable, exchange: Exchange): Promise<string[]> {
  const head = exchange.priceLogHead();
  const { rows } = await query<{ number: string; hash: string }>(
    database,
    `select number, encode(hash, 'hex') as hash from price_ticks order by number desc limit 1`,
  );
  const number = Number(rows[0]?.number ?? 0);
  if (number === head.number && (number === 0 || rows[0]?.hash === head.hash)) return [];
  return [`the price log ends with tick ${number}, the exchange is at ${head.number}`];
}

interface OrderRow {
  customer_id: number;
  order_id: string;
  market_id: number;
  side: OrderView['side'];
  order_type: OrderView['orderType'];
  time_in_force: OrderView['timeInForce'];
  post_only: boolean;
  price_ticks: number | null;
  quantity_lots: string | null;
  budget_minor: string | null;
  trigger_ticks: number | null;
  triggered: boolean;
  client_order_id: string | null;
  status: OrderView['status'];
  reason: OrderView['reason'];
  filled_lots: string;
  filled_quote_minor: string;
  fee_minor: string;
  frozen_minor: string;
  placed_at_ms: string;
  updated_at_ms: string;
}

function toOrderView(row: OrderRow): OrderView {
  return {
    orderId: Number(row.order_id),
    customerId: row.customer_id,
    marketId: row.market_id,
    side: row.side,
    orderType: row.order_type,
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    priceTicks: row.price_ticks,
    quantityLots: row.quantity_lots === null ? null : Number(row.quantity_lots),
    budgetMinor: row.budget_minor === null ? null : BigInt(row.budget_minor),
    triggerTicks: row.trigger_ticks,
    triggered: row.triggered,
    clientOrderId: row.client_order_id,
    status: row.status,
    reason: row.reason,
    filledLots: Number(row.filled_lots),
    filledQuoteMinor: BigInt(row.filled_quote_minor),
    feeMinor: BigInt(row.fee_minor),
    frozenMinor: BigInt(row.frozen_minor),
    placedAtMs: Number(row.placed_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
  };
}

function nameOf(key: AccountKey): string {
  return `${key.ownerId}/${key.account}/${key.currencyId}`;
}

function query<R extends object>(
  database: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<{ rows: R[] }> {
  return (database as Pool).query<R>(sql, [...values]);
}
