import { COUNTING_CURRENCY_ID } from '../limit/valuation.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { Markets } from '../market/market.ts';

/** The ways from one currency to another: the market of the two, and one through the counting currency. */
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

/** The market with the lowest id that trades the two for one another, whichever is the base. */
function marketOf(all: readonly ListedMarket[], one: number, other: number): ListedMarket | undefined {
  return all.find(
    ({ base, quote }) => (base.id === one && quote.id === other) || (base.id === other && quote.id === one),
  );
}
