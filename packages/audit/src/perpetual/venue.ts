import { check } from '../check-failed.ts';
import { least } from '../numbers.ts';
import { addTo, removeFrom } from '../order-book.ts';
import type { World } from '../world.ts';
import { DueList, type Due } from '../due-list.ts';
import type { Asks } from './asks.ts';
import { shareOf } from './contract.ts';
import { bankruptcyTicks, hasReached, liquidationE8, valueAt, type Held, type Side } from './figures.ts';
import {
  askerOf,
  bookSideOf,
  NO_CHOICE,
  closesFirst,
  setThreshold,
  type Choice,
  type Conditional,
  type Contracted,
  type Order,
  type OrderEnd,
  type Position,
  type Trader,
  type Waiting,
} from './state.ts';
import { worsens } from './worsens.ts';

/** What an order asks for. */
export interface OrderTerms {
  readonly side: Side;
  readonly lots: bigint;
  readonly multiple: bigint;
  /** Null: a market order. */
  readonly limitTicks: bigint | null;
  readonly takeProfit: bigint | null;
  readonly stopLoss: bigint | null;
  readonly name: string | null;
  readonly asks: Asks;
}

/** Plain data. Markets of the world are the world's own objects. */
export interface VenueState {
  readonly markets: Map<number, Contracted>;
  readonly positions: Map<number, Position>;
  readonly closings: Map<number, Waiting>;
  readonly lastId: number;
  readonly lastTradeId: number;
  /** By customer and contract. */
  readonly choices: Map<string, Choice>;
  readonly conditionals: Conditional[];
  readonly lastConditionalId: number;
}

/** All contracts, positions and waiting orders, and how positions and orders begin and end. */
export class Venue {
  readonly world: World;
  /** By id, ascending. */
  markets = new Map<number, Contracted>();
  positions = new Map<number, Position>();
  /** Limit closes by their order id. */
  closings = new Map<number, Waiting>();
  /** Orders and limit closes are numbered together. */
  lastId = 0;
  lastTradeId = 0;
  choices = new Map<string, Choice>();
  /** Conditional orders that wait, by id. */
  conditionals: Conditional[] = [];
  lastConditionalId = 0;
  /** Told of every position that ends, while its customer still holds it. */
  readonly #onEnded: (venue: Venue, position: Position) => void;
  /** Waiting orders that expire. */
  expiring = new DueList<Due>();

  constructor(world: World, onEnded: (venue: Venue, position: Position) => void) {
    this.world = world;
    this.#onEnded = onEnded;
  }

  get state(): VenueState {
    const { markets, positions, closings, lastId, lastTradeId, choices } = this;
    const { conditionals, lastConditionalId } = this;
    return { markets, positions, closings, lastId, lastTradeId, choices, conditionals, lastConditionalId };
  }

  set state(state: VenueState) {
    const { markets, positions, closings, lastId, lastTradeId, choices } = state;
    this.conditionals = state.conditionals;
    this.lastConditionalId = state.lastConditionalId;
    this.choices = choices;
    this.markets = markets;
    this.positions = positions;
    this.closings = closings;
    this.lastId = lastId;
    this.lastTradeId = lastTradeId;
    this.expiring = new DueList();
    for (const { opening, closings: waits } of positions.values()) {
      for (const waiting of [opening, ...waits]) if (waiting !== null) this.#expire(waiting);
    }
  }

  choice(customerId: number, marketId: number): Choice {
    return this.choices.get(`${customerId}/${marketId}`) ?? NO_CHOICE;
  }

  /** `order`: in hedge and net mode, the order that opens. */
  create(
    market: Contracted,
    trader: Trader,
    terms: OrderTerms,
    maintenance: bigint,
    order: Order | null = null,
  ): Position {
    const position: Position = {
      id: order?.id ?? ++this.lastId,
      trader,
      market,
      side: terms.side,
      multiple: terms.multiple,
      maintenance,
      orderType: terms.limitTicks === null ? 'market' : 'limit',
      orderedLots: terms.lots,
      limitTicks: terms.limitTicks,
      placedAtMs: this.world.now,
      // An order of hedge or net mode has its own.
      name: order === null ? terms.name : null,
      asks: order === null ? terms.asks : {},
      prevented: 0n,
      lots: 0n,
      entry: 0n,
      margin: 0n,
      openedLots: 0n,
      openedValue: 0n,
      closedValue: 0n,
      opening: null,
      closings: [],
      excess: 0n,
      order,
      waitingMargin: 0n,
      waitingFee: 0n,
      makerFee: 0n,
      kept: null,
      addedMargin: 0n,
      removedMargin: 0n,
      topUpLimit: order === null && !trader.cross ? this.choice(trader.customerId, market.id).topUpLimit : 0n,
      topUpUsed: 0n,
      realised: 0n,
      fees: 0n,
      liquidationFee: 0n,
      funding: 0n,
      insurancePaid: 0n,
      takeProfit: terms.takeProfit,
      stopLoss: terms.stopLoss,
      triggered: null,
      unfinished: false,
      orderEnd: null,
      openedAtMs: null,
      ended: false,
      thresholds: {},
    };
    this.positions.set(position.id, position);
    market.positions.set(position.id, position);
    trader.positions.set(position.id, position);
    return position;
  }

