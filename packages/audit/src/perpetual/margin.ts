import { ceilDivide, isAmount, isWhole, least, MAX_SAFE, MILLION, most } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import { freeOf, refuseOutflow, requiredOf } from './account.ts';
import { liquidationE8, profit, tierOf, valueAt, type Held } from './figures.ts';
import { refuseOpening, wouldBeLiquidated } from './orders.ts';
import type { Contracted, Position } from './state.ts';
import type { Venue } from './venue.ts';

/** A whole number up to the largest on offer. */
export function isMultiple(value: unknown, { contract }: Contracted): value is number {
  return isWhole(value, 1, Number(contract.multiples.at(-1)!));
}

export function isTopUpLimit(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= 0n && value <= MAX_SAFE;
}

/** Up to the entry value: more has no effect. */
export function addMargin(venue: Venue, position: Position, amount: bigint): Refusal {
  if (position.trader.cross) return 'cross_margin';
  if (!isAmount(amount)) return 'invalid_amount';
  if (amount > position.entry - position.margin) return 'margin_too_large';
  const lacking = refuseFunds(venue, position, amount);
  if (lacking !== null) return lacking;
  setMargins(venue, position, position.margin + amount, position.waitingMargin);
  return null;
}

/** Down to what the position would need to be opened now, at mark and at index. */
export function removeMargin(venue: Venue, position: Position, amount: bigint): Refusal {
  const { market, trader, multiple } = position;
  if (venue.world.frozen.has(trader.customerId)) return 'customer_frozen';
  if (position.trader.cross) return 'cross_margin';
  if (!isAmount(amount)) return 'invalid_amount';
  const closed = refuseOpening(market, venue.world.now, false);
  if (closed !== null) return closed;
  const left = position.margin - amount;
  if (left < neededNow(market, position, multiple)) return 'margin_below_initial';
  const refusal = refuseLess(position, left);
  if (refusal === null) setMargins(venue, position, left, position.waitingMargin);
  return refusal;
}

/** The margin follows: down to what the higher leverage needs, or up to what the lower one does. */
export function changeLeverage(venue: Venue, position: Position, multiple: number): Refusal {
  const { market, opening, entry, openedValue } = position;
  if (!isMultiple(multiple, market)) return 'multiple_not_offered';
  const to = BigInt(multiple);
  const isHigher = to > position.multiple;
  const isLower = to < position.multiple;
  if (isHigher) {
    if (venue.world.frozen.has(position.trader.customerId)) return 'customer_frozen';
    const closed = refuseOpening(market, venue.world.now, false);
    if (closed !== null) return closed;
  }
  const { cross } = position.trader;
  const needed = neededNow(market, position, to);
  let { margin } = position;
  if (!cross && isHigher) margin = least(margin, needed);
  if (!cross && isLower) margin = most(margin, least(needed, entry));
  const rest = opening === null ? 0n : valueAt(market.contract, opening.price, opening.lots);
  const waiting = opening === null ? 0n : (openedValue + rest) / to - openedValue / to;
  if (isHigher) {
    const refusal = refuseHigher(position, to, margin);
    if (refusal !== null) return refusal;
  } else {
    const moved = margin - position.margin + waiting - position.waitingMargin;
    const more = cross ? requiredOf(position, to) - requiredOf(position) : 0n;
    const lacking = refuseFunds(venue, position, moved + more);
    if (lacking !== null) return lacking;
  }
  position.multiple = to;
  setMargins(venue, position, margin, waiting);
  return null;
}

/**
 * Adds margin to a position the mark has reached: to what it would need to be opened at the mark, or all there is, if that
 * keeps it. False: it cannot be kept.
 */
export function isToppedUp(venue: Venue, position: Position): boolean {
  const { market, topUpLimit, topUpUsed, entry, margin } = position;
  const { priceE8 } = market.mark!;
  const all = least(
    least(
      topUpLimit - topUpUsed,
      freeOf(venue, position.trader.customerId, position.market.contract.quoteId),
    ),
    entry - margin,
  );
  if (all <= 0n) return false;
  const step = least(all, neededAt(market, position, position.multiple, priceE8) - margin);
  if (step <= 0n || isReached(market, { ...heldOf(position), margin: margin + step }, position.maintenance))
    return false;
  position.topUpUsed += step;
  setMargins(venue, position, margin + step, position.waitingMargin);
  return true;
}

/** Equity has fallen to the maintenance margin at the mark. */
function isReached({ contract, mark }: Contracted, held: Held, maintenance: bigint): boolean {
  const value = mark!.priceE8 * held.lots * contract.unit;
  const equity = held.margin * contract.tickE8 + profit(held.side, held.entry * contract.tickE8, value);
  return equity * MILLION <= value * maintenance;
}

/** Value ÷ leverage and the loss, each rounded up; a profit is not counted. */
function neededAt({ contract }: Contracted, held: Held, multiple: bigint, priceE8: bigint): bigint {
  const value = priceE8 * held.lots * contract.unit;
  const loss = -profit(held.side, held.entry * contract.tickE8, value);
  return ceilDivide(value, contract.tickE8 * multiple) + most(ceilDivide(loss, contract.tickE8), 0n);
}

function neededNow(market: Contracted, held: Held, multiple: bigint): bigint {
  const { priceE8, indexE8 } = market.mark!;
  return most(neededAt(market, held, multiple, priceE8), neededAt(market, held, multiple, indexE8));
}

function refuseHigher(position: Position, to: bigint, margin: bigint): Refusal {
  const { market, trader, opening, maintenance } = position;
  const { contract } = market;
  const tier = tierOf(contract.tiers, trader.exposure);
  if (tier === undefined || trader.exposure > contract.maxExposure) return 'exposure_too_large';
  if (to > tier.maxMultiple || to * maintenance >= MILLION) return 'multiple_too_high';
  const refusal = refuseLess(position, margin);
  if (refusal !== null || opening === null) return refusal;
  const entry = valueAt(contract, opening.price, position.orderedLots);
  const whole = { side: position.side, lots: position.orderedLots, entry, margin: entry / to };
  return wouldBeLiquidated(market, whole, maintenance) ? 'would_be_liquidated' : null;
}

/** Less margin must not bring the liquidation price to mark, index or stop-loss. */
function refuseLess(position: Position, margin: bigint): Refusal {
  if (margin >= position.margin) return null;
  const { market, side, maintenance, stopLoss } = position;
  const held = { ...heldOf(position), margin };
  if (wouldBeLiquidated(market, held, maintenance)) return 'would_be_liquidated';
  const threshold = liquidationE8(market.contract, held, maintenance);
  if (stopLoss === null || threshold === null) return null;
  const stopE8 = stopLoss * market.contract.tickE8;
  const comesFirst = side === 'long' ? stopE8 > threshold : stopE8 < threshold;
  return comesFirst ? null : 'stop_beyond_liquidation';
}

function heldOf({ side, lots, entry, margin }: Position): Held {
  return { side, lots, entry, margin };
}

function refuseFunds(venue: Venue, { trader, market }: Position, amount: bigint): Refusal {
  return refuseOutflow(venue, trader.customerId, market.contract.quoteId, amount);
}

function setMargins(venue: Venue, position: Position, margin: bigint, waiting: bigint): void {
  const more = margin - position.margin;
  const moved = more + waiting - position.waitingMargin;
  if (more > 0n) position.addedMargin += more;
  else position.removedMargin -= more;
  position.margin = margin;
  position.waitingMargin = waiting;
  venue.freeze(position, moved, 'perpetualMargin');
  venue.arm(position);
  if (position.opening !== null) venue.armLapse(position);
}
