import { NONE } from '../book/order-pool.ts';
import { BID, oppositeOf, type BookSide } from '../book/side.ts';
import type { SelfTradeMode } from '../spot/order.ts';
import { bankruptcyTicks, feeOf, survives, valueAtTicks, type Exposure } from './formulas.ts';
import { Foresight, nettedBy } from './netting.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position, WaitingOrder, PerpetualTrader } from './position.ts';

interface Fill {
  readonly priceTicks: number;
  readonly lots: number;
}

/** What a taker would get right now; matching the same order next gives exactly this. */
export interface Taking {
  readonly fills: readonly Fill[];
  readonly lots: number;
  /** Lots that would meet the taker's own and be taken off both. */
  readonly preventedLots: number;
  readonly valueMinor: bigint;
  /** Why it stops: everything is found, the next maker is the same customer, or nothing is left within the limit. */
  readonly end: 'wanted' | 'self' | 'book';
}

/**
 * Walks the book without changing it. `leaving`: an order of the taker's own that is cancelled first, so it is not met.
 * Makers that matching would cancel instead of filling are skipped.
 */
export function look(
  market: PerpetualMarket,
  trader: PerpetualTrader,
  side: BookSide,
  limitTicks: number,
  wantedLots: number,
  leaving: WaitingOrder | null = null,
  selfTrade: SelfTradeMode = 'expireTaker',
): Taking {
  const { book, contract } = market;
  let foresight: Foresight | null = null;
  const fills: Fill[] = [];
  let lots = 0;
  let preventedLots = 0;
  let valueMinor = 0n;
  const taking = (end: Taking['end']): Taking => ({ fills, lots, preventedLots, valueMinor, end });
  for (let slot = book.best(oppositeOf(side)); slot !== NONE; slot = book.next(slot)) {
    const priceTicks = book.priceAt(slot);
    if (side === BID ? priceTicks > limitTicks : priceTicks < limitTicks) break;
    const maker = market.restingAt(slot);
    if (maker === leaving) continue;
    const leftLots = wantedLots - lots - preventedLots;
    if (maker.position.trader === trader) {
      if (selfTrade === 'expireMaker') continue;
      if (selfTrade !== 'decrement') return taking('self');
      preventedLots += Math.min(maker.lots, leftLots);
      if (lots + preventedLots === wantedLots) return taking('wanted');
      continue;
    }
    let take: number;
    if (maker.order === null) {
      if (isNotFilled(market, maker)) continue;
      take = Math.min(maker.lots, leftLots);
      fills.push({ priceTicks, lots: take });
    } else {
      const reduced = (foresight ??= new Foresight()).of(maker);
      if (isNotFilledBy(market, maker, reduced)) continue;
      const offered = reduced !== null && maker.effect === 'close' ? reduced.waitingLots(maker) : maker.lots;
      take = Math.min(offered, leftLots);
      // In net mode the order closes what it can, and opens with the rest: two fills.
      const closes = reduced === null ? 0 : Math.min(take, reduced.lots);
      if (closes > 0) reduced!.close(closes, maker);
      for (const count of [closes, take - closes]) if (count > 0) fills.push({ priceTicks, lots: count });
    }
    lots += take;
    valueMinor += valueAtTicks(contract, priceTicks, take);
    if (lots + preventedLots === wantedLots) return taking('wanted');
  }
  return taking('book');
}

/** Fees of the fills, each truncated separately as it will be charged. */
export function feesOf(market: PerpetualMarket, fills: readonly Fill[], ppm: number): bigint {
  let fees = 0n;
  for (const { priceTicks, lots } of fills)
    fees += feeOf(valueAtTicks(market.contract, priceTicks, lots), ppm);
  return fees;
}

/**
 * Whether an order waits at a price where it must not be filled. A closing order: its position's margin, since reduced
 * by funding, would not cover the loss. An opening order: mark or index has moved so far that its position would be
 * liquidated at once. Otherwise two accounts of one person could trade there at the insurance fund's cost.
 */
export function isNotFilled(market: PerpetualMarket, order: WaitingOrder): boolean {
  return isNotFilledBy(market, order, order.effect === 'close' ? order.position : nettedBy(order));
}

/** `reduced`: what it closes first, as it is by then. */
function isNotFilledBy(market: PerpetualMarket, order: WaitingOrder, reduced: Exposure | null): boolean {
  if (order.effect === 'open' && hasLapsed(market, order.position)) return true;
  return reduced !== null && reduced.lots > 0 && isBeyondBankruptcy(market, reduced, order.priceTicks);
}

/** The mark cancels these orders itself, but not while trading is halted. */
function hasLapsed(market: PerpetualMarket, { side, lapse }: Position): boolean {
  const { markE8, indexE8 } = market.mark!;
  return lapse.heapAt >= 0 && !survives(side, lapse.priceE8, markE8, indexE8);
}

function isBeyondBankruptcy(market: PerpetualMarket, reduced: Exposure, priceTicks: number): boolean {
  const bound = bankruptcyTicks(market.contract, reduced);
  return reduced.side === 'long' ? priceTicks < bound : priceTicks > bound;
}
