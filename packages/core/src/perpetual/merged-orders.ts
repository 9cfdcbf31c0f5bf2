import { ASK, BID } from '../book/side.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkBand, formatTicks } from './admission.ts';
import type { CommandOf } from '../command.ts';
import type { ContractOrder } from './contract-order.ts';
import { coverOf } from './cover.ts';
import { bankruptcyTicks } from './formulas.ts';
import type { PerpetualMatching } from './matching.ts';
import type { OpenPositions } from './open-positions.ts';
import { worstOf, type Orders } from './orders.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { oppositeSide, type PerpetualTrader, type Position } from './position.ts';
import type { Settlement } from './settlement.ts';
import { ClosingTaker } from './takers.ts';
import { look, type Taking } from './taking.ts';
import type { DecidedOrder } from './validate-order.ts';

/** Orders that may wait to close one merged position. */
export const MAX_REDUCING = 100;

const NOTHING: Taking = { fills: [], lots: 0, valueMinor: 0n, end: 'book' };

/** An order on its way: `order` is null until it has changed something, and until then it may be refused. */
interface Placing {
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
    const placing = { command, limitTicks, reduced, order: null, leftLots: command.lots, metSelf: false };
    if (reduced !== null) this.#reduce(market, trader, placing, reduced);
    if (placing.leftLots === 0) return null;
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

  /** Closes what it can at once. */
  #reduce(market: PerpetualMarket, trader: PerpetualTrader, placing: Placing, reduced: Position): void {
    const { command, limitTicks } = placing;
    const bookSide = reduced.closingSide;
    const bound = bankruptcyTicks(market.contract, coverOf(market, reduced));
    const worst = reduced.side === 'long' ? Math.max(limitTicks, bound) : Math.min(limitTicks, bound);
    const { lots, end } = look(market, trader, bookSide, worst, 1);
    placing.metSelf = end === 'self';
    if (lots === 0) return;
    const order = this.#create(market, trader, command);
    placing.order = order;
    const wanted = Math.min(command.lots, reduced.lots);
    const taker = new ClosingTaker(market, this.#settlement, reduced, 'close', limitTicks, order);
    const { leftLots, metSelf } = this.#matching.match(market, taker, wanted);
    placing.leftLots -= wanted - leftLots;
    placing.metSelf = metSelf;
    if (placing.leftLots === 0) this.#keeper.endOrder(market, order, 'filled');
  }

  /** What happens to the lots that closed nothing at once. */
  #rest(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    placing: Placing,
    forbidden: Refusal | null,
  ): Refusal | null {
    const { command, metSelf } = placing;
    const isLimit = command.priceTicks !== null;
    if (command.reduceOnly !== true) {
      const refusal = this.#open(market, trader, placing, forbidden);
      if (refusal === null) return null;
      if (isLimit && !metSelf && this.#waitToClose(market, trader, placing) === null) return null;
      return this.#end(market, placing, refusal, 'openingRefused');
    }
    if (metSelf) return this.#end(market, placing, refuse('no_liquidity'), 'selfTrade');
    if (!isLimit) return this.#end(market, placing, refuse('no_liquidity'), 'immediateRemainder');
    const refusal = this.#waitToClose(market, trader, placing);
    return refusal === null ? null : this.#end(market, placing, refusal, 'nothingToReduce');
  }

  /** Why it may not open, or null: it has opened or waits, or it has ended after closing something. */
  #open(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    placing: Placing,
    forbidden: Refusal | null,
  ): Refusal | null {
    const { command, limitTicks, reduced, metSelf, leftLots } = placing;
    const { side, priceTicks } = command;
    // Net mode: while something is held on the other side, the book was not deep enough, and the rest can only wait.
    const isHeld = reduced !== null && reduced.lots > 0;
    const bookSide = side === 'long' ? BID : ASK;
    const takes = isHeld ? NOTHING : look(market, trader, bookSide, limitTicks, leftLots);
    const isSelf = isHeld ? metSelf : takes.end === 'self';
    const restLots = priceTicks === null || isSelf ? 0 : leftLots - takes.lots;
    if (takes.lots + restLots === 0) {
      return this.#end(market, placing, refuse('no_liquidity'), isSelf ? 'selfTrade' : 'immediateRemainder');
    }
    const refusal = forbidden ?? (priceTicks === null ? null : checkBand(market, priceTicks, 'open'));
    if (refusal !== null) return refusal;
    const terms = { ...command, lots: leftLots };
    const opening = { terms, limitTicks, takes, restLots };
    const before = { exposureMinor: trader.exposureMinor, extraMinor: 0n };
    const admitted = this.#orders.admit(market, trader, opening, before);
    if ('refusal' in admitted) return admitted.refusal;
    placing.order ??= this.#create(market, trader, command);
    this.#orders.open(market, trader, opening, admitted, placing.order);
    return null;
  }

  /** Waits to close the lots that no other order waits to close. */
  #waitToClose(market: PerpetualMarket, trader: PerpetualTrader, placing: Placing): Refusal | null {
    const { command, reduced, leftLots } = placing;
    const priceTicks = command.priceTicks!;
    const free = reduced === null ? 0 : reduced.lots - reduced.closingLots;
    if (reduced === null || free === 0) return refuse('nothing_to_reduce', 'lots');
    if (reduced.closings.length >= MAX_REDUCING) {
      return refuse('too_many_open_orders', undefined, { maximum: MAX_REDUCING });
    }
    placing.order ??= this.#create(market, trader, command);
    this.#matching.clearWay(market, reduced.closingSide, priceTicks);
    this.#keeper.restClosing(market, reduced, priceTicks, Math.min(free, leftLots), placing.order);
    return null;
  }

  /** Refused if it has changed nothing yet; otherwise it ends here. */
  #end(
    market: PerpetualMarket,
    { order }: Placing,
    refusal: Refusal,
    reason: Parameters<OpenPositions['endOrder']>[2],
  ): Refusal | null {
    if (order === null) return refusal;
    this.#keeper.endOrder(market, order, reason);
    return null;
  }

  #create(market: PerpetualMarket, trader: PerpetualTrader, command: DecidedOrder): ContractOrder {
    const { side, orderType, lots, multiple, priceTicks, clientOrderId, reduceOnly = false } = command;
    const terms = { side, orderType, lots, multiple, priceTicks, clientOrderId, reduceOnly };
    return this.#keeper.createOrder(market, trader, terms);
  }
}

/** A limit price must be within the band, and where it closes, cost no more than the margin. */
function refusePrice(market: PerpetualMarket, reduced: Position | null, priceTicks: number): Refusal | null {
  if (reduced === null) return checkBand(market, priceTicks, 'open');
  const bound = bankruptcyTicks(market.contract, coverOf(market, reduced));
  const isWorse = reduced.side === 'long' ? priceTicks < bound : priceTicks > bound;
  if (!isWorse) return checkBand(market, priceTicks, 'close');
  return refuse('price_beyond_bankruptcy', 'price', { bankruptcy: formatTicks(market, bound) });
}
