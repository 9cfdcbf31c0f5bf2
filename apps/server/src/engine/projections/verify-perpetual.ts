import type { Exchange } from '@tallystick/core';
import type { Queryable } from './queryable.ts';

/**
 * Compares open interest with the exchange, and the tables of perpetual contracts with each other and with the
 * ledger. Returns words of disagreement, or nothing.
 */
export async function verifyPerpetual(database: Queryable, exchange: Exchange): Promise<string[]> {
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
  for (const { what, sql } of SUMS) {
    const values = sql.includes('$1')
      ? [contracts.map(one => one.marketId), contracts.map(one => one.quoteCurrencyId)]
      : [];
    const found = await database.query<{ name: string }>(`${sql} limit 10`, values);
    for (const { name } of found.rows) problems.push(`${what} ${name}`);
  }
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
  select short_position_id, 'close', lots, value_minor, 0, 0 from perpetual_offsets`;

/** Statements about the tables alone; each must find nothing. */
const SUMS: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: 'fills, deleveragings and offsets do not add up to what was opened and closed of position',
    sql: `select p.position_id as name
      from positions p left join (
        select position_id,
          sum(lots) filter (where effect = 'open') as opened,
          sum(value) filter (where effect = 'open') as opened_value,
          sum(lots) filter (where effect = 'close') as closed,
          sum(value) filter (where effect = 'close') as closed_value,
          sum(fee) as fee
        from (${LOTS}) as parts group by position_id
      ) as done using (position_id)
      where (p.opened_lots, p.opened_value_minor, p.closed_lots, p.closed_value_minor, p.fee_minor)
        <> (coalesce(opened, 0), coalesce(opened_value, 0), coalesce(closed, 0), coalesce(closed_value, 0),
          coalesce(fee, 0))`,
  },
  {
    what: 'what was opened and closed does not explain entry value and profit of position',
    sql: `select position_id as name from positions
      where case side when 'long' then 1 else -1 end
        * (closed_value_minor - (opened_value_minor - entry_value_minor)) <> realised_minor`,
  },
  {
    what: 'margins and waiting orders do not add up to what is frozen of',
    sql: `select b.owner_id || '/' || b.currency_id as name
      from balances b left join (
        select p.customer_id as owner_id, c.currency_id, sum(p.margin_minor + p.waiting_minor) as held
        from positions p join unnest($1::integer[], $2::integer[]) as c (market_id, currency_id) using (market_id)
        group by p.customer_id, c.currency_id
      ) as held using (owner_id, currency_id)
      where b.account = 'contract' and b.frozen_minor <> coalesce(held.held, 0)`,
  },
  {
    what: 'funding payments do not add up to the funding of position',
    sql: `select p.position_id as name
      from positions p left join (
        select position_id, sum(amount_minor) as amount from perpetual_funding_payments group by position_id
      ) as paid using (position_id)
      where p.funding_minor <> coalesce(paid.amount, 0)`,
  },
  {
    what: 'liquidations do not add up to what the insurance fund paid for position',
    sql: `select p.position_id as name
      from positions p left join (
        select position_id, sum(insurance_paid_minor) as paid from perpetual_liquidations group by position_id
      ) as helped using (position_id)
      where p.insurance_paid_minor <> coalesce(helped.paid, 0)`,
  },
  {
    what: 'payments and the remainder do not sum to zero in funding',
    sql: `select f.market_id || '/' || f.funding_id as name
      from perpetual_fundings f left join (
        select market_id, funding_id, sum(amount_minor) as net,
          sum(-amount_minor) filter (where amount_minor < 0) as collected
        from perpetual_funding_payments group by market_id, funding_id
      ) as paid using (market_id, funding_id)
      where coalesce(net, 0) + f.rounding_minor <> 0 or coalesce(collected, 0) <> f.collected_minor`,
  },
  {
    what: 'a position that has ended still holds margin or lots:',
    sql: `select position_id as name from positions
      where status in ('closed', 'cancelled')
        and (margin_minor <> 0 or waiting_minor <> 0 or waiting_lots <> 0 or opened_lots <> closed_lots)`,
  },
];
