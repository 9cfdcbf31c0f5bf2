import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Choices } from './choices.ts';
import { ContractOrder } from './contract-order.ts';
import type { PositionsOffset } from './event.ts';
import { feeOf, initialMargin, valueAtTicks } from './formulas.ts';
import { inOrder } from './instructions.ts';
import { NOTHING_KEPT } from './kept-fees.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { Position, type PositionTerms, type WaitingOrder } from './position.ts';
import type { PerpetualOrderEnd } from './order-view.ts';
import type { CloseReason, OpeningEndReason, WaitingClose } from './position-view.ts';
import type { PerpetualTrader } from './position.ts';
import { WaitingIndex } from './waiting-index.ts';

type OffsetResult = Pick<
  PositionsOffset,
  'lots' | 'valueMinor' | 'longBefore' | 'shortBefore' | 'longRealisedMinor' | 'shortRealisedMinor'
>;

/** Creates and ends positions and their waiting orders, with the money frozen for either. */
export class OpenPositions {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  /** Pending or holding, of all contracts. */
  readonly #positions = new Map<number, Position>();
  /** Markets the command changed. */
  readonly #touched: PerpetualMarket[] = [];
  readonly #closings = new Map<number, WaitingOrder>();
  readonly #choices: Choices;
  /** Of hedge and net mode, while they wait or are being matched. */
  readonly #orders = new Map<number, ContractOrder>();
  readonly waiting = new WaitingIndex();
  /** Order ids: a position has its opening order's, a limit close one of its own. */
  lastId = 0;
  /** Time of the command being applied. */
  nowMs = 0;
  /** Told of every position that ends, while its customer still holds it. */
  onEnded: (market: PerpetualMarket, position: Position) => void = () => {};

  constructor(log: EventLog, ledger: Ledger, choices: Choices) {
    this.#log = log;
    this.#ledger = ledger;
    this.#choices = choices;
  }

  find(positionId: number): Position | undefined {
    return this.#positions.get(positionId);
  }

  /** The waiting order with this id. */
  findWaiting(orderId: number): WaitingOrder | undefined {
    return this.#closings.get(orderId) ?? this.#positions.get(orderId)?.opening ?? undefined;
  }

  /** Pending or holding, of all contracts. */
  all(): Iterable<Position> {
    return this.#positions.values();
  }

  wasHandedOut(id: number): boolean {
    return Number.isSafeInteger(id) && id >= 1 && id <= this.lastId;
  }

  findOrder(orderId: number): ContractOrder | undefined {
    return this.#orders.get(orderId);
  }

  /** `order`: of hedge or net mode, whose part that opens this is. */
  create(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    terms: PositionTerms,
    maintenancePpm: number,
    order: ContractOrder | null,
  ): Position {
    const positionId = order?.orderId ?? ++this.lastId;
    const position = new Position(positionId, trader, terms, maintenancePpm, this.nowMs);
    if (order === null) {
      position.instructions = inOrder(terms.instructions);
      if (trader.cross === null)
        position.topUpLimitMinor = this.#choices.of(trader.customerId, market.id).topUpLimitMinor;
    } else {
      position.order = order;
      order.opening = position;
    }
    this.add(market, position);
    market.touch(position, this.nowMs);
    return position;
  }

  createOrder(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    terms: ContractOrder['terms'],
  ): ContractOrder {
    const order = new ContractOrder(++this.lastId, trader, terms, this.nowMs);
    this.addOrder(order);
    market.touchOrder(order, this.nowMs);
    return order;
  }

  /** Registers an order, new or from a snapshot. */
  addOrder(order: ContractOrder): void {
    this.#orders.set(order.orderId, order);
  }

  /** Where an opening order's fills go: its own position, or the customer's merged one, which the first fill creates. */
  holding(market: PerpetualMarket, opening: Position): Position {
    if (opening.order === null) return opening;
    const { trader, side, multiple, maintenancePpm } = opening;
    const held = trader.held[side];
    if (held !== null) return held;
    const position = this.create(market, trader, { ...MERGED, side, multiple }, maintenancePpm, null);
    position.openingEndReason = 'filled';
    trader.held[side] = position;
    return position;
  }

  /** Registers a position, new or from a snapshot. */
  add(market: PerpetualMarket, position: Position): void {
    this.#positions.set(position.positionId, position);
    market.positions.set(position.positionId, position);
    position.trader.add(position);
  }

