import type { CommandOf } from '../command.ts';
import type { Customers } from '../customer/customer.ts';
import { DueHeap } from '../indexed-heap.ts';
import { invariant } from '../invariant.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkOpening } from './admission.ts';
import type { PlaceConditionalOrder, PlacePerpetualOrder } from './command.ts';
import { ConditionalOrder } from './conditional-order.ts';
import { startOf, validateConditional } from './conditional-terms.ts';
import type { ConditionalEnd, ConditionalOrderView } from './conditional-view.ts';
import { priceOf } from './conditional-watch.ts';
import type { OpenPositions } from './open-positions.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { oppositeSide, type PerpetualTrader, type Position } from './position.ts';

/** Conditional orders that may wait, per customer and contract. */
export const MAX_CONDITIONAL = 100;
/** How many one passing of time ends at most. */
const MOST_EXPIRED = 500;

/** How orders of a customer are executed now, by every rule of such an order. A refused one has changed nothing. */
export interface Execution {
  place(market: PerpetualMarket, order: PlacePerpetualOrder, atMs: number): Refusal | null;
  close(market: PerpetualMarket, command: CommandOf<'closePosition'>): Refusal | null;
}

/**
 * Orders outside the book that wait for a price. They freeze nothing; when one fires, its order goes through every rule
 * of an ordinary order at that moment, and a refusal ends it with the reason.
 */
export class ConditionalOrders {
  readonly #customers: Customers;
  readonly #markets: ReadonlyMap<number, PerpetualMarket>;
  readonly #keeper: OpenPositions;
  /** That wait, by id. */
  readonly #waiting = new Map<number, ConditionalOrder>();
  /** The same, by their customer in their contract: oldest first. */
  readonly #of = new Map<PerpetualTrader, ConditionalOrder[]>();
  /** Names of those that wait, with their customer. */
  readonly #names = new Set<string>();
  readonly #expiring = new DueHeap<ConditionalOrder>((a, b) => a.orderId - b.orderId);
  #execution: Execution | null = null;
  /** Numbers are handed out from 1 without gaps. */
  lastId = 0;

  constructor(customers: Customers, markets: ReadonlyMap<number, PerpetualMarket>, keeper: OpenPositions) {
    this.#customers = customers;
    this.#markets = markets;
    this.#keeper = keeper;
    keeper.onEnded = (market, position) => this.#positionEnded(market, position);
  }

  /** Who executes what fires; set once, because the two need each other. */
  set execution(execution: Execution) {
    this.#execution = execution;
  }

  get isEmpty(): boolean {
    return this.lastId === 0;
  }

  find(conditionalOrderId: number): ConditionalOrder | undefined {
    return this.#waiting.get(conditionalOrderId);
  }

