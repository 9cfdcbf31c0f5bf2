import { COUNTING_CURRENCY_ID } from '../limits/valuation.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { Markets } from '../market/markets.ts';

/** The markets from one currency to another: of the two, else through the counting currency; null if there is no way. */
export function routeBetween(
  markets: Markets,
  fromCurrencyId: number,
  toCurrencyId: number,
): readonly ListedMarket[] | null {
  const all = markets.all();
  const direct = marketOf(all, fromCurrencyId, toCurrencyId);
  if (direct !== undefined) return [direct];
  const first = marketOf(all, fromCurrencyId, COUNTING_CURRENCY_ID);
  const second = marketOf(all, COUNTING_CURRENCY_ID, toCurrencyId);
  return first === undefined || second === undefined ? null : [first, second];
}

/** The market with the lowest id that trades the two for one another, whichever is the base. */
function marketOf(all: readonly ListedMarket[], one: number, other: number): ListedMarket | undefined {
  return all.find(
    ({ base, quote }) => (base.id === one && quote.id === other) || (base.id === other && quote.id === one),
  );
}