  /** Freezes what the order was checked to need: margin and fees. */
  freeze(position: Position, marginMinor: bigint, feeMinor: bigint): void {
    position.waitingMarginMinor = marginMinor;
    position.waitingFeeMinor = feeMinor;
    this.#move(position, -(marginMinor + feeMinor), 'perpetualFreeze');
  }

  /** Adds margin that the customer was checked to have. */
  addMargin(market: PerpetualMarket, position: Position, amountMinor: bigint): void {
    this.setMargin(market, position, position.marginMinor + amountMinor, position.waitingMarginMinor);
  }

  /**
   * Gives an open position, and what waits to open more of it, other margins that the customer was checked to have and
   * the position to keep.
   */
  setMargin(market: PerpetualMarket, position: Position, marginMinor: bigint, waitingMinor: bigint): void {
    const change = marginMinor - position.marginMinor;
    const moved = change + waitingMinor - position.waitingMarginMinor;
    position.marginMinor = marginMinor;
    position.waitingMarginMinor = waitingMinor;
    if (change > 0n) position.addedMarginMinor += change;
    else position.removedMarginMinor -= change;
    this.#move(position, -moved, 'perpetualMargin');
    market.arm(position);
    market.armLapse(position);
    market.touch(position, this.nowMs);
  }

  /** The rest of an order waits to open; its margin and fee are frozen. */
  restOpening(market: PerpetualMarket, position: Position, lots: number, makerFeePpm: number): void {
    position.makerFeePpm = makerFeePpm;
    market.rest(this.waitOpening(market, position, lots));
    market.touch(position, this.nowMs);
  }

  /** Not in the book yet. */
  waitOpening(market: PerpetualMarket, position: Position, lots: number): WaitingOrder {
    const priceTicks = position.priceTicks!;
    const order: WaitingOrder = {
      orderId: position.positionId,
      position,
      effect: 'open',
      bookSide: position.openingSide,
      priceTicks,
      placedAtMs: position.placedAtMs,
      slot: 0,
      lots,
      order: position.order,
      dueAtMs: Infinity,
      dueHeapAt: -1,
    };
    position.opening = order;
    this.waiting.begin(order);
    market.armLapse(position);
    position.trader.exposureMinor += valueAtTicks(market.contract, priceTicks, lots);
    market.waitingLots[position.side] += lots;
    return order;
  }

  /** `order`: of hedge or net mode, all of which waits. */
  restClosing(
    market: PerpetualMarket,
    position: Position,
    priceTicks: number,
    lots: number,
    order: ContractOrder | null = null,
  ): void {
    const orderId = order?.orderId ?? ++this.lastId;
    const placedAtMs = order?.placedAtMs ?? this.nowMs;
    market.rest(this.waitClosing(position, { orderId, priceTicks, lots, placedAtMs }, order));
    market.touch(position, this.nowMs);
    if (order !== null) market.touchOrder(order, this.nowMs);
  }

  /** Not in the book yet. */
  waitClosing(position: Position, waiting: WaitingClose, of: ContractOrder | null): WaitingOrder {
    const order: WaitingOrder = {
      ...waiting,
      position,
      effect: 'close',
      bookSide: position.closingSide,
      slot: 0,
      order: of,
      dueAtMs: Infinity,
      dueHeapAt: -1,
    };
    position.closings.push(order);
    if (of !== null) of.closing = order;
    this.#closings.set(order.orderId, order);
    this.waiting.begin(order);
    return order;
  }

  /** Ends the opening order and unfreezes what it held. */
  endOpening(market: PerpetualMarket, position: Position, reason: OpeningEndReason): void {
    this.#liftOpening(market, position);
    const isPrevented = reason === 'filled' && position.preventedLots > 0;
    position.openingEndReason = isPrevented ? 'selfTrade' : reason;
    market.touch(position, this.nowMs);
    this.#settleEnd(market, position);
    if (position.order === null) return;
    position.order.opening = null;
    this.endOrder(market, position.order, reason);
  }

