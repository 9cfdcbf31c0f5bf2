import type { ReadonlyExchange } from '@tallystick/core';
import { compareRows } from '../../projections/compare.ts';
import { houseIds, quotesOf } from '../../projections/house-quotes.ts';
import { brokenRows, type TableRule } from '../../projections/broken-rows.ts';
import { completeSince } from '../../history/floors.ts';
import type { VerifiedProduct } from '../verified-product.ts';
import { CONDITIONAL_ORDERS, PERPETUAL_ORDERS, POSITIONS } from './tables.ts';
import type { Queryable } from '../../projections/queryable.ts';

/**
 * Compares open interest with the exchange, and the tables of perpetual contracts with each other and the ledger. Returns
 * differences in words, if any.
 */
async function verify(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  const problems: string[] = [];
  const { perpetual } = exchange;
  const contracts = perpetual.contracts();
  for (const { marketId, symbol } of contracts) {
    const found = await database.query<{ side: string; lots: string }>(
      `select side, sum(opened_lots - closed_lots) as lots from positions
        where market_id = $1 and status = 'holding' group by side order by side`,
      [marketId],
    );
    const lots = (side: string): number => Number(found.rows.find(row => row.side === side)?.lots ?? 0);
    const interest = perpetual.openInterestLots(marketId);
    if (lots('long') !== interest || lots('short') !== interest) {
      problems.push(
        `open interest of ${symbol} is ${interest}, the table has ${lots('long')} long and ${lots('short')} short`,
      );
    }
  }
  const currencies = new Map(contracts.map(one => [one.marketId, one.quoteCurrencyId]));
  const quotes = houseIds(exchange)
    .flatMap(id => perpetual.positionsOf(id))
    .filter(quotesOf(exchange));
  const values = [
    [...currencies.keys()],
    [...currencies.values()],
    quotes.map(quote => quote.positionId),
    quotes.map(quote => quote.customerId),
    quotes.map(quote => currencies.get(quote.marketId)),
    quotes.map(quote => quote.marginMinor + quote.waitingMinor),
  ];
  problems.push(...(await brokenRows(database, SUMS, values)));
  return problems;
}

/** Every way in which lots of a position are opened or closed. */
const LOTS = `
  select taker_position_id as position_id, taker_effect as effect, quantity_lots as lots, value_minor as value,
    taker_fee_minor as fee, taker_realised_minor as realised from perpetual_trades
  union all
  select maker_position_id, maker_effect, quantity_lots, value_minor, maker_fee_minor, maker_realised_minor
    from perpetual_trades
  union all
  select position_id, 'close', lots, value_minor, 0, realised_minor from perpetual_deleveragings
  union all
  select position_id, 'close', deleveraged_lots, deleveraged_value_minor, fee_minor, 0 from perpetual_liquidations
  union all
  select long_position_id, 'close', lots, value_minor, 0, 0 from perpetual_offsets
  union all
  select short_position_id, 'close', lots, value_minor, 0, 0 from perpetual_offsets
  union all
  select from_position_id, 'close', lots, entry_value_minor, 0, 0 from position_merges
  union all
  select into_position_id, 'open', lots, entry_value_minor, 0, 0 from position_merges`;

