import type { ReadonlyExchange } from '@tallystick/core';
import { brokenRows, type TableRule } from './broken-rows.ts';
import { verifyOptions } from './verify-options.ts';
import { verifyLaunch } from './verify-launch.ts';
import { verifyConversions } from './verify-conversions.ts';
import { verifyReferral } from './verify-referral.ts';
import { verifyTrust } from './verify-trust.ts';
import { verifyPerpetual } from './verify-perpetual.ts';
import type { Queryable } from './queryable.ts';
import { problemsOf } from './select.ts';
import { ComparedState, verifyNewestTick, verifyZero } from './verify-state.ts';

/**
 * Compares what the database tells customers with the exchange it was derived from, and the tables with each other.
 * Nothing may be committed meanwhile. Returns what does not agree, in words; empty when all is well.
 */
export async function verifyProjections(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  return [
    ...(await new ComparedState(exchange).compareAll(database)),
    ...(await verifyZero(database)),
    ...(await verifyPerpetual(database, exchange)),
    ...(await problemsOf(verifyOptions(database))),
    ...(await problemsOf(verifyTrust(database))),
    ...(await verifyReferral(database)),
    ...(await verifyConversions(database)),
    ...(await problemsOf(verifyLaunch(database, exchange))),
    ...(await verifySums(database, exchange)),
    ...(await verifyNewestTick(database, exchange)),
  ];
}

/** Each must find nothing. */
const SUMS: readonly TableRule[] = [
  {
    what: 'ledger entries do not add up to the balance of',
    sql: `select owner_id || '/' || account || '/' || currency_id as name from (
        select owner_id, account, currency_id, available_minor + frozen_minor as minor from balances
        union all
        select owner_id, account, currency_id, -amount_minor from ledger_entries
      ) as both_sides group by owner_id, account, currency_id having sum(minor) <> 0`,
  },
  {
    what: 'the balance after the last ledger entry is not the balance of',
    sql: `select owner_id || '/' || account || '/' || currency_id as name from (
        select owner_id, account, currency_id, available_minor + frozen_minor as minor from balances
        union all
        (select distinct on (owner_id, account, currency_id) owner_id, account, currency_id, -balance_after_minor
          from ledger_entries order by owner_id, account, currency_id, posting_id desc)
      ) as both_sides group by owner_id, account, currency_id having count(*) = 2 and sum(minor) <> 0`,
  },
  {
    what: 'trades do not add up to what was filled of order',
    sql: `select order_id as name from (
        select order_id, filled_lots as lots, filled_quote_minor as quote, fee_minor as fee from orders
        union all
        select taker_order_id, -quantity_lots, -quote_minor, -taker_fee_minor from trades
        union all
        select maker_order_id, -quantity_lots, -quote_minor, -maker_fee_minor from trades
      ) as both_sides group by order_id having (sum(lots), sum(quote), sum(fee)) <> (0, 0, 0)`,
  },
  {
    what: 'waiting orders, pending withdrawals and open commitments do not add up to what is frozen of',
    sql: `select owner_id || '/' || currency_id as name from (
        select owner_id, currency_id, frozen_minor as frozen from balances where account = 'spot'
        union all
        select o.customer_id, case o.side when 'buy' then m.quote_id else m.base_id end, -o.frozen_minor
        from orders o join unnest($1::integer[], $2::integer[], $3::integer[]) as m (id, base_id, quote_id)
          on m.id = o.market_id
        where o.status = 'waiting'
        union all
        select customer_id, currency_id, -amount_minor from withdrawal_states where state = 'pending'
        union all
        select o.customer_id, c.currency_id, -c.amount_minor
        from launch_orders o join launch_commitments c using (order_id)
        where o.allocated_minor is null and not o.returned
      ) as both_sides group by owner_id, currency_id having sum(frozen) <> 0`,
  },
  {
    what: 'the ledger and the state disagree on whether money has left with withdrawal',
    sql: `select substr(reference, 12) as name from (
        select owner_id, currency_id, reference, -amount_minor as minor from ledger_entries
        where owner_id > 0 and reason = 'withdrawal'
        union all
        select customer_id, currency_id, 'withdrawal:' || withdrawal_id,
          case state when 'settled' then -amount_minor else 0 end
        from withdrawal_states
      ) as both_sides group by owner_id, currency_id, reference having sum(minor) <> 0`,
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

async function verifySums(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  const markets = exchange.markets();
  return brokenRows(database, SUMS, [
    markets.map(market => market.id),
    markets.map(market => market.baseCurrencyId),
    markets.map(market => market.quoteCurrencyId),
  ]);
}