  /** Money goes from the available part of the contract account to its frozen part, or back if negative. */
  freeze({ id, trader, market }: Position, amount: bigint, reason: string): void {
    if (amount === 0n) return;
    this.world.books.freeze(
      reason,
      `position:${id}`,
      [trader.customerId, 'contract', market.contract.quoteId],
      amount,
    );
  }

  find(orderId: number): Waiting | undefined {
    return this.closings.get(orderId) ?? this.positions.get(orderId)?.opening ?? undefined;
  }

  wasUsed(id: unknown): boolean {
    return Number.isSafeInteger(id) && (id as number) >= 1 && (id as number) <= this.lastId;
  }

  /** What is left of an order waits to open, its margin and fee frozen. */
  restOpening(position: Position, lots: bigint): void {
    const { market, side, trader } = position;
    const price = position.limitTicks!;
    const bookSide = bookSideOf(side, 'open');
    const { order } = position;
    const waiting: Waiting = {
      number: position.id,
      price,
      position,
      effect: 'open',
      bookSide,
      lots,
      order,
      due: null,
    };
    position.makerFee = market.contract.fees.maker;
    position.opening = waiting;
    trader.exposure += valueAt(market.contract, price, lots);
    market.waitingLots[side] += lots;
    this.armLapse(position);
    this.#enter(waiting);
  }

  /** Its order waits. */
  armLapse(position: Position): void {
    setThreshold(position, 'lapse', limitLiquidationE8(position));
  }

  restClosing(position: Position, price: bigint, lots: bigint, order: Order | null = null): void {
    const bookSide = bookSideOf(position.side, 'close');
    const number = order?.id ?? ++this.lastId;
    const waiting: Waiting = { number, price, position, effect: 'close', bookSide, lots, order, due: null };
    position.closings.push(waiting);
    this.closings.set(waiting.number, waiting);
    this.#enter(waiting);
  }

  /** Takes lots off a waiting order: with the last, it leaves the book. */
  reduce(waiting: Waiting, lots: bigint): void {
    check(lots <= waiting.lots, `order ${waiting.number} has fewer lots than ${lots}`);
    waiting.lots -= lots;
    if (waiting.lots > 0n) return;
    const { book } = waiting.position.market;
    const row = waiting.bookSide === 'buy' ? book.bids : book.asks;
    check(removeFrom(row, waiting), `order ${waiting.number} is not in the book`);
  }

  /** The opening order ends, whatever of it waits: what it had frozen comes back. */
  endOpening(position: Position, reason: OrderEnd): void {
    this.lift(position);
    position.orderEnd = reason === 'filled' && position.prevented > 0n ? 'selfTrade' : reason;
    this.#endIfEmpty(position);
  }

  /** Nothing of the order waits to open, or is frozen for that, any more. */
  lift(position: Position): void {
    const { opening, market, trader, side } = position;
    if (opening !== null) {
      this.#forget(opening);
      trader.exposure -= valueAt(market.contract, opening.price, opening.lots);
      market.waitingLots[side] -= opening.lots;
      if (opening.lots > 0n) this.reduce(opening, opening.lots);
      position.opening = null;
      setThreshold(position, 'lapse', null);
    }
    const left = position.waitingMargin + position.waitingFee;
    position.waitingMargin = 0n;
    position.waitingFee = 0n;
    this.freeze(position, -left, 'perpetualUnfreeze');
  }

  /** An order in hedge or net mode leaves the book to come again. */
  takeBack(waiting: Waiting): void {
    if (waiting.effect === 'close') this.endClosing(waiting);
    else this.endOpening(waiting.position, 'cancelledByCustomer');
  }

  endClosing(closing: Waiting): void {
    const { closings } = closing.position;
    this.#forget(closing);
    if (closing.lots > 0n) this.reduce(closing, closing.lots);
    closings.splice(closings.indexOf(closing), 1);
    this.closings.delete(closing.number);
  }

  endClosings({ closings }: Position): void {
    while (closings.length > 0) this.endClosing(closings[0]!);
  }

  /** Lots of an order in net mode have closed something instead of opening: they need no margin any more. */
  release(position: Position, lots: bigint): void {
    const { market, trader, side, multiple, openedValue, makerFee } = position;
    const { price, lots: left } = position.opening!;
    trader.exposure -= valueAt(market.contract, price, lots);
    market.waitingLots[side] -= lots;
    const rest = valueAt(market.contract, price, left);
    const margin = (openedValue + rest) / multiple - openedValue / multiple;
    const fee = shareOf(rest, makerFee);
    this.freeze(position, margin + fee - position.waitingMargin - position.waitingFee, 'perpetualUnfreeze');
    position.waitingMargin = margin;
    position.waitingFee = fee;
  }

