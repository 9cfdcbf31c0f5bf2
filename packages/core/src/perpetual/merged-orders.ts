import { ASK, BID } from '../book/side.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkBand, formatTicks } from './admission.ts';
import type { CommandOf } from '../command.ts';
import type { ContractOrder } from './contract-order.ts';
import { coverOf } from './cover.ts';
import { bankruptcyTicks } from './formulas.ts';
import { mayWait } from './instructions.ts';
import type { PerpetualMatching } from './matching.ts';
import type { OpenPositions } from './open-positions.ts';
import { worstOf, type Orders } from './orders.ts';
import {
  fillsWhole,
  isExpiring,
  leavingBefore,
  lookToOpen,
  ownInTheWay,
  selfTradeOf,
  whyNothing,
} from './outlook.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { oppositeSide, type PerpetualTrader, type Position, type WaitingOrder } from './position.ts';
import type { Settlement } from './settlement.ts';
import { simulateClose, without } from './simulated-close.ts';
import { ClosingTaker } from './takers.ts';
import { look, type Taking } from './taking.ts';
import type { DecidedOrder } from './validate-order.ts';

/** Orders that may wait to close one merged position. */
export const MAX_REDUCING = 100;

const NOTHING: Taking = { fills: [], lots: 0, preventedLots: 0, valueMinor: 0n, end: 'book' };

/** How an order is placed, besides what it asks for. */
interface Manner {
  /** False: it is only checked. */
  readonly execute: boolean;
  /** The order that becomes this one and keeps its id, and what waits of it; null: a new one. */
  readonly amended: { readonly order: ContractOrder; readonly waiting: WaitingOrder } | null;
}

const PLACED: Manner = { execute: true, amended: null };

/** An order on its way: `order` is null until it has changed something, and until then it may be refused. */
interface Placing extends Manner {
  readonly command: DecidedOrder;
  readonly limitTicks: number;
  /** The opposite position that it closes first; null: none. */
  readonly reduced: Position | null;
  order: ContractOrder | null;
  leftLots: number;
  metSelf: boolean;
}

/**
 * Orders in hedge and net mode. What one takes at once closes first, whatever forbids opening; what is left opens if the
 * contract, the limits and the funds allow it, waiting with margin of its own. Otherwise, or if it only reduces, it waits
 * to close lots that no older order waits to close.
 */
export class MergedOrders {
  readonly #keeper: OpenPositions;
  readonly #settlement: Settlement;
  readonly #matching: PerpetualMatching;
  readonly #orders: Orders;

  constructor(keeper: OpenPositions, settlement: Settlement, matching: PerpetualMatching, orders: Orders) {
    this.#keeper = keeper;
    this.#settlement = settlement;
    this.#matching = matching;
    this.#orders = orders;
  }

