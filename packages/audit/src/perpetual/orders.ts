import type { Refusal } from '../part.ts';
import { least, most } from '../numbers.ts';
import { carriedBy, refuseOutflow } from './account.ts';
import { openingLimits, worstTaking } from './band.ts';
import { shareOf, type Contract } from './contract.ts';
import { hasReached, liquidationE8, tierOf, valueAt, type Held, type Side } from './figures.ts';
import { clearWay, crosses, look, take, type Look } from './matching.ts';
import { newOrder } from './new-order.ts';
import { bookSideOf, isStale, type Contracted, type Order, type Trader } from './state.ts';
import type { OrderTerms, Venue } from './venue.ts';

/** Pending and held positions of a customer in one contract. */
const MOST_POSITIONS = 500;

/** What an order would do now: what it takes, at this worst price, and what of it will wait. */
export interface Plan {
  readonly terms: OrderTerms;
  readonly limit: bigint;
  readonly takes: Look;
  readonly rest: bigint;
}

/** What the same command does before: the customer's exposure after it, and what it brings into the account. */
export interface Before {
  readonly exposure: bigint;
  readonly extra: bigint;
  /** Lots of the side that wait or are open no longer, and positions that have ended. */
  readonly fewerLots?: bigint;
  readonly fewerPositions?: number;
}

export interface Admitted {
  readonly maintenance: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
}

/** Why the contract takes no order that opens; in close-only it takes those that only wait. */
export function refuseOpening(market: Contracted, nowMs: number, onlyWaits: boolean): Refusal {
  if (market.status === 'halted') return 'market_halted';
  if (market.status === 'cancelOnly' && !(onlyWaits && market.halt !== null)) return 'market_cancel_only';
  return isStale(market, nowMs) ? 'index_stale' : null;
}

export function placeOrder(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  terms: OrderTerms,
  { postOnly, worst }: { readonly postOnly: boolean; readonly worst: bigint | null },
): Refusal {
  const bookSide = bookSideOf(terms.side, 'open');
  const { limitTicks } = terms;
  if (limitTicks !== null) {
    const { lowest, highest } = openingLimits(market);
    if (limitTicks < lowest || limitTicks > highest) return 'price_out_of_band';
    if (postOnly && crosses(market, bookSide, limitTicks)) return 'post_only_would_take';
  }
  const limit = limitTicks ?? worstOf(market, bookSide, worst);
  const takes = look(venue, market, trader, bookSide, limit, terms.lots);
  // An order ends before one of its customer's: what is left must not wait behind that.
  const rest = limitTicks === null || takes.end === 'self' ? 0n : terms.lots - takes.lots;
  if (takes.lots + rest === 0n) return 'no_liquidity';
  const plan = { terms, limit, takes, rest };
  const admitted = admit(venue, market, trader, plan, { exposure: trader.exposure, extra: 0n });
  if (typeof admitted === 'string') return admitted;
  openPlanned(venue, market, trader, plan, admitted);
  return null;
}

/** What the plan freezes and its maintenance rate, or why limits or funds forbid it. */
export function admit(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  { terms, takes, rest }: Plan,
  before: Before,
): Admitted | string {
  const { world } = venue;
  const { contract } = market;
  const { side, multiple, limitTicks } = terms;
  const restValue = rest === 0n ? 0n : valueAt(contract, limitTicks!, rest);
  const value = takes.value + restValue;
  const lots = takes.lots + rest;
  const exposure = before.exposure + value;
  const tier = tierOf(contract.tiers, exposure);
  if (tier === undefined || exposure > contract.maxExposure) return 'exposure_too_large';
  if (multiple > tier.maxMultiple) return 'multiple_too_high';
  const held = { side, lots, entry: value, margin: value / multiple };
  const fee = takerFees(contract, takes) + shareOf(restValue, contract.fees.maker);
  const worstLoss = held.margin + fee;
  const ownLimit = world.limits.refuseNewExposure(
    trader.customerId,
    contract.quoteId,
    atStake(venue, market, trader, worstLoss),
    trader.cross ? 0n : before.extra,
  );
  if (ownLimit !== null) return ownLimit;
  const { fewerLots = 0n, fewerPositions = 0 } = before;
  if (lots > contract.maxOpenLots - market.openLots[side] - market.waitingLots[side] + fewerLots)
    return 'open_interest_full';
  if (trader.positions.size - fewerPositions >= MOST_POSITIONS) return 'too_many_positions';
  const { maintenance } = tier;
  if (wouldBeLiquidated(market, held, maintenance)) return 'would_be_liquidated';
  const from = limitTicks === null ? market.mark!.priceE8 : limitTicks * contract.tickE8;
  const stops = refuseStops(
    contract,
    side,
    terms,
    from,
    trader.cross ? null : liquidationE8(contract, held, maintenance),
  );
  if (stops !== null) return stops;
  const lacking = refuseOutflow(venue, trader.customerId, contract.quoteId, worstLoss, before.extra);
  return lacking ?? { maintenance, margin: held.margin, fee };
}

