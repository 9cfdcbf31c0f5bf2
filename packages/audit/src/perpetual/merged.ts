import { least, MAX_SAFE, most } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import { coverOf } from './account.ts';
import { closingLimits, openingLimits } from './band.ts';
import { blend } from './blend.ts';
import { bankruptcyTicks } from './figures.ts';
import { clearWay, crosses, look, take, type Look } from './matching.ts';
import { admit, openPlanned, worstOf } from './orders.ts';
import {
  bookSideOf,
  opposite,
  type Contracted,
  type Mode,
  type Order,
  type Position,
  type Trader,
} from './state.ts';
import { newOrder } from './new-order.ts';
import type { Venue } from './venue.ts';

const MODES: readonly Mode[] = ['each', 'hedge', 'net'];
/** Orders that may wait to close one position. */
const MOST_CLOSING = 100;

/** What an order in hedge or net mode asks for. */
export interface Ask {
  /** `long` buys. */
  readonly side: 'long' | 'short';
  readonly lots: bigint;
  readonly multiple: bigint;
  /** Null: a market order. */
  readonly limitTicks: bigint | null;
  readonly worst: bigint | null;
  readonly postOnly: boolean;
  readonly onlyReduces: boolean;
  readonly takeProfit: bigint | null;
  readonly stopLoss: bigint | null;
}

/** Only while nothing waits. Positions of one side become one, the oldest; nothing is gained or lost. */
export function setMode(venue: Venue, trader: Trader, mode: Mode): Refusal {
  if (!MODES.includes(mode)) return 'invalid_order';
  if (trader.mode === mode) return null;
  const held = [...trader.positions.values()];
  for (const position of held) {
    if (position.opening !== null || position.closings.length > 0) return 'orders_waiting';
    if (position.triggered !== null || position.unfinished) return 'position_closing';
  }
  const of = {
    long: held.filter(one => one.side === 'long'),
    short: held.filter(one => one.side === 'short'),
  };
  if (mode === 'net' && of.long.length > 0 && of.short.length > 0) return 'positions_opposite';
  trader.mode = mode;
  for (const side of ['long', 'short'] as const) {
    const [first, ...others] = of[side];
    trader.merged[side] = mode === 'each' ? null : (first ?? null);
    if (first === undefined) continue;
    if (mode === 'each') first.excess = 0n;
    else for (const other of others) join(venue, first, other);
  }
  return null;
}

/** The lots leave at what they were opened for, and join at the same, with their margin. */
function join(venue: Venue, into: Position, from: Position): void {
  const { lots, entry, margin, side } = from;
  blend(into, lots, entry, from);
  from.lots = 0n;
  from.entry = 0n;
  from.margin = 0n;
  from.closedValue += entry;
  into.lots += lots;
  into.entry += entry;
  into.margin += margin;
  into.orderedLots += lots;
  into.openedLots += lots;
  into.openedValue += entry;
  // What either may still be topped up by, the other may.
  const left = from.topUpLimit - from.topUpUsed;
  if (left > 0n) into.topUpLimit = least(most(into.topUpLimit, into.topUpUsed) + left, MAX_SAFE);
  // Whatever would have closed a part first now closes all.
  const [above, below] =
    side === 'long' ? (['takeProfit', 'stopLoss'] as const) : (['stopLoss', 'takeProfit'] as const);
  into[above] = nearest(into[above], from[above], least);
  into[below] = nearest(into[below], from[below], most);
  venue.closed(from);
  venue.arm(into);
}

function nearest(a: bigint | null, b: bigint | null, of: (a: bigint, b: bigint) => bigint): bigint | null {
  if (a === null) return b;
  return b === null ? a : of(a, b);
}

