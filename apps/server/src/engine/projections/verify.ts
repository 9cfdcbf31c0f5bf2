import type { Exchange } from '@tallystick/core';
import { verifyOptions } from './verify-options.ts';
import { verifyLaunch } from './verify-launch.ts';
import { verifyReferral } from './verify-referral.ts';
import { verifyTrust } from './verify-trust.ts';
import { verifyPerpetual } from './verify-perpetual.ts';
import type { Queryable } from './queryable.ts';
import { ownersFrom, verifyNewestTick, verifyState, verifyZero } from './verify-state.ts';

/**
 * Compares what the database tells customers with the exchange it was derived from, and the tables with each other.
 * Nothing may be committed meanwhile. Returns what does not agree, in words; empty when all is well.
 */
export async function verifyProjections(database: Queryable, exchange: Exchange): Promise<string[]> {
  return [
    ...(await verifyState(database, exchange, ownersFrom(exchange, 0, Infinity))),
    ...(await verifyZero(database)),
    ...(await verifyPerpetual(database, exchange)),
    ...(await verifyOptions(database)),
    ...(await verifyTrust(database)),
    ...(await verifyReferral(database)),
    ...(await verifyLaunch(database, exchange)),
    ...(await verifySums(database, exchange)),
    ...(await verifyNewestTick(database, exchange)),
  ];
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
    const { rows } = await database.query<{ name: string }>(
      `${sql} limit 10`,
      sql.includes('$1') ? values : [],
    );
    for (const { name } of rows) problems.push(`${what} ${name}`);
  }
  return problems;
}
