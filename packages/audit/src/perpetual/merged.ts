import { least, MAX_SAFE, most } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import { mayRest, selfTradeOf, type Asks } from './asks.ts';
import { closingLimits, openingLimits } from './band.ts';
import { blend } from './blend.ts';
import { bankruptcyTicks } from './figures.ts';
import { after, bringsBack } from './closes.ts';
import { clearWay, crosses, endOwn, look, take, type Look } from './matching.ts';
import { admit, isWhole, openPlanned, planOf, refuseNothing, withoutWaiting, worstOf } from './orders.ts';
import {
  bookSideOf,
  opposite,
  type Contracted,
  type Mode,
  type Order,
  type Position,
  type Trader,
  type Waiting,
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
  readonly name: string | null;
  readonly asks: Asks;
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

/** A waiting order that is amended: it stays where it is until the first thing changes. */
interface Amended {
  readonly order: Order;
  readonly waiting: Waiting;
}

/** `forbidden`: why nothing may be opened now; what is closed does not ask. */
export function placeMerged(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  ask: Ask,
  forbidden: Refusal,
  amended: Amended | null = null,
): Refusal {
  const { side, limitTicks, onlyReduces, asks } = ask;
  const bookSide = bookSideOf(side, 'open');
  const other = trader.merged[opposite(side)];
  if (onlyReduces && other === null) return 'nothing_to_reduce';
  const closes = onlyReduces || trader.mode === 'net' ? other : null;
  if (limitTicks !== null) {
    const unfit =
      closes === null
        ? refuseBand(openingLimits(market), limitTicks)
        : refuseClosingPrice(closes, limitTicks);
    if (unfit !== null) return unfit;
    if (ask.postOnly && crosses(market, bookSide, limitTicks)) return 'post_only_would_take';
  }
  const limit = limitTicks ?? worstOf(market, bookSide, ask.worst);
  const gone = amended === null ? 0n : amended.order.filledLots + amended.order.prevented;
  const mode = selfTradeOf(asks);
  const placing = { venue, market, trader, ask, limit, closes, amended };
  let rest: Rest = { ...placing, order: null, left: ask.lots - gone, metSelf: false };
  if (asks.timeInForce === 'FOK') {
    const short = refuseShort(rest, forbidden);
    if (short !== null) return endUnfilled(rest, short);
  }
  if (closes !== null) {
    const nearest = look(market, trader, bookSide, within(closes, limit), 1n, null, mode);
    const metSelf = nearest.end === 'self';
    rest = { ...rest, metSelf };
    if (nearest.lots + nearest.prevented > 0n || (metSelf && mode === 'expireBoth'))
      rest = reduce(rest, closes);
  }
  if (rest.left === 0n) return null;
  const waits = mayRest(limitTicks !== null, asks);
  const refusal = onlyReduces
    ? rest.metSelf || !waits
      ? 'no_liquidity'
      : waitToClose(rest)
    : openRest(rest, forbidden);
  // What has changed something is no longer refused: the rest of it ends.
  return rest.order === null && refusal !== null ? endUnfilled(rest, refusal) : null;
}

/** Closes as much as it can, as often as lots that met the customer's own leave something to close. */
function reduce(rest: Rest, closes: Position): Rest {
  const { venue, market, trader, ask, limit } = rest;
  const order = create(rest);
  let { left } = rest;
  let metSelf = false;
  for (;;) {
    const wanted = least(left, closes.lots);
    if (wanted === 0n) break;
    const taken = take(venue, { position: closes, cause: 'close', limit, order }, wanted);
    left -= wanted - taken.left;
    ({ metSelf } = taken);
    if (taken.left > 0n) break;
  }
  if (metSelf) endOwn(venue, market, bookSideOf(ask.side, 'open'), trader, ask.asks);
  return { ...rest, order, left, metSelf };
}

/** An order for all or nothing may close and open: both must be there before either happens. */
function refuseShort(rest: Rest, forbidden: Refusal): Refusal {
  const { venue, market, trader, ask, limit, closes, left } = rest;
  const { takes } = planOf(market, trader, ask, limit, left);
  if (!isWhole(takes)) return 'fill_or_kill_unfillable';
  if (closes === null) return null;
  const closing = least(left, closes.lots);
  if (ask.onlyReduces && closing < left) return 'fill_or_kill_unfillable';
  const back = bringsBack(closes, takes);
  if (back === null) return 'fill_or_kill_unfillable';
  if (closing === left) return null;
  const unfit = ask.limitTicks === null ? null : refuseBand(openingLimits(market), ask.limitTicks);
  if (forbidden !== null || unfit !== null) return forbidden ?? unfit;
  const terms = { ...ask, lots: left - closing };
  const plan = { terms, limit, takes: after(takes, closing, closes), rest: 0n };
  const before = { exposure: trader.exposure - closes.entry, extra: back, fewerPositions: 1 };
  const admitted = admit(venue, market, trader, plan, before);
  return typeof admitted === 'string' ? admitted : null;
}

/** Refused, unless it got nothing and asked to end then. */
function endUnfilled(rest: Rest, refusal: string): Refusal {
  const isNothing = refusal === 'no_liquidity' || refusal === 'fill_or_kill_unfillable';
  if (!isNothing || rest.ask.asks.ifUnfillable !== 'expire') return refusal;
  create(rest);
  return null;
}

/** An order of which something is left, and the one it is, if it has changed something. */
interface Rest {
  readonly venue: Venue;
  readonly market: Contracted;
  readonly trader: Trader;
  readonly ask: Ask;
  readonly limit: bigint;
  readonly closes: Position | null;
  readonly amended: Amended | null;
  readonly order: Order | null;
  readonly left: bigint;
  readonly metSelf: boolean;
}

/** Opens with what is left, or, if that may not be, waits to close with it. */
function openRest(rest: Rest, forbidden: Refusal): Refusal {
  const { venue, market, trader, ask, limit, closes, left, metSelf, amended } = rest;
  const { limitTicks, asks } = ask;
  const waits = mayRest(limitTicks !== null, asks);
  const terms = { ...ask, lots: left };
  const stillHeld = closes !== null && closes.lots > 0n;
  const plan = stillHeld
    ? { terms, limit, takes: NOTHING, rest: waits && !metSelf ? left : 0n }
    : planOf(market, trader, terms, limit, left);
  let refusal: Refusal;
  if (plan.takes.lots + plan.rest === 0n) {
    refusal = stillHeld ? 'no_liquidity' : refuseNothing(plan);
    if (refusal === null) {
      openPlanned(
        venue,
        market,
        trader,
        plan,
        { maintenance: 0n, margin: 0n, fee: 0n },
        rest.order ?? create(rest),
      );
      return null;
    }
  } else {
    refusal = forbidden;
    if (refusal === null && limitTicks !== null) refusal = refuseBand(openingLimits(market), limitTicks);
    if (refusal === null) {
      const leaving = rest.order === null && amended !== null ? amended.waiting : null;
      const admitted = admit(venue, market, trader, plan, withoutWaiting(trader, leaving));
      if (typeof admitted !== 'string') {
        openPlanned(venue, market, trader, plan, admitted, rest.order ?? create(rest));
        return null;
      }
      refusal = admitted;
    }
  }
  if (!waits || metSelf) return refusal;
  return waitToClose(rest) === null ? null : refusal;
}

const NOTHING: Look = { fills: [], lots: 0n, prevented: 0n, value: 0n, end: 'book' };

/** Waits to close what no earlier order waits to close. */
function waitToClose(rest: Rest): Refusal {
  const { venue, market, trader, ask, closes, order, left, amended } = rest;
  if (closes === null) return 'nothing_to_reduce';
  let free = closes.lots;
  let others = 0;
  for (const closing of closes.closings) {
    if (order === null && closing === amended?.waiting) continue;
    free -= closing.lots;
    others++;
  }
  if (free === 0n) return 'nothing_to_reduce';
  if (others >= MOST_CLOSING) return 'too_many_open_orders';
  const price = ask.limitTicks!;
  const waiting = order ?? create(rest);
  const own = selfTradeOf(ask.asks) === 'expireMaker' ? trader : null;
  clearWay(venue, market, bookSideOf(ask.side, 'open'), price, own);
  venue.restClosing(closes, price, least(free, left), waiting);
  return null;
}

/** The first thing that changes. An amended order leaves its place now. */
function create({ venue, market, trader, ask, amended }: Rest): Order {
  if (amended === null) return newOrder(venue, market, trader, ask, ask.onlyReduces);
  const { order, waiting } = amended;
  venue.takeBack(waiting);
  order.lots = ask.lots;
  order.limitTicks = ask.limitTicks;
  return order;
}

function refuseBand({ lowest, highest }: ReturnType<typeof openingLimits>, price: bigint): Refusal {
  return price < lowest || price > highest ? 'price_out_of_band' : null;
}

function refuseClosingPrice(position: Position, price: bigint): Refusal {
  if (within(position, price) !== price) return 'price_beyond_bankruptcy';
  return refuseBand(closingLimits(position.market), price);
}

/** The price, or the bankruptcy price if that comes first. */
function within(position: Position, price: bigint): bigint {
  const bound = bankruptcyTicks(position.market.contract, position);
  return position.side === 'long' ? most(price, bound) : least(price, bound);
}
