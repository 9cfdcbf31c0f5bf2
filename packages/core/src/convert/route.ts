import { COUNTING_CURRENCY_ID } from '../limit/valuation.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { Markets } from '../market/market.ts';

/** The routes from one currency to another: the direct market, and over the counting currency. */
export function routesBetween(
  markets: Markets,
  fromCurrencyId: number,
  toCurrencyId: number,
): readonly (readonly ListedMarket[])[] {
  const all = markets.all();
  const direct = marketOf(all, fromCurrencyId, toCurrencyId);
  const routes = direct === undefined ? [] : [[direct]];
  const first = marketOf(all, fromCurrencyId, COUNTING_CURRENCY_ID);
  const second = marketOf(all, COUNTING_CURRENCY_ID, toCurrencyId);
  return first === undefined || second === undefined ? routes : [...routes, [first, second]];
}

/** The market with the lowest id between the two currencies, whichever is its base. */
function marketOf(all: readonly ListedMarket[], one: number, other: number): ListedMarket | undefined {
  return all.find(
    ({ base, quote }) => (base.id === one && quote.id === other) || (base.id === other && quote.id === one),
  );
}
