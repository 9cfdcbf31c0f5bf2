import { PLATFORM } from '../books.ts';
import { least, most } from '../numbers.ts';
import { isWithin } from '../order-book.ts';
import { worstInsured } from './band.ts';
import { selfTradeOf, type Asker, type Asks, type SelfTrade } from './asks.ts';
import { coverOf, noteHealth } from './account.ts';
import { bankruptcyTicks, portionOf, valueAt } from './figures.ts';
import { closes, liquidates, lost, missing, opens, type Settled } from './settle.ts';
import {
  askerOf,
  bookSideOf,
  closesFirst,
  feesOf,
  type Contracted,
  type Order,
  type Position,
  type Trader,
  type Waiting,
} from './state.ts';
import { isPassedOver, whatItCloses, type Venue } from './venue.ts';

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
  /** In hedge and net mode, the order that closes. */
  readonly order?: Order;
}

export interface Taken {
  readonly left: bigint;
  readonly value: bigint;
  /** It ended before an order of its own customer. */
  readonly metSelf: boolean;
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
  let metSelf = false;
  while (left > 0n && !metSelf) {
    const maker = makers.items[0];
    if (maker === undefined || !isWithin(makers, maker.price, limitOf(venue, taker))) break;
    if (maker.position.trader === position.trader) {
      const mode = isForced ? 'expireMaker' : selfTradeOf(takerAsks(taker)?.asks ?? {});
      metSelf = mode === 'expireTaker' || mode === 'expireBoth';
      if (mode === 'expireMaker') venue.takeOff(maker, 'selfTrade');
      else if (mode === 'decrement') left -= prevent(venue, taker, maker, left);
    } else if (isPassedOver(maker)) {
      venue.takeOff(maker, 'wouldBeLiquidated');
    } else {
      const wanted = least(least(left, maker.lots), closesFirst(maker)?.lots ?? left);
      const count = cause === 'insured' ? insuredLots(venue, position, maker.price, wanted) : wanted;
      if (count === 0n) break;
      left -= count;
      value += fill(venue, taker, maker, count);
    }
  }
  return { left, value, metSelf };
}

/** The order that takes; null: nobody ordered it. */
function takerAsks({ order, position, cause }: Taker): Asker | null {
  return order ?? position.order ?? (cause === 'order' ? position : null);
}

/** Lots that would meet the customer's own leave both orders. */
function prevent(venue: Venue, taker: Taker, maker: Waiting, wanted: bigint): bigint {
  const lots = least(wanted, maker.lots);
  const askers = [takerAsks(taker), askerOf(maker)];
  for (const asker of askers) if (asker !== null) asker.prevented += lots;
  venue.reduce(maker, lots);
  if (maker.effect === 'open') venue.release(maker.position, lots);
  if (maker.lots === 0n) venue.takeOff(maker, 'selfTrade');
  return lots;
}

/** Where the taker asks for both to end, the customer's order that stopped it ends, too. */
export function endOwn(
  venue: Venue,
  market: Contracted,
  bookSide: 'buy' | 'sell',
  trader: Trader,
  asks: Asks,
): void {
  if (selfTradeOf(asks) !== 'expireBoth') return;
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  for (let ended = false; !ended;) {
    const maker = makers.items[0]!;
    ended = maker.position.trader === trader;
    venue.takeOff(maker, ended ? 'selfTrade' : 'wouldBeLiquidated');
  }
}

/**
 * Takes off orders that are passed over and that an order at this price would cross, and the customer's own (`own`) where
 * the order asks for that.
 */
export function clearWay(
  venue: Venue,
  market: Contracted,
  bookSide: 'buy' | 'sell',
  price: bigint,
  own: Trader | null = null,
): void {
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  for (;;) {
    const maker = makers.items[0];
    if (maker === undefined || !isWithin(makers, maker.price, price)) return;
    const isOwn = maker.position.trader === own;
    if (!isOwn && !isPassedOver(maker)) return;
    venue.takeOff(maker, isOwn ? 'selfTrade' : 'wouldBeLiquidated');
  }
}

