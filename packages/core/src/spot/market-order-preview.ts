import { BID, oppositeOf, type BookSide } from '../book/side.ts';
import { divideWhole, ppmOf } from '../money/ppm.ts';
import { toBigInt } from '../money/integer.ts';
import type { PlaceOrder } from './command.ts';
import { makersInTurn } from './makers-in-turn.ts';
import type { Side } from './order.ts';
import type { SpotMarket } from './spot-market.ts';
import type { TakingEnd } from './taking.ts';

/** Orders that would need more makers are refused, so that one conversion stays bounded. */
const MOST_FILLS = 1000;

/** What a market order would take right now, with its fee, both truncated per fill like the real order. */
export interface MarketOrderPreview {
  readonly lots: number;
  /** Quote minor units. */
  readonly valueMinor: number;
  /** In the received currency. */
  readonly feeMinor: number;
  readonly end: TakingEnd;
}

/** One of several orders that are executed together, as `previewMarketOrder` saw it. */
export interface PreviewedOrder {
  readonly marketId: number;
  readonly side: Side;
  readonly lots: number;
  /** Quote minor units. */
  readonly valueMinor: number;
  /** What the order is given (sale: the lots' base; purchase: the budget), and what it uses of it. */
  readonly givenMinor: number;
  readonly paidMinor: number;
}

/**
 * Walks the book without changing it, within the price band: up to `wantedLots`, or as many as `budgetMinor` of the
 * quote buys. A market order placed right after gets exactly this. `customerId` 0 owns no order.
 */
export function previewMarketOrder(
  market: SpotMarket,
  customerId: number,
  side: BookSide,
  wantedLots: number,
  budgetMinor: number | null,
): MarketOrderPreview {
  const { listed } = market;
  const buys = side === BID;
  let lots = 0;
  let valueMinor = 0;
  let feeMinor = 0;
  let fills = 0;
  const done = (end: TakingEnd): MarketOrderPreview => ({ lots, valueMinor, feeMinor, end });
  for (const maker of makersInTurn(market, oppositeOf(side))) {
    const price = maker.priceTicks;
    if (buys ? price > listed.highestPriceTicks : price < listed.lowestPriceTicks) break;
    if (maker.ownerId === customerId) return done('self');
    if (++fills > MOST_FILLS) break;
    const wanted = Math.min(maker.lots, wantedLots - lots);
    const payable =
      budgetMinor === null ? wanted : divideWhole(budgetMinor - valueMinor, listed.valueMinor(price, 1));
    const take = Math.min(wanted, payable);
    const value = listed.valueMinor(price, take);
    lots += take;
    valueMinor += value;
    feeMinor += ppmOf(buys ? take * listed.baseMinorPerLot : value, listed.takerFeePpm);
    if (payable < wanted) return done('budget');
    if (lots === wantedLots) return done('wanted');
  }
  return done('book');
}

/** All or nothing, at any price within the band. */
export function marketOrder(
  customerId: number,
  { marketId, side, lots, givenMinor }: PreviewedOrder,
): PlaceOrder {
  return {
    type: 'placeOrder',
    customerId,
    marketId,
    side,
    orderType: 'market',
    timeInForce: 'FOK',
    postOnly: false,
    priceTicks: null,
    quantityLots: side === 'sell' ? lots : null,
    budgetMinor: side === 'buy' ? toBigInt(givenMinor) : null,
    triggerTicks: null,
    clientOrderId: null,
  };
}