/** Each must return no rows. */
const SUMS: readonly TableRule[] = [
  {
    what: 'fills do not add up to what is filled of order',
    sql: `select order_id as name from (
        select order_id, filled_lots as lots, filled_value_minor as value, fee_minor as fee,
          realised_minor as realised, placed_at_ms from perpetual_orders
        union all
        select taker_order_id, -quantity_lots, -value_minor, -taker_fee_minor, -taker_realised_minor, null
        from perpetual_trades where taker_order_id in (select order_id from perpetual_orders)
        union all
        select maker_order_id, -quantity_lots, -value_minor, -maker_fee_minor, -maker_realised_minor, null
        from perpetual_trades where maker_order_id in (select order_id from perpetual_orders)
      ) as both_sides group by order_id
      having (sum(lots), sum(value), sum(fee), sum(realised)) <> (0, 0, 0, 0)
        and max(placed_at_ms) >= ${completeSince('perpetual_trades')}`,
  },
  {
    what: 'fills, deleveragings and offsets do not add up to what was opened and closed of position',
    // Of older positions, some fills may be gone.
    sql: `select position_id as name from (
        select position_id, opened_lots as opened, opened_value_minor as opened_value,
          closed_lots as closed, closed_value_minor as closed_value, fee_minor as fee, placed_at_ms from positions
        union all
        select position_id,
          case effect when 'open' then -lots else 0 end, case effect when 'open' then -value else 0 end,
          case effect when 'close' then -lots else 0 end, case effect when 'close' then -value else 0 end, -fee, null
        from (${LOTS}) as parts
      ) as both_sides group by position_id
      having (sum(opened), sum(opened_value), sum(closed), sum(closed_value), sum(fee)) <> (0, 0, 0, 0, 0)
        and coalesce(max(placed_at_ms) >= ${completeSince('perpetual_trades')}, true)`,
  },
  {
    what: 'what was opened and closed does not explain entry value and profit of position',
    sql: `select position_id as name from positions
      where case side when 'long' then 1 else -1 end
        * (closed_value_minor - (opened_value_minor - entry_value_minor)) <> realised_minor`,
  },
  {
    what: 'margins and waiting orders do not add up to what is frozen of',
    sql: `select owner_id || '/' || currency_id as name from (
        select owner_id, currency_id, frozen_minor as frozen from balances where account = 'contract'
        union all
        select p.customer_id, c.currency_id, -(p.margin_minor + p.waiting_minor)
        from positions p join unnest($1::integer[], $2::integer[]) as c (market_id, currency_id) using (market_id)
        where p.position_id <> all ($3::bigint[])
        union all
        select o.customer_id, c.currency_id, -o.waiting_minor
        from perpetual_orders o join unnest($1::integer[], $2::integer[]) as c (market_id, currency_id) using (market_id)
        where o.status = 'open'
        union all select unnest($4::integer[]), unnest($5::integer[]), -unnest($6::bigint[])
      ) as both_sides group by owner_id, currency_id having sum(frozen) <> 0`,
  },
  {
    what: 'funding payments do not add up to the funding of position',
    sql: `select position_id as name from (
        select position_id, funding_minor as minor from positions
        union all
        select position_id, -amount_minor from perpetual_funding_payments
      ) as both_sides group by position_id having sum(minor) <> 0`,
  },
  {
    what: 'liquidations do not add up to what the insurance fund paid for position',
    sql: `select position_id as name from (
        select position_id, insurance_paid_minor as minor from positions
        union all
        select position_id, -insurance_paid_minor from perpetual_liquidations
      ) as both_sides group by position_id having sum(minor) <> 0`,
  },
  {
    what: 'top-ups do not add up to what was added by them to position',
    sql: `select position_id as name from (
        select position_id, coalesce(adjusted_top_up_used_minor, 0) as minor from positions
        union all
        select position_id, -amount_minor from perpetual_top_ups
      ) as both_sides group by position_id having sum(minor) <> 0`,
  },
  {
    what: 'payments and the remainder do not sum to zero in funding',
    sql: `select market_id || '/' || funding_id as name from (
        select market_id, funding_id, rounding_minor as net, collected_minor as collected from perpetual_fundings
        union all
        select market_id, funding_id, amount_minor, least(amount_minor, 0) from perpetual_funding_payments
      ) as both_sides group by market_id, funding_id having (sum(net), sum(collected)) <> (0, 0)`,
  },
  {
    what: 'a position that has ended still holds margin or lots:',
    sql: `select position_id as name from positions
      where status in ('closed', 'cancelled')
        and (margin_minor <> 0 or waiting_minor <> 0 or waiting_lots <> 0 or opened_lots <> closed_lots)`,
  },
];

export const PERPETUAL_VERIFIED: VerifiedProduct = {
  verify,
  compared: [
    compareRows(
      'open positions',
      POSITIONS,
      `status in ('pending', 'holding')`,
      exchange => owner =>
        exchange.perpetual.positionsOf(owner).toSorted((a, b) => a.positionId - b.positionId),
      quotesOf,
    ),
    compareRows(
      'waiting orders of contracts',
      PERPETUAL_ORDERS,
      `status = 'open'`,
      exchange => owner => exchange.perpetual.ordersOf(owner),
    ),
    compareRows(
      'waiting conditional orders',
      CONDITIONAL_ORDERS,
      `status = 'waiting'`,
      exchange => owner => exchange.perpetual.conditionalOrdersOf(owner),
    ),
  ],
};
