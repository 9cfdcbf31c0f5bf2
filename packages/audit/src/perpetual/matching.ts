import { PLATFORM } from '../books.ts';
import { least, most } from '../numbers.ts';
import { isWithin } from '../order-book.ts';
import { worstInsured } from './band.ts';
import { bankruptcyTicks, valueAt } from './figures.ts';
import { closes, liquidates, lost, missing, opens, type Settled } from './settle.ts';
import { bookSideOf, feesOf, type Contracted, type Position, type Trader, type Waiting } from './state.ts';
import { isPassedOver, type Venue } from './venue.ts';

/**
 * Why a position takes from the book: its order, its customer's close, its stop, its liquidation with its own margin, or
 * that with the insurance fund's help.
 */
type Cause = 'order' | 'close' | 'stop' | 'liquidation' | 'insured';

export interface Taker {
  readonly position: Position;
  readonly cause: Cause;
  /** The worst price; closes and liquidations have their own bounds beside. */
  readonly limit: bigint;
}

export interface Taken {
  readonly left: bigint;
  readonly value: bigint;
}

/** Trades against the book, the best price first, the oldest first at one price, and settles each fill. */
export function take(venue: Venue, taker: Taker, lots: bigint): Taken {
  const { position, cause } = taker;
  const { market } = position;
  const bookSide = sideOf(taker);
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  const isForced = cause !== 'order' && cause !== 'close';
  let left = lots;
  let value = 0n;
  while (left > 0n) {
    const maker = makers.items[0];
    if (maker === undefined || !isWithin(makers, maker.price, limitOf(taker))) break;
    if (maker.position.trader === position.trader) {
      if (!isForced) break;
      venue.takeOff(maker, 'selfTrade');
    } else if (isPassedOver(maker)) {
      venue.takeOff(maker, 'wouldBeLiquidated');
    } else {
      const wanted = least(left, maker.lots);
      const count = cause === 'insured' ? insuredLots(venue, position, maker.price, wanted) : wanted;
      if (count === 0n) break;
      left -= count;
      value += fill(venue, taker, maker, count);
    }
  }
  return { left, value };
}

/** Takes off orders that are passed over and that an order at this price would cross. */
export function clearWay(venue: Venue, market: Contracted, bookSide: 'buy' | 'sell', price: bigint): void {
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  for (;;) {
    const maker = makers.items[0];
    if (maker === undefined || !isWithin(makers, maker.price, price) || !isPassedOver(maker)) return;
    venue.takeOff(maker, 'wouldBeLiquidated');
  }
}

export function crosses(market: Contracted, bookSide: 'buy' | 'sell', price: bigint): boolean {
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  return makers.items[0] !== undefined && isWithin(makers, makers.items[0].price, price);
}

interface Fill {
  readonly price: bigint;
  readonly lots: bigint;
}

/** What a taker would get now, and why it would end: it has all, it meets its customer's order, or nothing is left. */
export interface Look {
  readonly fills: readonly Fill[];
  readonly lots: bigint;
  readonly value: bigint;
  readonly end: 'all' | 'self' | 'book';
}

/** `leaving`: an order of the taker's own that is taken off before. */
export function look(
  market: Contracted,
  trader: Trader,
  bookSide: 'buy' | 'sell',
  limit: bigint,
  wanted: bigint,
  leaving: Waiting | null = null,
): Look {
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  const fills: Fill[] = [];
  let lots = 0n;
  let value = 0n;
  for (const maker of makers.items) {
    if (!isWithin(makers, maker.price, limit)) break;
    if (maker === leaving) continue;
    if (maker.position.trader === trader) return { fills, lots, value, end: 'self' };
    if (isPassedOver(maker)) continue;
    const count = least(maker.lots, wanted - lots);
    fills.push({ price: maker.price, lots: count });
    lots += count;
    value += valueAt(market.contract, maker.price, count);
    if (lots === wanted) return { fills, lots, value, end: 'all' };
  }
  return { fills, lots, value, end: 'book' };
}

