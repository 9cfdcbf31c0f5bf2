import type { Refusal } from '../part.ts';
import { least, most } from '../numbers.ts';
import { mayRest, selfTradeOf } from './asks.ts';
import { openingLimits, worstTaking } from './band.ts';
import { shareOf, type Contract } from './contract.ts';
import { hasReached, liquidationE8, tierOf, valueAt, type Held, type Side } from './figures.ts';
import { clearWay, crosses, endOwn, look, take, type Look } from './matching.ts';
import { newOrder } from './new-order.ts';
import {
  bookSideOf,
  isStale,
  type Contracted,
  type Order,
  type Position,
  type Trader,
  type Waiting,
} from './state.ts';
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
  /** Lots of the side that wait no longer, and positions that have ended. */
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

/** `amended`: the waiting order that becomes this one. */
export function placeOrder(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  terms: OrderTerms,
  { postOnly, worst }: { readonly postOnly: boolean; readonly worst: bigint | null },
  amended: Position | null = null,
): Refusal {
  const bookSide = bookSideOf(terms.side, 'open');
  const { limitTicks, asks } = terms;
  if (limitTicks !== null) {
    const { lowest, highest } = openingLimits(market);
    if (limitTicks < lowest || limitTicks > highest) return 'price_out_of_band';
    if (postOnly && crosses(market, bookSide, limitTicks)) return 'post_only_would_take';
  }
  const limit = limitTicks ?? worstOf(market, bookSide, worst);
  const plan = planOf(market, trader, terms, limit, terms.lots - (amended?.prevented ?? 0n));
  const nothing = refuseNothing(plan);
  if (nothing !== null && asks.ifUnfillable !== 'expire') return nothing;
  const before = withoutWaiting(trader, amended?.opening ?? null);
  const admitted =
    nothing === null && plan.takes.lots + plan.rest > 0n
      ? admit(venue, market, trader, plan, before)
      : tierOnly(market, before.exposure, terms.multiple);
  if (typeof admitted === 'string') return admitted;
  let position = amended;
  if (position === null) position = venue.create(market, trader, terms, admitted.maintenance);
  else {
    venue.lift(position);
    position.orderedLots = terms.lots;
    position.limitTicks = limitTicks;
    position.maintenance = admitted.maintenance;
    position.kept = null;
  }
  if (nothing === null) run(venue, position, plan, admitted);
  else venue.endOpening(position, endOfNothing(nothing, plan));
  return null;
}

/** What an order, or this many lots of it, would do now. */
export function planOf(
  market: Contracted,
  trader: Trader,
  terms: OrderTerms,
  limit: bigint,
  lots: bigint,
): Plan {
  const { side, limitTicks, asks } = terms;
  const takes = look(market, trader, bookSideOf(side, 'open'), limit, lots, null, selfTradeOf(asks));
  // An order ends before one of its customer's: what is left must not wait behind that.
  const waits = mayRest(limitTicks !== null, asks) && takes.end !== 'self';
  return { terms, limit, takes, rest: waits ? lots - takes.lots - takes.prevented : 0n };
}

/** Why nothing at all would come of it. Ending one's own order, or taking lots off it, is something. */
export function refuseNothing({ terms: { asks }, takes, rest }: Plan): Refusal {
  if (asks.timeInForce === 'FOK' && !isWhole(takes)) return 'fill_or_kill_unfillable';
  if (takes.lots + takes.prevented + rest > 0n) return null;
  return takes.end === 'self' && selfTradeOf(asks) === 'expireBoth' ? null : 'no_liquidity';
}

export function isWhole({ end, prevented }: Look): boolean {
  return end === 'all' && prevented === 0n;
}

function endOfNothing(nothing: string, { takes }: Plan): 'selfTrade' | 'immediateRemainder' {
  return nothing === 'no_liquidity' && takes.end === 'self' ? 'selfTrade' : 'immediateRemainder';
}

/** The customer as they are without this waiting order. */
export function withoutWaiting(trader: Trader, waiting: Waiting | null): Before {
  const { exposure } = trader;
  if (waiting === null || waiting.effect === 'close') return { exposure, extra: 0n };
  const { position, price, lots } = waiting;
  const { waitingMargin, waitingFee, market } = position;
  return {
    exposure: exposure - valueAt(market.contract, price, lots),
    extra: waitingMargin + waitingFee,
    fewerLots: lots,
    fewerPositions: 1,
  };
}

/** For an order that freezes nothing. */
function tierOnly({ contract }: Contracted, exposure: bigint, multiple: bigint): Admitted | string {
  const tier = tierOf(contract.tiers, exposure);
  if (tier === undefined || exposure > contract.maxExposure) return 'exposure_too_large';
  if (multiple > tier.maxMultiple) return 'multiple_too_high';
  return { maintenance: tier.maintenance, margin: 0n, fee: 0n };
}

/** What the plan freezes and its maintenance rate, or why limits or funds forbid it. */
export function admit(
  { world }: Venue,
  market: Contracted,
  trader: Trader,
  { terms, takes, rest }: Plan,
  before: Before,
): Admitted | string {
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
    worstLoss,
    before.extra,
  );
  if (ownLimit !== null) return ownLimit;
  const { fewerLots = 0n, fewerPositions = 0 } = before;
  if (lots > contract.maxOpenLots - market.openLots[side] - market.waitingLots[side] + fewerLots)
    return 'open_interest_full';
  if (trader.positions.size - fewerPositions >= MOST_POSITIONS) return 'too_many_positions';
  const { maintenance } = tier;
  if (wouldBeLiquidated(market, held, maintenance)) return 'would_be_liquidated';
  const from = limitTicks === null ? market.mark!.priceE8 : limitTicks * contract.tickE8;
  const stops = refuseStops(contract, side, terms, from, liquidationE8(contract, held, maintenance));
  if (stops !== null) return stops;
  const available = world.books.available(trader.customerId, 'contract', contract.quoteId) + before.extra;
  return available < worstLoss ? 'insufficient_balance' : { maintenance, margin: held.margin, fee };
}

export function openPlanned(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  plan: Plan,
  admitted: Admitted,
  order: Order | null = trader.mode === 'each' ? null : newOrder(venue, market, trader, plan.terms, false),
): void {
  run(venue, venue.create(market, trader, plan.terms, admitted.maintenance, order), plan, admitted);
}

function run(
  venue: Venue,
  position: Position,
  { terms, limit, takes, rest }: Plan,
  admitted: Admitted,
): void {
  const { market, trader } = position;
  const bookSide = bookSideOf(terms.side, 'open');
  const { margin, fee } = admitted;
  position.waitingMargin = margin;
  position.waitingFee = fee;
  venue.freeze(position, margin + fee, 'perpetualFreeze');
  const met = takes.lots + takes.prevented;
  if (met > 0n) take(venue, { position, cause: 'order', limit }, met);
  if (rest > 0n) {
    const own = selfTradeOf(terms.asks) === 'expireMaker' ? trader : null;
    clearWay(venue, market, bookSide, limit, own);
    venue.restOpening(position, rest);
  } else {
    if (takes.end === 'self') endOwn(venue, market, bookSide, trader, terms.asks);
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
