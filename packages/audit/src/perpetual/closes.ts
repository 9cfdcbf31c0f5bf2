import type { Refusal } from '../part.ts';
import { least } from '../numbers.ts';
import { PLATFORM, type Entry } from '../books.ts';
import { coverOf, requiredOf } from './account.ts';
import { closingLimits } from './band.ts';
import { shareOf } from './contract.ts';
import { bankruptcyTicks, offsetValue, portionOf, profit, valueAt, valueAtE8 } from './figures.ts';
import { clearWay, crosses, look, take, type Look } from './matching.ts';
import { admit, openPlanned, worstOf } from './orders.ts';
import { closes, lost } from './settle.ts';
import { closingOrder } from './new-order.ts';
import { bookSideOf, feesOf, opposite, type Position, type Trader } from './state.ts';
import type { Venue } from './venue.ts';

/** Closes at market; `wanted` null: all lots, and what waits to open is cancelled. */
export function closeAtMarket(
  venue: Venue,
  position: Position,
  wanted: bigint | null,
  worst: bigint | null,
): Refusal {
  const { market, trader, opening } = position;
  const bookSide = bookSideOf(position.side, 'close');
  const limit = worstOf(market, bookSide, worst);
  const leaving = wanted === null ? opening : null;
  if (look(venue, market, trader, bookSide, withinMargin(venue, position, limit), 1n, leaving).lots === 0n)
    return 'no_liquidity';
  if (leaving !== null) venue.endOpening(position, 'cancelledByCustomer');
  take(venue, { position, cause: 'close', limit }, wanted ?? position.lots);
  return null;
}

/** The rest of it waits, in place of an earlier limit close. */
export function closeAtLimit(
  venue: Venue,
  position: Position,
  wanted: bigint | null,
  price: bigint,
): Refusal {
  const { market, trader, opening } = position;
  const bookSide = bookSideOf(position.side, 'close');
  const { lowest, highest } = closingLimits(market);
  if (price < lowest || price > highest) return 'price_out_of_band';
  if (withinMargin(venue, position, price) !== price) return 'price_beyond_bankruptcy';
  const leaving = wanted === null ? opening : null;
  if (look(venue, market, trader, bookSide, price, 1n, leaving).end === 'self') return 'no_liquidity';
  if (leaving !== null) venue.endOpening(position, 'cancelledByCustomer');
  venue.endClosings(position);
  const { left } = take(venue, { position, cause: 'close', limit: price }, wanted ?? position.lots);
  if (left === 0n) return null;
  clearWay(venue, market, bookSide, price);
  if (!crosses(market, bookSide, price)) venue.restClosing(position, price, left);
  return null;
}

/** What waits to open and to close, of one customer in one contract. */
export function cancelAll(venue: Venue, trader: Trader): void {
  for (const position of [...trader.positions.values()]) {
    venue.endClosings(position);
    if (position.opening !== null) venue.endOpening(position, 'cancelledByCustomer');
  }
}

/** Orders first, then the positions at market, the oldest first; what the book cannot take stays. */
export function closeAll(venue: Venue, trader: Trader): void {
  cancelAll(venue, trader);
  for (const position of [...trader.positions.values()]) {
    const limit = worstOf(position.market, bookSideOf(position.side, 'close'), null);
    closeHeld(venue, position, limit);
  }
}

/** Closes all and opens as many lots on the other side, by the same orders of the book: completely or not at all. */
export function reverse(venue: Venue, position: Position, worst: bigint | null): Refusal {
  const { market, trader, lots, opening, side } = position;
  const multiple = offered(position);
  const bookSide = bookSideOf(side, 'close');
  const limit = worstOf(market, bookSide, worst);
  const both = look(venue, market, trader, bookSide, limit, 2n * lots, opening);
  const back = both.lots < 2n * lots ? null : bringsBack(venue, position, both);
  if (back === null) return 'no_liquidity';
  if (multiple > market.contract.multiples.at(-1)!) return 'multiple_not_offered';
  const plan = {
    terms: {
      side: opposite(side),
      lots,
      multiple,
      limitTicks: null,
      takeProfit: null,
      stopLoss: null,
      name: null,
      asks: {},
    },
    limit,
    takes: after(both, lots, position),
    rest: 0n,
  };
  const waiting = opening === null ? 0n : valueAt(market.contract, opening.price, opening.lots);
  const admitted = admit(venue, market, trader, plan, {
    exposure: trader.exposure - position.entry - waiting,
    extra: back + position.waitingMargin + position.waitingFee,
    fewerLots: closedBy(both, lots),
    fewerPositions: 1,
  });
  if (typeof admitted === 'string') return admitted;
  if (opening !== null) venue.endOpening(position, 'cancelledByCustomer');
  closeHeld(venue, position, limit);
  openPlanned(venue, market, trader, plan, admitted);
  return null;
}

