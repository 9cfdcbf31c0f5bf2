import { NONE } from '../book/order-pool.ts';
import { ASK, BID, type BookSide } from '../book/side.ts';
import { toBigInt } from '../money/integer.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { isNotFilled } from './taking.ts';

/** The average prices at which both sides of a book would take an order of some size. */
interface ImpactPrices {
  readonly bidTicks: number;
  readonly askTicks: number;
}

/**
 * Impact bid and ask, the two prices the mid is computed from: the average prices at which lots worth the contract's
 * impact notional at the index would sell and buy, in ticks, rounded away from the mid. Null if one side has too few
 * lots, or if the prices are so far apart that their mid means nothing: by more than twice the lowest maintenance rate.
 *
 * The best prices alone may be one lot of somebody who wants to move the mark. Quotes of this size cost their maker
 * money if they are not meant. Orders that would not be filled do not count. Stops after as many orders as lots.
 */
export function impactPrices(market: PerpetualMarket, indexE8: number): ImpactPrices | null {
  const { impactNotionalMinor, quoteMinorPerTickLot, tickE8, tiers } = market.contract;
  market.accounts.takerComes();
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