/** What the customer could lose beyond what counts as at risk: an account with open cross positions counts whole. */
function atStake(venue: Venue, { contract }: Contracted, trader: Trader, worstLoss: bigint): bigint {
  const { customerId, cross } = trader;
  if (carriedBy(venue, customerId, contract.quoteId).length > 0) return 0n;
  return cross ? venue.world.books.available(customerId, 'contract', contract.quoteId) : worstLoss;
}

export function openPlanned(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  { terms, limit, takes, rest }: Plan,
  { maintenance, margin, fee }: Admitted,
  order: Order | null = trader.mode === 'each' ? null : newOrder(venue, market, trader, terms, false),
): void {
  const position = venue.create(market, trader, terms, maintenance, order);
  position.waitingMargin = margin;
  position.waitingFee = fee;
  venue.freeze(position, margin + fee, 'perpetualFreeze');
  if (takes.lots > 0n) take(venue, { position, cause: 'order', limit }, takes.lots);
  if (rest > 0n) {
    clearWay(venue, market, bookSideOf(terms.side, 'open'), limit);
    venue.restOpening(position, rest);
  } else {
    const ends = { all: 'filled', self: 'selfTrade', book: 'immediateRemainder' } as const;
    venue.endOpening(position, ends[takes.end]);
  }
}

/** The worst price of a market order: the band's edge, or the customer's own if that is nearer. */
export function worstOf(market: Contracted, bookSide: 'buy' | 'sell', worst: bigint | null): bigint {
  const edge = worstTaking(market, bookSide);
  if (worst === null) return edge;
  return bookSide === 'buy' ? least(edge, worst) : most(edge, worst);
}

/**
 * Stops on the wrong side of the price they are measured from, and a stop-loss that the liquidation comes before, are
 * refused.
 */
export function refuseStops(
  { tickE8 }: Contract,
  side: Side,
  { takeProfit, stopLoss }: Pick<OrderTerms, 'takeProfit' | 'stopLoss'>,
  fromE8: bigint,
  liquidation: bigint | null,
): Refusal {
  const isBetter = (a: bigint, b: bigint) => (side === 'long' ? a > b : a < b);
  if (takeProfit !== null && !isBetter(takeProfit * tickE8, fromE8)) return 'stop_wrong_side';
  if (stopLoss === null) return null;
  if (!isBetter(fromE8, stopLoss * tickE8)) return 'stop_wrong_side';
  const isBeyond = liquidation !== null && !isBetter(stopLoss * tickE8, liquidation);
  return isBeyond ? 'stop_beyond_liquidation' : null;
}

/** By the mark, or by the index, to which the mark returns. */
export function wouldBeLiquidated({ contract, mark }: Contracted, held: Held, maintenance: bigint): boolean {
  const threshold = liquidationE8(contract, held, maintenance);
  if (threshold === null) return false;
  const { priceE8, indexE8 } = mark!;
  return hasReached(held.side, priceE8, threshold) || hasReached(held.side, indexE8, threshold);
}

/** Each fill's fee is truncated by itself. */
function takerFees(contract: Contract, { fills }: Look): bigint {
  let fees = 0n;
  for (const { price, lots } of fills) fees += shareOf(valueAt(contract, price, lots), contract.fees.taker);
  return fees;
}