export function crosses(market: Contracted, bookSide: 'buy' | 'sell', price: bigint): boolean {
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  return makers.items[0] !== undefined && isWithin(makers, makers.items[0].price, price);
}

interface Fill {
  readonly price: bigint;
  readonly lots: bigint;
  /** Whether it closes what the order in the book is for. */
  readonly isClose: boolean;
}

/** What a taker would get now, and why it would end: it has all, it meets its customer's order, or nothing is left. */
export interface Look {
  readonly fills: readonly Fill[];
  readonly lots: bigint;
  /** Those that would meet the customer's own and leave both orders. */
  readonly prevented: bigint;
  readonly value: bigint;
  readonly end: 'all' | 'self' | 'book';
}

/** `leaving`: an order of the taker's own that is taken off before. */
export function look(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  bookSide: 'buy' | 'sell',
  limit: bigint,
  wanted: bigint,
  leaving: Waiting | null = null,
  mode: SelfTrade = 'expireTaker',
): Look {
  noteHealth(venue, market);
  const makers = bookSide === 'buy' ? market.book.asks : market.book.bids;
  const fills: Fill[] = [];
  const met = new Map<Position, readonly Met[]>();
  let lots = 0n;
  let prevented = 0n;
  let value = 0n;
  for (const maker of makers.items) {
    if (!isWithin(makers, maker.price, limit)) break;
    if (maker === leaving) continue;
    if (maker.position.trader === trader) {
      if (mode === 'expireMaker') continue;
      if (mode !== 'decrement') return { fills, lots, prevented, value, end: 'self' };
      prevented += least(maker.lots, wanted - lots - prevented);
      if (lots + prevented === wanted) return { fills, lots, prevented, value, end: 'all' };
      continue;
    }
    const closed = maker.order === null ? null : whatItCloses(maker);
    const found = closed === null ? null : foreseen(closed, met.get(closed) ?? []);
    if (maker.order === null ? isPassedOver(maker) : isPassedOver(maker, found)) continue;
    const offers = found !== null && maker.effect === 'close' ? found.waiting.get(maker)! : maker.lots;
    const count = least(offers, wanted - lots - prevented);
    if (closed !== null)
      met.set(closed, [...(met.get(closed) ?? []), { maker, lots: least(count, found!.lots) }]);
    // An order in net mode first closes what is held, and opens with the rest: each is a fill.
    const closing = found === null ? 0n : least(count, found.lots);
    if (closing > 0n) fills.push({ price: maker.price, lots: closing, isClose: true });
    const rest = count - closing;
    if (rest > 0n) fills.push({ price: maker.price, lots: rest, isClose: maker.effect === 'close' });
    lots += count;
    value += valueAt(market.contract, maker.price, count);
    if (lots + prevented === wanted) return { fills, lots, prevented, value, end: 'all' };
  }
  return { fills, lots, prevented, value, end: 'book' };
}

/** A waiting order that a taker would meet, and how many lots it would then close. */
interface Met {
  readonly maker: Waiting;
  readonly lots: bigint;
}

/** A merged position after such fills, one by one: what is left of it, and of the orders that wait to close it. */
function foreseen(position: Position, fills: readonly Met[]) {
  const { side } = position;
  let { lots, entry, margin } = position;
  const waiting = new Map(position.closings.map(one => [one, one.lots]));
  for (const fill of fills) {
    if (fill.lots === 0n) continue;
    const part = portionOf({ side, lots, entry, margin }, fill.lots);
    lots -= fill.lots;
    entry -= part.entry;
    margin -= part.margin;
    if (fill.maker.effect === 'close') waiting.set(fill.maker, waiting.get(fill.maker)! - fill.lots);
    // The oldest keep theirs, as far as there is something to close.
    let free = lots;
    for (const [one, wants] of waiting) {
      waiting.set(one, least(wants, free));
      free -= least(wants, free);
    }
  }
  return { side, lots, entry, margin, waiting };
}