  /** A valid order. `forbidden`: why this customer or contract opens nothing now. */
  place(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    command: DecidedOrder,
    forbidden: Refusal | null,
    manner: Manner = PLACED,
  ): Refusal | null {
    const { side, priceTicks, reduceOnly } = command;
    const bookSide = side === 'long' ? BID : ASK;
    if (market.status === 'halted') return refuse('market_halted');
    if (reduceOnly === true) {
      if (command.takeProfitTicks !== null) return refuse('invalid_order', 'take_profit');
      if (command.stopLossTicks !== null) return refuse('invalid_order', 'stop_loss');
    }
    const reduced = reduceOnly === true ? trader.held[oppositeSide(side)] : trader.netted(side);
    if (reduceOnly === true && reduced === null) return refuse('nothing_to_reduce', 'reduce_only');
    const unfit = priceTicks === null ? null : refusePrice(market, reduced, priceTicks);
    if (unfit !== null) return unfit;
    if (priceTicks !== null && command.postOnly && market.book.crosses(bookSide, priceTicks)) {
      return refuse('post_only_would_take', 'price');
    }
    const limitTicks = priceTicks ?? worstOf(market, bookSide, command.worstPriceTicks);
    const { amended } = manner;
    const { filledLots, preventedLots } = amended?.order ?? { filledLots: 0, preventedLots: 0 };
    const leftLots = command.lots - filledLots - preventedLots;
    const placing = { ...manner, command, limitTicks, reduced, order: null, leftLots, metSelf: false };
    if (command.instructions?.timeInForce === 'FOK') {
      const refusal = this.#refuseUnfillable(market, trader, placing, forbidden);
      if (refusal !== null) return this.#end(market, trader, placing, refusal, 'immediateRemainder');
    }
    if (reduced !== null && this.#reduce(market, trader, placing, reduced)) return null;
    return this.#rest(market, trader, placing, forbidden);
  }

  /** A valid close of a merged position. */
  close(market: PerpetualMarket, position: Position, command: CommandOf<'closePosition'>): Refusal | null {
    const { customerId, lots, priceTicks, worstPriceTicks } = command;
    const order: DecidedOrder = {
      type: 'placePerpetualOrder',
      customerId,
      marketId: market.id,
      side: oppositeSide(position.side),
      orderType: priceTicks === null ? 'market' : 'limit',
      lots: lots ?? position.lots,
      multiple: position.multiple,
      priceTicks,
      worstPriceTicks,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
      reduceOnly: true,
    };
    return this.place(market, position.trader, order, null);
  }

  /**
   * Of an order for all or nothing: it may close and then open, and both are simulated before either happens. Null: it will
   * be filled.
   */
  #refuseUnfillable(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    { command, limitTicks, reduced, leftLots }: Placing,
    forbidden: Refusal | null,
  ): Refusal | null {
    const unfillable = refuse('fill_or_kill_unfillable', 'lots');
    const { takes } = lookToOpen(market, trader, command, limitTicks, leftLots);
    if (!fillsWhole(takes)) return unfillable;
    if (reduced === null) return null;
    const closedLots = Math.min(leftLots, reduced.lots);
    if (command.reduceOnly === true && closedLots < leftLots) return unfillable;
    const backMinor = simulateClose(market, reduced, takes);
    if (backMinor === null) return unfillable;
    if (closedLots === leftLots) return null;
    const unfit = command.priceTicks === null ? null : checkBand(market, command.priceTicks, 'open');
    if (forbidden !== null || unfit !== null) return forbidden ?? unfit;
    const first = lookToOpen(market, trader, command, limitTicks, closedLots).takes;
    const terms = { ...command, lots: leftLots - closedLots };
    const opening = { terms, limitTicks, takes: without(takes, first), restLots: 0 };
    const admitted = this.#orders.admit(market, trader, opening, {
      exposureMinor: trader.exposureMinor - reduced.entryValueMinor,
      extraMinor: backMinor,
      leavingPositions: 1,
    });
    return 'refusal' in admitted ? admitted.refusal : null;
  }

  /** Closes what it can at once. Returns whether nothing is left to do. */
  #reduce(market: PerpetualMarket, trader: PerpetualTrader, placing: Placing, reduced: Position): boolean {
    const { command, limitTicks } = placing;
    const selfTrade = selfTradeOf(command);
    const bookSide = reduced.closingSide;
    const bound = bankruptcyTicks(market.contract, coverOf(market, reduced));
    const worst = reduced.side === 'long' ? Math.max(limitTicks, bound) : Math.min(limitTicks, bound);
    const { lots, preventedLots, end } = look(market, trader, bookSide, worst, 1, null, selfTrade);
    placing.metSelf = end === 'self';
    const endsBoth = placing.metSelf && selfTrade === 'expireBoth';
    if (lots + preventedLots === 0 && !endsBoth) return false;
    if (!placing.execute) return true;
    const order = this.#create(market, trader, placing);
    placing.order = order;
    const taker = new ClosingTaker(market, this.#settlement, reduced, 'close', limitTicks, order);
    // Again if some of these lots met the customer's own and were taken off both, so that there is still more to close.
    for (let left = 0; left === 0 && placing.leftLots > 0 && reduced.lots > 0;) {
      const wanted = Math.min(placing.leftLots, reduced.lots);
      const match = this.#matching.match(market, taker, wanted);
      left = match.leftLots;
      placing.leftLots -= wanted - left;
      placing.metSelf = match.metSelf;
    }
    if (placing.metSelf) this.#matching.endBoth(market, bookSide, trader, selfTrade);
    if (placing.leftLots > 0) return false;
    this.#keeper.endOrder(market, order, 'filled');
    return true;
  }

  /** What happens to the lots that closed nothing at once. */
  #rest(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    placing: Placing,
    forbidden: Refusal | null,
  ): Refusal | null {
    const { command, metSelf } = placing;
    const waits = mayWait(command);
    if (command.reduceOnly !== true) {
      const refusal = this.#open(market, trader, placing, forbidden);
      if (refusal === null) return null;
      if (waits && !metSelf && this.#waitToClose(market, trader, placing) === null) return null;
      return this.#end(market, trader, placing, refusal, 'openingRefused');
    }
    if (metSelf) return this.#end(market, trader, placing, refuse('no_liquidity'), 'selfTrade');
    if (!waits) return this.#end(market, trader, placing, refuse('no_liquidity'), 'immediateRemainder');
    const refusal = this.#waitToClose(market, trader, placing);
    return refusal === null ? null : this.#end(market, trader, placing, refusal, 'nothingToReduce');
  }

  /** Why it may not open, or null: it has opened or waits, or it has ended after closing something. */
  #open(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    placing: Placing,
    forbidden: Refusal | null,
  ): Refusal | null {
    const { command, limitTicks, reduced, metSelf, leftLots } = placing;
    const { priceTicks } = command;
    // Net mode: while something is held on the other side, the book was not deep enough, and the rest can only wait.
    const isHeld = reduced !== null && reduced.lots > 0;
    const opening = isHeld
      ? {
          terms: { ...command, lots: leftLots },
          limitTicks,
          takes: NOTHING,
          restLots: mayWait(command) && !metSelf ? leftLots : 0,
        }
      : lookToOpen(market, trader, command, limitTicks, leftLots);
    const { takes, restLots } = opening;
    const isSelf = isHeld ? metSelf : takes.end === 'self';
    if (takes.lots + restLots === 0) {
      if (isHeld || whyNothing(command, opening) !== null) {
        const reason = isSelf ? 'selfTrade' : 'immediateRemainder';
        return this.#end(market, trader, placing, refuse('no_liquidity'), reason);
      }
      if (!placing.execute) return null;
      placing.order ??= this.#create(market, trader, placing);
      this.#orders.open(market, trader, opening, OPENS_NOTHING, placing.order);
      return null;
    }
    const refusal = forbidden ?? (priceTicks === null ? null : checkBand(market, priceTicks, 'open'));
    if (refusal !== null) return refusal;
    const before = leavingBefore(market, trader, leavingOf(placing));
    const admitted = this.#orders.admit(market, trader, opening, before);
    if ('refusal' in admitted) return admitted.refusal;
    if (!placing.execute) return null;
    placing.order ??= this.#create(market, trader, placing);
    this.#orders.open(market, trader, opening, admitted, placing.order);
    return null;
  }

  /** Waits to close the lots that no other order waits to close. */
  #waitToClose(market: PerpetualMarket, trader: PerpetualTrader, placing: Placing): Refusal | null {
    const { command, reduced, leftLots } = placing;
    const priceTicks = command.priceTicks!;
    if (reduced === null) return refuse('nothing_to_reduce', 'lots');
    const leaving = leavingOf(placing);
    const others = reduced.closings.filter(closing => closing !== leaving);
    const free = reduced.lots - others.reduce((sum, { lots }) => sum + lots, 0);
    if (free === 0) return refuse('nothing_to_reduce', 'lots');
    if (others.length >= MAX_REDUCING) {
      return refuse('too_many_open_orders', undefined, { maximum: MAX_REDUCING });
    }
    if (!placing.execute) return null;
    placing.order ??= this.#create(market, trader, placing);
    const own = ownInTheWay(trader, selfTradeOf(command));
    this.#matching.clearWay(market, reduced.closingSide, priceTicks, own);
    this.#keeper.restClosing(market, reduced, priceTicks, Math.min(free, leftLots), placing.order);
    return null;
  }

  /** Refused if it has changed nothing yet; otherwise, or if it asked not to be refused, it ends here. */
  #end(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    placing: Placing,
    refusal: Refusal,
    reason: Parameters<OpenPositions['endOrder']>[2],
  ): Refusal | null {
    const isNothing = refusal.code === 'no_liquidity' || refusal.code === 'fill_or_kill_unfillable';
    if (placing.order === null && !(isNothing && isExpiring(placing.command))) return refusal;
    if (!placing.execute) return null;
    placing.order ??= this.#create(market, trader, placing);
    this.#keeper.endOrder(market, placing.order, reason);
    return null;
  }

  /** The order's first change. An amended one is taken off where it waited, and has its new terms. */
  #create(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    { command, amended }: Pick<Placing, 'command' | 'amended'>,
  ): ContractOrder {
    const { side, orderType, lots, multiple, priceTicks, clientOrderId, instructions } = command;
    const { reduceOnly = false } = command;
    const asked = instructions === undefined ? {} : { instructions };
    const terms = { side, orderType, lots, multiple, priceTicks, clientOrderId, reduceOnly, ...asked };
    if (amended === null) return this.#keeper.createOrder(market, trader, terms);
    this.#keeper.lift(market, amended.order);
    amended.order.terms = terms;
    return amended.order;
  }
}

/** An order whose lots all meet its customer's own opens nothing, whatever its terms. */
const OPENS_NOTHING = { maintenancePpm: 0, marginMinor: 0n, feeMinor: 0n };

/** What still waits of an order that is being amended. */
function leavingOf({ order, amended }: Placing): WaitingOrder | null {
  return order === null && amended !== null ? amended.waiting : null;
}

/** A limit price must be within the band, and where it closes, cost no more than the margin. */
function refusePrice(market: PerpetualMarket, reduced: Position | null, priceTicks: number): Refusal | null {
  if (reduced === null) return checkBand(market, priceTicks, 'open');
  const bound = bankruptcyTicks(market.contract, coverOf(market, reduced));
  const isWorse = reduced.side === 'long' ? priceTicks < bound : priceTicks > bound;
  if (!isWorse) return checkBand(market, priceTicks, 'close');
  return refuse('price_beyond_bankruptcy', 'price', { bankruptcy: formatTicks(market, bound) });
}