function sideOf({ position, cause }: Taker): 'buy' | 'sell' {
  return bookSideOf(position.side, cause === 'order' ? 'open' : 'close');
}

/** A close never trades where its margin would not cover the loss. */
function limitOf(taker: Taker): bigint {
  const { position, cause, limit } = taker;
  const { market, side, maintenance } = position;
  if (cause === 'order') return limit;
  if (cause === 'insured') return worstInsured(market, sideOf(taker), maintenance);
  const bound = bankruptcyTicks(market.contract, position);
  if (cause === 'liquidation') return bound;
  return side === 'long' ? most(limit, bound) : least(limit, bound);
}

/** As many lots, of those wanted, as the insurance fund can pay for at this price. */
function insuredLots(venue: Venue, position: Position, price: bigint, wanted: bigint): bigint {
  const { contract } = position.market;
  const fund = venue.world.books.available(PLATFORM, 'insurance', contract.quoteId);
  const missingFor = (lots: bigint) => missing(position, lots, valueAt(contract, price, lots));
  if (missingFor(wanted) <= fund) return wanted;
  // Shares are truncated, by less than one unit: more lots than this cannot be paid for, and rarely some fewer.
  const ofAll = missingFor(position.lots);
  let lots = least(wanted, ((fund + 1n) * position.lots) / ofAll + 1n);
  while (missingFor(lots) > fund) lots--;
  return lots;
}

function fill(venue: Venue, taker: Taker, maker: Waiting, lots: bigint): bigint {
  const { world } = venue;
  const { position, cause } = taker;
  const { market } = position;
  const value = valueAt(market.contract, maker.price, lots);
  const number = ++venue.lastTradeId;
  const ofTaker = settleTaker(taker, lots, value);
  const ofMaker = settleMaker(maker, lots, value);
  const entries = [...ofTaker.entries, ...ofMaker.entries];
  // Nobody earns a rebate from a liquidation.
  if (cause !== 'liquidation' && cause !== 'insured') {
    for (const [{ trader }, { fee: feeMinor }] of [
      [position, ofTaker],
      [maker.position, ofMaker],
    ] as const) {
      const fee = { customerId: trader.customerId, currencyId: market.contract.quoteId, feeMinor };
      entries.push(...world.referral.share(fee));
    }
  }
  world.books.post('perpetualTrade', `perpetualTrade:${number}`, entries);
  lost(world, position, ofTaker.lost);
  lost(world, maker.position, ofMaker.lost);
  market.lastTicks = maker.price;
  afterMaker(venue, maker, lots);
  if (cause === 'order') opened(venue, position);
  // A liquidation ends its position itself: what is left of the margin must be split first.
  else if (cause === 'close' || cause === 'stop') venue.closed(position);
  return value;
}

function settleTaker({ position, cause }: Taker, lots: bigint, value: bigint): Settled {
  if (cause === 'order') return opens(position, lots, value, position.market.contract.fees.taker);
  if (cause === 'liquidation' || cause === 'insured') return liquidates(position, lots, value);
  return closes(position, lots, value, feesOf(position).taker);
}

function settleMaker({ position, effect }: Waiting, lots: bigint, value: bigint): Settled {
  if (effect === 'close') return closes(position, lots, value, feesOf(position).maker);
  const settled = opens(position, lots, value, position.makerFee);
  // As a waiting order they counted already.
  position.trader.exposure -= value;
  position.market.waitingLots[position.side] -= lots;
  return settled;
}

function afterMaker(venue: Venue, maker: Waiting, lots: bigint): void {
  const { position, effect } = maker;
  venue.reduce(maker, lots);
  if (effect === 'open') {
    opened(venue, position);
    if (maker.lots === 0n) venue.endOpening(position, 'filled');
  } else {
    if (maker.lots === 0n) venue.endClosing(position);
    venue.closed(position);
  }
}

function opened(venue: Venue, position: Position): void {
  position.openedAtMs ??= venue.world.now;
  venue.arm(position);
}