/** `forbidden`: why nothing may be opened now; what is closed does not ask. */
export function placeMerged(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  ask: Ask,
  forbidden: Refusal,
): Refusal {
  const { side, limitTicks, onlyReduces } = ask;
  const bookSide = bookSideOf(side, 'open');
  const other = trader.merged[opposite(side)];
  if (onlyReduces && other === null) return 'nothing_to_reduce';
  const closes = onlyReduces || trader.mode === 'net' ? other : null;
  if (limitTicks !== null) {
    const unfit =
      closes === null
        ? refuseBand(openingLimits(market), limitTicks)
        : refuseClosingPrice(venue, closes, limitTicks);
    if (unfit !== null) return unfit;
    if (ask.postOnly && crosses(market, bookSide, limitTicks)) return 'post_only_would_take';
  }
  const limit = limitTicks ?? worstOf(market, bookSide, ask.worst);
  let order: Order | null = null;
  let left = ask.lots;
  let metSelf = false;
  if (closes !== null) {
    const nearest = look(venue, market, trader, bookSide, within(venue, closes, limit), 1n);
    metSelf = nearest.end === 'self';
    if (nearest.lots > 0n) {
      order = create(venue, market, trader, ask);
      const wanted = least(left, closes.lots);
      const taken = take(venue, { position: closes, cause: 'close', limit, order }, wanted);
      left -= wanted - taken.left;
      metSelf = taken.metSelf;
    }
  }
  if (left === 0n) return null;
  const rest = { venue, market, trader, ask, limit, closes, order, left, metSelf };
  const refusal = onlyReduces
    ? metSelf || limitTicks === null
      ? 'no_liquidity'
      : waitToClose(rest)
    : openRest(rest, forbidden);
  // What has closed something is no longer refused: the rest of it ends.
  return order === null ? refusal : null;
}

/** An order of which something is left, and the one it is, if it has traded. */
interface Rest {
  readonly venue: Venue;
  readonly market: Contracted;
  readonly trader: Trader;
  readonly ask: Ask;
  readonly limit: bigint;
  readonly closes: Position | null;
  readonly order: Order | null;
  readonly left: bigint;
  readonly metSelf: boolean;
}

/** Opens with what is left, or, if that may not be, waits to close with it. */
function openRest(rest: Rest, forbidden: Refusal): Refusal {
  const { venue, market, trader, ask, limit, closes, left, metSelf } = rest;
  const { side, multiple, limitTicks, takeProfit, stopLoss } = ask;
  const nothing: Look = { fills: [], lots: 0n, value: 0n, end: metSelf ? 'self' : 'book' };
  const stillHeld = closes !== null && closes.lots > 0n;
  const takes = stillHeld ? nothing : look(venue, market, trader, bookSideOf(side, 'open'), limit, left);
  const waits = limitTicks === null || takes.end === 'self' ? 0n : left - takes.lots;
  const isNothing = takes.lots + waits === 0n;
  let refusal: Refusal = isNothing ? 'no_liquidity' : forbidden;
  if (refusal === null && limitTicks !== null) refusal = refuseBand(openingLimits(market), limitTicks);
  if (refusal === null) {
    const terms = { side, lots: left, multiple, limitTicks, takeProfit, stopLoss };
    const plan = { terms, limit, takes, rest: waits };
    const admitted = admit(venue, market, trader, plan, { exposure: trader.exposure, extra: 0n });
    if (typeof admitted !== 'string') {
      const order = rest.order ?? create(venue, market, trader, ask);
      openPlanned(venue, market, trader, plan, admitted, order);
      return null;
    }
    refusal = admitted;
  }
  if (limitTicks === null || metSelf) return refusal;
  return waitToClose(rest) === null ? null : refusal;
}

/** Waits to close what no earlier order waits to close. */
function waitToClose({ venue, market, trader, ask, closes, order, left }: Rest): Refusal {
  if (closes === null) return 'nothing_to_reduce';
  let free = closes.lots;
  for (const closing of closes.closings) free -= closing.lots;
  if (free === 0n) return 'nothing_to_reduce';
  if (closes.closings.length >= MOST_CLOSING) return 'too_many_open_orders';
  const price = ask.limitTicks!;
  const waiting = order ?? create(venue, market, trader, ask);
  clearWay(venue, market, bookSideOf(ask.side, 'open'), price);
  venue.restClosing(closes, price, least(free, left), waiting);
  return null;
}

function create(venue: Venue, market: Contracted, trader: Trader, ask: Ask): Order {
  const { side, lots, multiple, limitTicks, onlyReduces } = ask;
  return newOrder(venue, market, trader, { side, lots, multiple, limitTicks }, onlyReduces);
}

function refuseBand({ lowest, highest }: ReturnType<typeof openingLimits>, price: bigint): Refusal {
  return price < lowest || price > highest ? 'price_out_of_band' : null;
}

function refuseClosingPrice(venue: Venue, position: Position, price: bigint): Refusal {
  if (within(venue, position, price) !== price) return 'price_beyond_bankruptcy';
  return refuseBand(closingLimits(position.market), price);
}

/** The price, or the bankruptcy price if that comes first. */
function within(venue: Venue, position: Position, price: bigint): bigint {
  const bound = bankruptcyTicks(position.market.contract, coverOf(venue, position));
  return position.side === 'long' ? most(price, bound) : least(price, bound);
}
