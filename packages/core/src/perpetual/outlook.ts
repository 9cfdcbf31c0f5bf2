import { ASK, BID } from '../book/side.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { selfTradeMode } from '../spot/matching.ts';
import type { SelfTradeMode } from '../spot/order.ts';
import { valueAtTicks } from './formulas.ts';
import { mayWait } from './instructions.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PerpetualTrader, PositionTerms, WaitingOrder } from './position.ts';
import { look, type Taking } from './taking.ts';
import type { DecidedOrder } from './validate-order.ts';

/** What an order would open now: the lots it takes, and the lots that will wait at its price. */
export interface Opening {
  readonly terms: PositionTerms;
  /** The worst price it takes at. */
  readonly limitTicks: number;
  readonly takes: Taking;
  readonly restLots: number;
}

/** Changes made by the same command before the order is placed. */
export interface Before {
  /** The customer's exposure after them. */
  readonly exposureMinor: bigint;
  /** Additional funds available after them. */
  readonly extraMinor: bigint;
  /** Lots of this side that wait or are open no longer, and the customer's positions that have ended. */
  readonly leavingLots?: number;
  readonly leavingPositions?: number;
}

/** Why an order would get nothing at all. */
type Nothing = 'no_liquidity' | 'fill_or_kill_unfillable';

/** What the order, or `lots` of it, would open now. */
export function lookToOpen(
  market: PerpetualMarket,
  trader: PerpetualTrader,
  command: DecidedOrder,
  limitTicks: number,
  lots: number,
): Opening {
  const side = command.side === 'long' ? BID : ASK;
  const takes = look(market, trader, side, limitTicks, lots, null, selfTradeOf(command));
  // A taker that expires before its customer's own order must not wait behind that.
  const waits = mayWait(command) && takes.end !== 'self';
  const restLots = waits ? lots - takes.lots - takes.preventedLots : 0;
  return { terms: { ...command, lots }, limitTicks, takes, restLots };
}

export function selfTradeOf({ instructions }: Pick<DecidedOrder, 'instructions'>): SelfTradeMode {
  return selfTradeMode({ instructions: instructions ?? null });
}

/** Whoever meets their own orders so that both end, or both shrink, does not get nothing: something happens. */
export function whyNothing(command: DecidedOrder, { takes, restLots }: Opening): Nothing | null {
  if (command.instructions?.timeInForce === 'FOK' && !fillsWhole(takes)) return 'fill_or_kill_unfillable';
  if (takes.lots + takes.preventedLots + restLots > 0) return null;
  return takes.end === 'self' && selfTradeOf(command) === 'expireBoth' ? null : 'no_liquidity';
}

export function fillsWhole({ end, preventedLots }: Taking): boolean {
  return end === 'wanted' && preventedLots === 0;
}

export function refuseNothing(nothing: Nothing): Refusal {
  return nothing === 'no_liquidity' ? refuse(nothing) : refuse(nothing, 'lots');
}

/** Whether an order that gets nothing ends instead of being refused. */
export function isExpiring({ instructions }: Pick<DecidedOrder, 'instructions'>): boolean {
  return instructions?.ifUnfillable === 'expire';
}

/** How an order ends of which nothing waits. */
export function endOf({ end }: Taking): 'filled' | 'selfTrade' | 'immediateRemainder' {
  if (end === 'self') return 'selfTrade';
  return end === 'book' ? 'immediateRemainder' : 'filled';
}

export function endOfNothing(nothing: Nothing, takes: Taking): 'selfTrade' | 'immediateRemainder' {
  return nothing === 'no_liquidity' && takes.end === 'self' ? 'selfTrade' : 'immediateRemainder';
}

/** The customer, if the order that is about to wait takes their orders off its way. */
export function ownInTheWay(trader: PerpetualTrader, selfTrade: SelfTradeMode): PerpetualTrader | null {
  return selfTrade === 'expireMaker' ? trader : null;
}

/** As the customer will be once this order waits no longer; null: as they are. */
export function leavingBefore(
  { contract }: PerpetualMarket,
  trader: PerpetualTrader,
  leaving: WaitingOrder | null,
): Before {
  const { exposureMinor } = trader;
  if (leaving?.effect !== 'open') return { exposureMinor, extraMinor: 0n };
  const { position, priceTicks, lots } = leaving;
  return {
    exposureMinor: exposureMinor - valueAtTicks(contract, priceTicks, lots),
    extraMinor: position.waitingMarginMinor + position.waitingFeeMinor,
    leavingLots: lots,
    leavingPositions: 1,
  };
}