/** All lots at market. Of a merged position, by an order of its own. */
function closeHeld(venue: Venue, position: Position, limit: bigint): void {
  if (position.lots === 0n) return;
  const isMerged = position.trader.merged[position.side] === position;
  const by = isMerged ? { order: closingOrder(venue, position, position.lots) } : {};
  take(venue, { position, cause: 'close', limit, ...by }, position.lots);
}

/** A merged position's multiple is a mean: the highest one on offer that is not above it, or the lowest of all. */
function offered({ trader, side, multiple, market }: Position): bigint {
  if (trader.merged[side] === null) return multiple;
  const { multiples } = market.contract;
  return multiples.findLast(one => one <= multiple) ?? multiples[0]!;
}

/** A customer's long and short against each other at the mark, without book and fee. */
export function offset(venue: Venue, long: Position, short: Position, lots: bigint): Refusal {
  const { market } = long;
  const atMark = valueAtE8(market.contract, market.mark!.priceE8, lots);
  const value = offsetValue(
    atMark,
    portionOf(coverOf(venue, long), lots),
    portionOf(coverOf(venue, short), lots),
  );
  if (value === null) return 'price_beyond_bankruptcy';
  const ofLong = closes(venue, long, lots, value, 0n);
  const ofShort = closes(venue, short, lots, value, 0n, availableOf(ofLong.entries));
  const entries = [...ofLong.entries, ...ofShort.entries];
  venue.world.books.post('perpetualOffset', `position:${long.id}`, entries);
  lost(venue.world, long, ofLong.lost);
  lost(venue.world, short, ofShort.lost);
  venue.closed(long);
  venue.closed(short);
  return null;
}

/** What entries bring into the available balance. */
function availableOf(entries: readonly Entry[]): bigint {
  let sum = 0n;
  for (const [owner, , , part, amount] of entries)
    if (owner !== PLATFORM && part === 'available') sum += amount;
  return sum;
}

/** The price, or the bankruptcy price if that comes first. */
function withinMargin(venue: Venue, position: Position, price: bigint): bigint {
  const bound = bankruptcyTicks(position.market.contract, coverOf(venue, position));
  return isWorse(position, price, bound) ? bound : price;
}

function isWorse({ side }: Position, price: bigint, bound: bigint): boolean {
  return side === 'long' ? price < bound : price > bound;
}

/** What closing all lots by the first of the fills pays back; null if one loses more than the margin of what is left. */
export function bringsBack(venue: Venue, position: Position, { fills }: Look): bigint | null {
  const { market, side } = position;
  const { taker } = feesOf(position);
  const { cross } = position.trader;
  let { lots, entry, margin } = coverOf(venue, position);
  // What a cross position has needed is free; each lot may lose some units to truncation.
  if (cross) margin -= 4n * lots;
  let sum = cross ? requiredOf(position) : 0n;
  for (const fill of fills) {
    if (lots === 0n) break;
    const held = { side, lots, entry, margin };
    if (isWorse(position, fill.price, bankruptcyTicks(market.contract, held))) return null;
    const count = least(fill.lots, lots);
    const part = portionOf(held, count);
    const value = valueAt(market.contract, fill.price, count);
    const gain = profit(side, part.entry, value);
    const back = part.margin + gain;
    const fee = shareOf(value, taker);
    sum += cross ? gain - fee : back - least(fee, back);
    lots -= count;
    entry -= part.entry;
    margin -= part.margin;
  }
  return sum;
}

/** Of the first lots, those that close what the orders in the book are for. */
function closedBy({ fills }: Look, firstLots: bigint): bigint {
  let left = firstLots;
  let closed = 0n;
  for (const fill of fills) {
    const count = least(left, fill.lots);
    left -= count;
    if (fill.isClose) closed += count;
  }
  return closed;
}

/** The fills that are left when the first lots are gone. */
export function after({ fills }: Look, firstLots: bigint, { market }: Position): Look {
  const rest = [];
  let skip = firstLots;
  let lots = 0n;
  let value = 0n;
  for (const fill of fills) {
    const skipped = least(skip, fill.lots);
    skip -= skipped;
    const count = fill.lots - skipped;
    if (count === 0n) continue;
    rest.push({ ...fill, lots: count });
    lots += count;
    value += valueAt(market.contract, fill.price, count);
  }
  return { fills: rest, lots, prevented: 0n, value, end: 'all' };
}