  /** Nothing waits to open any more, and what it had frozen is free. */
  #liftOpening(market: PerpetualMarket, position: Position): void {
    const { opening } = position;
    if (opening !== null) {
      this.waiting.end(opening);
      position.trader.exposureMinor -= valueAtTicks(market.contract, opening.priceTicks, opening.lots);
      market.waitingLots[position.side] -= opening.lots;
      if (opening.slot !== 0) market.take(opening, opening.lots);
      position.opening = null;
      market.armLapse(position);
    }
    const left = position.waitingMarginMinor + position.waitingFeeMinor;
    position.waitingMarginMinor = 0n;
    position.waitingFeeMinor = 0n;
    this.#move(position, left, 'perpetualUnfreeze');
  }

  /** An amended order of mode `each`, of which nothing is open, takes its turn again: it is taken off the book. */
  requeue(
    market: PerpetualMarket,
    position: Position,
    { lots, priceTicks }: Pick<PositionTerms, 'lots' | 'priceTicks'>,
    maintenancePpm: number,
  ): void {
    this.#liftOpening(market, position);
    position.orderedLots = lots;
    position.priceTicks = priceTicks;
    position.maintenancePpm = maintenancePpm;
    position.kept = NOTHING_KEPT;
    market.touch(position, this.nowMs);
  }

  /** The same of hedge and net mode: what waits of the order is taken off, to open or to close. */
  lift(market: PerpetualMarket, order: ContractOrder): void {
    const closing = this.#closings.get(order.orderId);
    if (closing === undefined) {
      const opening = this.#positions.get(order.orderId)!;
      this.#liftOpening(market, opening);
      opening.openingEndReason = 'cancelledByCustomer';
      this.#settleEnd(market, opening);
      order.opening = null;
    } else this.#liftClosing(market, closing);
    market.touchOrder(order, this.nowMs);
  }

  /** Takes lots off a waiting order that keeps its place: not all. */
  shrink(market: PerpetualMarket, waiting: WaitingOrder, lots: number): void {
    const { position, order } = waiting;
    if (lots > 0) market.take(waiting, lots);
    market.touch(position, this.nowMs);
    if (order !== null) market.touchOrder(order, this.nowMs);
    if (waiting.effect === 'close') return;
    position.orderedLots -= lots;
    this.releaseOpening(market, position, lots);
    market.armLapse(position);
  }

  /** Lots of a waiting order closed something instead of opening: what they had frozen comes back. */
  releaseOpening(market: PerpetualMarket, position: Position, lots: number): void {
    const opening = position.opening!;
    const { contract } = market;
    position.trader.exposureMinor -= valueAtTicks(contract, opening.priceTicks, lots);
    market.waitingLots[position.side] -= lots;
    const opened = position.openedValueMinor;
    const restMinor = valueAtTicks(contract, opening.priceTicks, opening.lots);
    const margin =
      initialMargin(opened + restMinor, position.multiple) - initialMargin(opened, position.multiple);
    const fee = feeOf(restMinor, position.makerFeePpm);
    const left = position.waitingMarginMinor + position.waitingFeeMinor - margin - fee;
    position.waitingMarginMinor = margin;
    position.waitingFeeMinor = fee;
    this.#move(position, left, 'perpetualUnfreeze');
    market.touch(position, this.nowMs);
  }

  /** Ends a waiting order, whether it opens or closes. */
  endWaiting(market: PerpetualMarket, waiting: WaitingOrder, reason: OpeningEndReason): void {
    if (waiting.effect === 'open') this.endOpening(market, waiting.position, reason);
    else this.endClosing(market, waiting, reason);
  }

  /** Ends what waits to close. The reason is that of an order in hedge or net mode. */
  endClosing(market: PerpetualMarket, closing: WaitingOrder, reason: PerpetualOrderEnd): void {
    this.#liftClosing(market, closing);
    if (closing.order !== null) this.endOrder(market, closing.order, reason);
  }

  #liftClosing(market: PerpetualMarket, closing: WaitingOrder): void {
    const { position, order } = closing;
    this.waiting.end(closing);
    if (closing.slot !== 0) market.take(closing, closing.lots);
    position.closings.splice(position.closings.indexOf(closing), 1);
    this.#closings.delete(closing.orderId);
    market.touch(position, this.nowMs);
    if (order !== null) order.closing = null;
  }

  endClosings(market: PerpetualMarket, position: Position, reason: PerpetualOrderEnd): void {
    for (const closing of [...position.closings]) this.endClosing(market, closing, reason);
  }

  /** Nothing of the order waits any more. `filled`, though not all was: the other lots were cut before. */
  endOrder(market: PerpetualMarket, order: ContractOrder, reason: PerpetualOrderEnd): void {
    const { lots, reduceOnly } = order.terms;
    const { filledLots, preventedLots } = order;
    const isCut = reason === 'filled' && filledLots + preventedLots < lots;
    const cut = reduceOnly ? 'nothingToReduce' : 'openingRefused';
    order.endReason = isCut ? cut : reason === 'filled' && preventedLots > 0 ? 'selfTrade' : reason;
    this.#orders.delete(order.orderId);
    market.touchOrder(order, this.nowMs);
  }

  /** After any close: reduces waiting closes, the newest first, to the open lots, and ends an empty position. */
  closed(market: PerpetualMarket, position: Position, reason: CloseReason): void {
    const { lots } = position;
    if (position.closings.length > 0) this.#cutClosings(market, position);
    market.arm(position);
    market.touch(position, this.nowMs);
    if (lots > 0) return;
    position.closeReason = reason;
    if (position.opening === null) this.#settleEnd(market, position);
    else this.endOpening(market, position, 'positionClosed');
  }

  /** Orders that wait to open more of a merged position end with it when a stop or a liquidation closes it. */
  endSameSide(market: PerpetualMarket, { trader, side }: Position): void {
    if (trader.mode === 'each') return;
    for (const waiting of trader.all()) {
      if (waiting.order === null || waiting.side !== side) continue;
      this.endOpening(market, waiting, 'positionClosed');
    }
  }

  /** These lots of both positions were closed against each other. */
  offset(market: PerpetualMarket, long: Position, short: Position, result: OffsetResult): void {
    this.#log.push({
      type: 'positionsOffset',
      customerId: long.trader.customerId,
      marketId: market.id,
      longPositionId: long.positionId,
      shortPositionId: short.positionId,
      ...result,
      mark: market.mark!,
      atMs: this.nowMs,
    });
    this.closed(market, long, 'offset');
    this.closed(market, short, 'offset');
  }

  /** Marks the market as changed: it reports at the end of the command. */
  touch(market: PerpetualMarket): void {
    if (!this.#touched.includes(market)) this.#touched.push(market);
  }

  /** Ends a command: everything it changed is reported once, in its final state. */
  report(): void {
    for (const market of this.#touched) market.report(this.#log);
    this.#touched.length = 0;
  }

  #cutClosings(market: PerpetualMarket, position: Position): void {
    let over = position.closingLots - position.lots;
    while (over > 0) {
      const newest = position.closings.at(-1)!;
      const cut = Math.min(over, newest.lots);
      over -= cut;
      if (cut === newest.lots) this.endClosing(market, newest, 'nothingToReduce');
      else {
        market.take(newest, cut);
        if (newest.order !== null) market.touchOrder(newest.order, this.nowMs);
      }
    }
  }

  /** Ends the position if none of it is open, waiting or still being matched. */
  #settleEnd(market: PerpetualMarket, position: Position): void {
    if (position.ended || position.lots > 0 || position.opening !== null) return;
    if (position.openingEndReason === null) return;
    invariant(position.frozenMinor === 0n, `position ${position.positionId} ended holding money`);
    position.ended = true;
    if (position.openedLots > 0) position.closedAtMs = this.nowMs;
    position.takeProfitTicks = null;
    position.stopLossTicks = null;
    position.triggered = null;
    position.liquidationUnfinished = false;
    market.arm(position);
    this.onEnded(market, position);
    this.#positions.delete(position.positionId);
    market.positions.delete(position.positionId);
    position.trader.remove(position);
    if (position.trader.isHeld(position)) position.trader.held[position.side] = null;
  }

  /** Amounts > 0 go into the available part, < 0 out of it. */
  #move(
    position: Position,
    amountMinor: bigint,
    reason: 'perpetualFreeze' | 'perpetualUnfreeze' | 'perpetualMargin',
  ): void {
    if (amountMinor === 0n) return;
    const reference = `position:${position.positionId}`;
    this.#ledger.moveWithin(position.trader.account, Number(amountMinor), reason, reference);
  }
}

/** A merged position was not ordered: it is what orders made it. */
const MERGED = {
  orderType: 'market',
  lots: 0,
  priceTicks: null,
  takeProfitTicks: null,
  stopLossTicks: null,
  clientOrderId: null,
} as const;