  /** What the order's fills open lots of: in hedge and net mode the merged position, which the first fill begins. */
  holding(position: Position): Position {
    if (position.order === null) return position;
    const { trader, market, side, multiple, maintenance } = position;
    const { merged } = trader;
    if (merged[side] !== null) return merged[side];
    const begun = {
      side,
      lots: 0n,
      multiple,
      limitTicks: null,
      takeProfit: null,
      stopLoss: null,
      name: null,
      asks: {},
    };
    const made = this.create(market, trader, begun, maintenance);
    made.orderEnd = 'filled';
    merged[side] = made;
    return made;
  }

  takeOff(waiting: Waiting, reason: OrderEnd): void {
    if (waiting.effect === 'open') this.endOpening(waiting.position, reason);
    else this.endClosing(waiting);
  }

  /** Lots were closed: a limit close has no more than are open, and an empty position ends with its order. */
  closed(position: Position): void {
    const { closings, lots } = position;
    let over = -lots;
    for (const closing of closings) over += closing.lots;
    while (over > 0n) {
      const newest = closings.at(-1)!;
      const cut = least(over, newest.lots);
      over -= cut;
      if (cut === newest.lots) this.endClosing(newest);
      else this.reduce(newest, cut);
    }
    this.arm(position);
    if (lots > 0n) return;
    if (position.opening === null) this.#endIfEmpty(position);
    else this.endOpening(position, 'positionClosed');
  }

  /** Its liquidation price and stops follow its figures. */
  arm(position: Position): void {
    const { lots, market, maintenance, unfinished } = position;
    const isArmed = lots > 0n && !unfinished && !position.trader.cross;
    setThreshold(
      position,
      'liquidation',
      isArmed ? liquidationE8(market.contract, position, maintenance) : null,
    );
    this.armStops(position);
  }

  armStops(position: Position): void {
    const { tickE8 } = position.market.contract;
    const at = (ticks: bigint | null) => (ticks === null || position.lots === 0n ? null : ticks * tickE8);
    setThreshold(position, 'takeProfit', at(position.takeProfit));
    setThreshold(position, 'stopLoss', at(position.stopLoss));
  }

  #enter(waiting: Waiting): void {
    const { book } = waiting.position.market;
    addTo(waiting.bookSide === 'buy' ? book.bids : book.asks, waiting);
    this.#expire(waiting);
  }

  #expire(waiting: Waiting): void {
    const dueAtMs = askerOf(waiting)?.asks.expiresAtMs;
    if (dueAtMs === undefined) return;
    waiting.due = { id: waiting.number, dueAtMs };
    this.expiring.add(waiting.due);
  }

  #forget(waiting: Waiting): void {
    if (waiting.due !== null) this.expiring.remove(waiting.due);
    waiting.due = null;
  }

  #endIfEmpty(position: Position): void {
    if (position.ended || position.lots > 0n || position.opening !== null || position.orderEnd === null)
      return;
    check(position.margin === 0n, `position ${position.id} ends with margin`);
    position.ended = true;
    position.takeProfit = null;
    position.stopLoss = null;
    position.triggered = null;
    position.unfinished = false;
    this.arm(position);
    this.#onEnded(this, position);
    this.positions.delete(position.id);
    position.market.positions.delete(position.id);
    position.trader.positions.delete(position.id);
    const { merged } = position.trader;
    if (merged[position.side] === position) merged[position.side] = null;
  }
}

/** Where mark or index would liquidate lots of an order, all of it by default, as soon as they are filled at its limit. */
export function limitLiquidationE8(position: Position, lots = position.orderedLots): bigint | null {
  const { market, side, limitTicks, multiple, maintenance } = position;
  const entry = valueAt(market.contract, limitTicks!, lots);
  return liquidationE8(market.contract, { side, lots, entry, margin: entry / multiple }, maintenance);
}

/** The position whose lots the order closes, or would close first; null: it opens. */
export function whatItCloses(waiting: Waiting): Position | null {
  return waiting.effect === 'close' ? waiting.position : closesFirst(waiting);
}

/**
 * Whether a waiting order stands where it must not be filled: to open, where mark or index would liquidate it at once;
 * to close, where its margin no longer covers the loss.
 */
export function isPassedOver(waiting: Waiting, closed: Held | null = whatItCloses(waiting)): boolean {
  const { position, effect, price } = waiting;
  const { market } = position;
  if (closed !== null && closed.lots > 0n) {
    const { trader } = position;
    const ofCross = trader.cross ? whatItCloses(waiting)! : null;
    if (ofCross !== null && (!trader.healthy || worsens(ofCross, price))) return true;
    if (ofCross !== null) return effect === 'open' && hasLapsed(waiting);
    const bound = bankruptcyTicks(market.contract, closed);
    if (closed.side === 'long' ? price < bound : price > bound) return true;
  }
  return effect === 'open' && hasLapsed(waiting);
}

/** Mark or index would liquidate what it opens at once. */
function hasLapsed({ position }: Waiting): boolean {
  const { market, side } = position;
  const threshold = position.thresholds.lapse?.price;
  if (threshold === undefined) return false;
  const { priceE8, indexE8 } = market.mark!;
  return hasReached(side, priceE8, threshold) || hasReached(side, indexE8, threshold);
}
