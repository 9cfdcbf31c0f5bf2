import { NONE } from '../book/order-pool.ts';
import { ASK, BID, type BookSide } from '../book/side.ts';
import { toBigInt } from '../money/whole.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { isNotFilled } from './taking.ts';

/** What both sides of a book would pay and ask for an order of some size, on average. */
interface ImpactPrices {
  readonly bidTicks: number;
  readonly askTicks: number;
}

/**
 * Impact bid and ask, between which the book's mid price is taken: what selling, and buying, lots worth the contract's impact notional at
 * the index would fetch and cost on average, in ticks, rounded away from the mid. Null, if one side has not got so
 * much, or if the two are so far apart that their mid says nothing: by more than twice the lowest maintenance rate.
 *
 * The best prices alone may be one lot of somebody who wants to move the mark; these are an offer that costs its maker
 * money when it is not meant. Orders that would not be filled are no offer. Ends after as many orders as lots.
 */
export function impactPrices(market: PerpetualMarket, indexE8: number): ImpactPrices | null {
  const { impactNotionalMinor, quoteMinorPerTickLot, tickE8, tiers } = market.contract;
  const lotE8 = toBigInt(indexE8) * quoteMinorPerTickLot;
  const lots = Number((impactNotionalMinor * toBigInt(tickE8) + lotE8 - 1n) / lotE8);
  const bidTicks = averageTicks(market, BID, lots);
  const askTicks = averageTicks(market, ASK, lots);
  if (bidTicks === 0 || askTicks === 0) return null;
  const apart = toBigInt(askTicks - bidTicks) * 1_000_000n;
  return apart > toBigInt(askTicks + bidTicks) * toBigInt(tiers[0]!.maintenancePpm)
    ? null
    : { bidTicks, askTicks };
}

/** Bids truncated, asks rounded up; 0 if the side has fewer lots. */
function averageTicks(market: PerpetualMarket, side: BookSide, lots: number): number {
  const { book } = market;
  let left = lots;
  let sum = 0n;
  for (let slot = book.best(side); slot !== NONE; slot = book.next(slot)) {
    if (isNotFilled(market, market.restingAt(slot))) continue;
    const take = Math.min(left, book.lotsAt(slot));
    sum += toBigInt(book.priceAt(slot)) * toBigInt(take);
    left -= take;
    if (left > 0) continue;
    const count = toBigInt(lots);
    return Number((side === BID ? sum : sum + count - 1n) / count);
  }
  return 0;
}
