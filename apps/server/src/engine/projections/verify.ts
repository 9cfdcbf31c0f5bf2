import type { ReadonlyExchange } from '@tallystick/core';
import { VERIFIED_PRODUCTS } from '../products/verified.ts';
import { brokenRows, type TableRule } from './broken-rows.ts';
import { houseIds, quotesOf } from './house-quotes.ts';
import type { Queryable } from './queryable.ts';
import { problemsOf } from './select.ts';
import { ComparedState, verifyNewestTick, verifyZero } from './verify-state.ts';

/**
 * Compares what the database shows to customers with the exchange it was derived from, and the tables with each other.
 * Nothing may be committed meanwhile. Returns the differences in words; empty if there are none.
 */
export async function verifyProjections(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  const problems = await new ComparedState(exchange).compareAll(database);
  problems.push(...(await verifyZero(database)));
  for (const { rules = [], verify } of VERIFIED_PRODUCTS) {
    if (verify !== undefined) problems.push(...(await problemsOf(verify(database, exchange))));
    problems.push(...(await problemsOf(brokenRows(database, rules))));
  }
  problems.push(...(await verifySums(database, exchange)));
  return [...problems, ...(await verifyNewestTick(database, exchange))];
}

/** Each must return no rows. */
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
    what: 'waiting orders, pending withdrawals and open commitments do not add up to what is frozen of',
    sql: `select owner_id || '/' || currency_id as name from (
        ${[
          `select owner_id, currency_id, frozen_minor as frozen from balances where account = 'spot'`,
          ...VERIFIED_PRODUCTS.flatMap(({ frozenInSpot }) => frozenInSpot ?? []),
        ].join(' union all ')}
      ) as both_sides group by owner_id, currency_id having sum(frozen) <> 0`,
  },
];

async function verifySums(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  const markets = exchange.markets();
  const currencies = new Map(
    markets.map(one => [one.id, { buy: one.quoteCurrencyId, sell: one.baseCurrencyId }]),
  );
  const quotes = houseIds(exchange)
    .flatMap(id => exchange.openOrders(id))
    .filter(quotesOf(exchange));
  return brokenRows(database, SUMS, [
    markets.map(market => market.id),
    markets.map(market => market.baseCurrencyId),
    markets.map(market => market.quoteCurrencyId),
    quotes.map(quote => quote.orderId),
    quotes.map(quote => quote.customerId),
    quotes.map(quote => currencies.get(quote.marketId)?.[quote.side]),
    quotes.map(quote => quote.frozenMinor),
  ]);
}