function sideOf({ position, cause }: Taker): 'buy' | 'sell' {
  return bookSideOf(position.side, cause === 'order' ? 'open' : 'close');
}

/** A close never trades where its margin would not cover the loss. */
function limitOf(venue: Venue, taker: Taker): bigint {
  const { position, cause, limit } = taker;
  const { market, side, maintenance } = position;
  if (cause === 'order') return limit;
  if (cause === 'insured') return worstInsured(market, sideOf(taker), maintenance);
  if (cause === 'liquidation') return bankruptcyTicks(market.contract, position);
  const bound = bankruptcyTicks(market.contract, coverOf(venue, position));
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
  const { cause } = taker;
  const { market } = taker.position;
  const position = cause === 'order' ? venue.holding(taker.position) : taker.position;
  const closed = whatItCloses(maker);
  const made = closed ?? venue.holding(maker.position);
  const value = valueAt(market.contract, maker.price, lots);
  const number = ++venue.lastTradeId;
  const ofTaker = settleTaker(venue, taker, position, lots, value);
  const ofMaker = settleMaker(venue, maker, made, closed !== null, lots, value);
  note(taker.order ?? taker.position.order, lots, value, ofTaker);
  note(maker.order, lots, value, ofMaker);
  const entries = [...ofTaker.entries, ...ofMaker.entries];
  // Nobody earns a rebate from a liquidation.
  if (cause !== 'liquidation' && cause !== 'insured') {
    for (const [{ trader }, { fee: feeMinor }] of [
      [position, ofTaker],
      [made, ofMaker],
    ] as const) {
      const fee = { customerId: trader.customerId, currencyId: market.contract.quoteId, feeMinor };
      entries.push(...world.referral.share(fee));
    }
  }
  world.books.post('perpetualTrade', `perpetualTrade:${number}`, entries);
  lost(world, position, ofTaker.lost);
  lost(world, made, ofMaker.lost);
  market.lastTicks = maker.price;
  market.traded.push(maker.price);
  afterMaker(venue, maker, made, closed !== null, lots);
  if (cause === 'order') opened(venue, position);
  // A liquidation ends its position itself: what is left of the margin must be split first.
  else if (cause === 'close' || cause === 'stop') venue.closed(position);
  return value;
}

function settleTaker(
  venue: Venue,
  { position: from, cause }: Taker,
  position: Position,
  lots: bigint,
  value: bigint,
): Settled {
  if (cause === 'order') return opens(from, position, lots, value, position.market.contract.fees.taker);
  if (cause === 'liquidation' || cause === 'insured') return liquidates(position, lots, value);
  return closes(venue, position, lots, value, feesOf(position).taker);
}

/** `made`: whose lots the fill closes, or where it opens some. */
function settleMaker(
  venue: Venue,
  { position }: Waiting,
  made: Position,
  isClose: boolean,
  lots: bigint,
  value: bigint,
): Settled {
  if (isClose) return closes(venue, made, lots, value, feesOf(made).maker);
  const settled = opens(position, made, lots, value, position.makerFee);
  // As a waiting order they counted already.
  position.trader.exposure -= value;
  position.market.waitingLots[position.side] -= lots;
  return settled;
}

function afterMaker(venue: Venue, maker: Waiting, made: Position, isClose: boolean, lots: bigint): void {
  const { position, effect } = maker;
  venue.reduce(maker, lots);
  if (effect === 'open') {
    if (isClose) venue.release(position, lots);
    else opened(venue, made);
    if (maker.lots === 0n) venue.endOpening(position, 'filled');
  } else if (maker.lots === 0n) venue.endClosing(maker);
  if (isClose) venue.closed(made);
}

function note(order: Order | null, lots: bigint, value: bigint, { fee, gain = 0n }: Settled): void {
  if (order === null) return;
  order.filledLots += lots;
  order.filledValue += value;
  order.fees += fee;
  order.realised += gain;
}

function opened(venue: Venue, position: Position): void {
  position.openedAtMs ??= venue.world.now;
  venue.arm(position);
}