  /** That wait, by id. */
  all(): ConditionalOrder[] {
    return [...this.#waiting.values()].toSorted((a, b) => a.orderId - b.orderId);
  }

  /** Whether a customer has some in a contract. */
  has(trader: PerpetualTrader): boolean {
    return this.#of.has(trader);
  }

  /** Of one customer, by id. */
  viewsOf(customerId: number, marketId?: number): ConditionalOrderView[] {
    const views: ConditionalOrderView[] = [];
    for (const market of this.#markets.values()) {
      if (marketId !== undefined && market.id !== marketId) continue;
      const trader = market.traderIfSeen(customerId);
      if (trader !== undefined) views.push(...(this.#of.get(trader) ?? []).map(order => order.view()));
    }
    return views.toSorted((a, b) => a.conditionalOrderId - b.conditionalOrderId);
  }

  place(command: PlaceConditionalOrder, atMs: number): Refusal | null {
    const { customerId, clientOrderId, expiresAtMs } = command;
    const market = this.#markets.get(command.marketId);
    if (market === undefined) return refuse('unknown_perpetual', 'market_id');
    const invalid = validateConditional(command, market.contract);
    if (invalid !== null) return invalid;
    if (clientOrderId !== null && this.#names.has(nameOf(customerId, clientOrderId)))
      return refuse('duplicate_client_order_id', 'client_order_id');
    if (expiresAtMs !== null && expiresAtMs <= atMs) return refuse('expiry_in_past', 'expires_at_ms');
    const trader = market.trader(customerId);
    const forbidden =
      command.effect === 'open'
        ? this.#refuseOpening(market, customerId, atMs)
        : this.#refuseReducing(market, trader, command, atMs);
    if (forbidden !== null) return forbidden;
    const nowE8 = priceOf(command.triggerSource, market);
    if (nowE8 === 0) return refuse('no_price_yet');
    const start = startOf(command, nowE8, market.contract.tickE8);
    if ('refusal' in start) return start.refusal;
    if ((this.#of.get(trader)?.length ?? 0) >= MAX_CONDITIONAL)
      return refuse('too_many_open_orders', undefined, { maximum: MAX_CONDITIONAL });
    const order = new ConditionalOrder(++this.lastId, trader, command, atMs);
    this.add(market, order, start.extremeTicks);
    this.#touch(market, order);
    return null;
  }

  /** Begins to wait, new or from a snapshot. */
  add(market: PerpetualMarket, order: ConditionalOrder, extremeTicks: number | null): void {
    const { trader, orderId, clientOrderId } = order;
    this.#waiting.set(orderId, order);
    const own = this.#of.get(trader);
    if (own === undefined) this.#of.set(trader, [order]);
    else own.push(order);
    if (clientOrderId !== null) this.#names.add(nameOf(trader.customerId, clientOrderId));
    if (order.dueAtMs !== Infinity) this.#expiring.add(order);
    market.conditional.add(order, extremeTicks);
  }

  /** Another customer's is refused like an unknown one. */
  cancel({ customerId, conditionalOrderId }: CommandOf<'cancelConditionalOrder'>): Refusal | null {
    const order = this.#waiting.get(conditionalOrderId);
    if (order === undefined) {
      const isKnown = Number.isSafeInteger(conditionalOrderId) && conditionalOrderId >= 1;
      const wasPlaced = isKnown && conditionalOrderId <= this.lastId;
      return refuse(wasPlaced ? 'order_not_open' : 'unknown_order', 'conditional_order_id');
    }
    if (order.trader.customerId !== customerId) return refuse('unknown_order', 'conditional_order_id');
    const market = this.#markets.get(order.trader.marketId)!;
    if (market.keepsOrders) return refuse('market_halted');
    this.#end(market, order, 'cancelledByCustomer');
    return null;
  }

  /** Of one contract or of all. Cancelling nothing is not an error. */
  cancelAll({ customerId, marketId }: CommandOf<'cancelAllConditionalOrders'>): Refusal | null {
    if (marketId !== null) {
      const market = this.#markets.get(marketId);
      if (market === undefined) return refuse('unknown_perpetual', 'market_id');
      if (market.keepsOrders) return refuse('market_halted');
    }
    for (const market of this.#markets.values()) {
      if (market.keepsOrders || (marketId !== null && market.id !== marketId)) continue;
      const trader = market.traderIfSeen(customerId);
      const own = trader === undefined ? undefined : this.#of.get(trader);
      for (const order of [...(own ?? [])]) this.#end(market, order, 'cancelledByCustomer');
    }
    return null;
  }

  dueAtMs(): number {
    return this.#expiring.first()?.dueAtMs ?? Infinity;
  }

  expire(atMs: number): void {
    for (let left = MOST_EXPIRED; left > 0; left--) {
      const order = this.#expiring.first();
      if (order === undefined || order.dueAtMs > atMs) return;
      this.#end(this.#markets.get(order.trader.marketId)!, order, 'expired');
    }
  }

  /** Fires the oldest order that a price has reached; false: there is none. The contract acts on prices now. */
  fireNext(market: PerpetualMarket, atMs: number): boolean {
    const order = market.conditional.takeReached(market);
    if (order === undefined) return false;
    this.#leave(order);
    this.#touch(market, order);
    order.firedAtMs = atMs;
    const lastId = this.#keeper.lastId;
    const refusal = this.#execute(market, order, atMs);
    if (refusal === null) {
      order.status = 'fired';
      order.placedOrderId = this.#placedBy(order, lastId);
    } else {
      order.status = 'ended';
      order.endReason = 'refused';
      order.refusal = refusal.code;
    }
    return true;
  }

  checkAll(): void {
    let watched = 0;
    for (const { conditional } of this.#markets.values()) watched += conditional.size;
    invariant(watched === this.#waiting.size, `${watched} conditional orders watch a price`);
    let counted = 0;
    for (const [{ customerId }, own] of this.#of) {
      counted += own.length;
      const isRight = own.length > 0 && own.length <= MAX_CONDITIONAL;
      invariant(isRight, `customer ${customerId}: ${own.length} conditional orders`);
      for (const order of own) this.#checkOne(order);
    }
    invariant(counted === this.#waiting.size, 'a conditional order belongs to nobody');
  }

  #checkOne(order: ConditionalOrder): void {
    const { orderId, trader, positionId, effect, lots, side } = order;
    const holds = (condition: boolean, what: string): void =>
      invariant(condition, `conditional order ${orderId}: ${what}`);
    holds(orderId <= this.lastId && order.status === 'waiting', 'does not wait');
    holds(this.#waiting.get(orderId) === order, 'is lost');
    if (effect === 'open') return;
    if (trader.mode === 'each') holds(this.#keeper.find(positionId!)?.trader === trader, 'reduces nothing');
    else holds(lots !== null || trader.held[oppositeSide(side)] !== null, 'closes nothing');
  }

  /** What fires may be refused then; here, only what makes no sense now. */
  #refuseOpening(market: PerpetualMarket, customerId: number, atMs: number): Refusal | null {
    if (this.#customers.isFrozen(customerId)) return refuse('customer_frozen');
    return checkOpening(market, atMs);
  }

  #refuseReducing(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    { positionId, side, lots }: PlaceConditionalOrder,
    atMs: number,
  ): Refusal | null {
    if (market.status === 'halted') return refuse('market_halted');
    if (market.isStale(atMs)) return refuse('index_stale');
    if (trader.mode !== 'each') {
      if (positionId !== null) return refuse('invalid_order', 'position_id');
      const isHeld = lots !== null || trader.held[oppositeSide(side)] !== null;
      return isHeld ? null : refuse('nothing_to_reduce', 'lots');
    }
    if (positionId === null) return refuse('invalid_order', 'position_id');
    const position = this.#keeper.find(positionId);
    if (position?.trader !== trader) {
      const wasThere = position === undefined && this.#keeper.wasHandedOut(positionId);
      return refuse(wasThere ? 'position_not_open' : 'unknown_position', 'position_id');
    }
    if (position.lots === 0) return refuse('position_not_open', 'position_id');
    return position.side === oppositeSide(side) ? null : refuse('invalid_order', 'side');
  }

  #execute(market: PerpetualMarket, order: ConditionalOrder, atMs: number): Refusal | null {
    const { trader, positionId, side, lots, priceTicks } = order;
    const { customerId } = trader;
    const execution = this.#execution!;
    // What the order would need to say in words: a whole position, or lots of one in mode `each`.
    const closed =
      positionId === null
        ? lots === null
          ? trader.held[oppositeSide(side)]
          : null
        : this.#keeper.find(positionId);
    if (closed !== null && closed !== undefined) {
      const most = lots === null ? null : Math.min(lots, Math.max(1, closed.lots));
      const close = { customerId, positionId: closed.positionId, lots: most, priceTicks };
      return execution.close(market, { type: 'closePosition', ...close, worstPriceTicks: null });
    }
    const placed: PlacePerpetualOrder = {
      type: 'placePerpetualOrder',
      customerId,
      marketId: market.id,
      side,
      orderType: order.orderType,
      lots: lots!,
      multiple: order.multiple,
      priceTicks,
      worstPriceTicks: null,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
      ...(order.effect === 'reduce' ? { reduceOnly: true } : null),
    };
    return execution.place(market, placed, atMs);
  }

  /** The order has the first id handed out by its execution; closes of mode `each` have one only while they wait. */
  #placedBy({ trader, positionId, priceTicks }: ConditionalOrder, lastId: number): number {
    if (trader.mode !== 'each' || positionId === null) return lastId + 1;
    const closing = this.#keeper.find(positionId)?.closing ?? null;
    return priceTicks === null || closing === null ? positionId : closing.orderId;
  }

  /** The position an order names is gone, or, if it closes all that is held, that. */
  #positionEnded(market: PerpetualMarket, position: Position): void {
    const own = this.#of.get(position.trader);
    if (own === undefined) return;
    const { positionId, trader } = position;
    for (const order of [...own]) {
      const closesHeld = order.effect === 'reduce' && order.lots === null && order.positionId === null;
      const isHeld = closesHeld && trader.isHeld(position) && order.side === oppositeSide(position.side);
      if (order.positionId === positionId || isHeld) this.#end(market, order, 'positionClosed');
    }
  }

  #end(market: PerpetualMarket, order: ConditionalOrder, reason: ConditionalEnd): void {
    market.conditional.remove(order);
    this.#leave(order);
    // It was reached, and another order has ended its position first.
    order.firedPriceE8 = null;
    order.status = 'ended';
    order.endReason = reason;
    this.#touch(market, order);
  }

  /** Waits no longer. */
  #leave(order: ConditionalOrder): void {
    const { trader, clientOrderId } = order;
    this.#waiting.delete(order.orderId);
    const own = this.#of.get(trader)!;
    own.splice(own.indexOf(order), 1);
    if (own.length === 0) this.#of.delete(trader);
    if (clientOrderId !== null) this.#names.delete(nameOf(trader.customerId, clientOrderId));
    this.#expiring.remove(order);
  }

  #touch(market: PerpetualMarket, order: ConditionalOrder): void {
    market.touchConditional(order, this.#keeper.nowMs);
    this.#keeper.touch(market);
  }
}

function nameOf(customerId: number, clientOrderId: string): string {
  return `${customerId}/${clientOrderId}`;
}
