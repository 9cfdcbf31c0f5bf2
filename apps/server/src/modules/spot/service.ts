import type { Event, OrderView, PlaceOrder, ReadonlyExchange } from '@tallystick/core';
import type {
  AmendOrder,
  BatchPart,
  PlaceOrderList,
  ReplaceOrder,
  SetCancelTimer,
} from '@tallystick/core/spot/command';
import type { CancelTimerView } from '@tallystick/core/spot/event';
import type pg from 'pg';
import type { CommandBus, SubmitOptions } from '../../engine/command-bus.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure, refusalFailure } from '../../http/call-failure.ts';
import { submitCommand, type Accepted } from '../../http/submit.ts';
import { conversionsOfOrders } from '../convert/store.ts';
import {
  findOrder,
  listFills,
  listOrders,
  type Fill,
  type FillFilter,
  type OpenOrders,
  type OrderFilter,
} from './store.ts';

export interface SpotOptions {
  readonly pool: pg.Pool;
  readonly history: HistoryPool;
  readonly bus: CommandBus;
  readonly exchange: OpenOrders &
    Pick<
      ReadonlyExchange,
      'check' | 'lastAtMs' | 'order' | 'markets' | 'cancelTimer' | 'triggerDirection' | 'trailingExtremeTicks'
    >;
}

/** What a customer chooses when placing an order. */
export type NewOrder = Omit<PlaceOrder, 'type' | 'customerId'>;

export type NewOrderList = Omit<PlaceOrderList, 'type' | 'customerId'>;
export type Amendment = Omit<AmendOrder, 'type' | 'customerId'>;
export type Replacement = Omit<ReplaceOrder, 'type' | 'customerId'>;
export type NewPart = Extract<BatchPart, { readonly do: 'place' | 'amend' | 'cancel' }>;

export interface PlacedOrder {
  readonly order: OrderView;
  readonly fills: readonly Fill[];
}

export interface Replaced {
  readonly cancelled: OrderView | null;
  readonly notCancelled: CallFailure | null;
  readonly placed: PlacedOrder | null;
  readonly notPlaced: CallFailure | null;
}

export interface ShownOrder extends OrderView {
  /** Set for orders placed by a conversion: the conversion's first order. */
  readonly convertedBy: number | null;
}

/** Customers' orders, in ticks, lots and minor units. Refusals are CallFailures in the core's words. */
export class SpotService {
  readonly #options: SpotOptions;

  constructor(options: SpotOptions) {
    this.#options = options;
  }

  /** The reply is built from the command's own events: no query delays it after the commit. */
  async place(customerId: number, chosen: NewOrder, key: string): Promise<PlacedOrder> {
    const accepted = await submitCommand(
      this.#options.bus,
      { type: 'placeOrder', customerId, ...this.#directed(chosen) },
      keyed(customerId, key, flat(chosen)),
    );
    const order = newestOrder(accepted.events, customerId);
    return { order, fills: fillsOf(accepted, order.orderId) };
  }

  /** Throws what the order would be refused for now. */
  check(customerId: number, chosen: NewOrder, nowMs: number): void {
    this.#check({ type: 'placeOrder', customerId, ...this.#directed(chosen) }, nowMs);
  }

  #check(command: PlaceOrder | PlaceOrderList, nowMs: number): void {
    const { exchange } = this.#options;
    const refusal = exchange.check(command, Math.max(nowMs, exchange.lastAtMs));
    if (refusal !== null) throw refusalFailure(refusal);
  }

  /** Two linked orders: the limit order, then the stop. */
  async placeList(customerId: number, chosen: NewOrderList, key: string): Promise<OrderView[]> {
    const { events } = await submitCommand(
      this.#options.bus,
      { type: 'placeOrderList', customerId, ...chosen },
      keyed(customerId, key, { isList: true, ...flat(chosen) }),
    );
    const [limitId, stopId] = placedIds(events, customerId).slice(-2);
    return [ownOrder(events, limitId!), ownOrder(events, stopId!)];
  }

  /** Throws what the list would be refused for now. */
  checkList(customerId: number, chosen: NewOrderList, nowMs: number): void {
    this.#check({ type: 'placeOrderList', customerId, ...chosen }, nowMs);
  }

  async amend(customerId: number, change: Amendment, key: string): Promise<PlacedOrder> {
    const accepted = await submitCommand(
      this.#options.bus,
      { type: 'amendOrder', customerId, ...change },
      keyed(customerId, key, { amends: true, ...change }),
    ).catch((error: unknown) => this.#explainEnded(customerId, change.orderId, error));
    return placedOrder(accepted, change.orderId);
  }

  /** Cancels an order and places another; either may be null with why it was refused, not both. */
  async replace(customerId: number, replacement: Replacement, key: string): Promise<Replaced> {
    const { cancelOrderId, mode, ...chosen } = replacement;
    const accepted = await submitCommand(
      this.#options.bus,
      { type: 'replaceOrder', customerId, cancelOrderId, mode, ...this.#directed(chosen) },
      keyed(customerId, key, { cancelOrderId, mode, ...flat(chosen) }),
    ).catch((error: unknown) => this.#explainEnded(customerId, cancelOrderId, error));
    const refused = refusedParts(accepted.events);
    const notCancelled = refused.get('cancel') ?? null;
    const notPlaced = refused.get('place') ?? null;
    const { events } = accepted;
    const placed = notPlaced === null ? placedOrder(accepted, newestOrder(events, customerId).orderId) : null;
    const cancelled = notCancelled === null ? ownOrder(events, cancelOrderId) : null;
    return { cancelled, notCancelled, placed, notPlaced };
  }

  /** The outcome of each part, in their order: parts that are failures already are not sent. */
  async batch(
    customerId: number,
    parts: readonly (NewPart | CallFailure)[],
    key: string,
  ): Promise<(PlacedOrder | CallFailure)[]> {
    const sent = parts.flatMap((part, at) => (part instanceof CallFailure ? [] : [{ part, at }]));
    const outcomes = new Map<number, PlacedOrder | CallFailure>();
    for (const [at, part] of parts.entries()) if (part instanceof CallFailure) outcomes.set(at, part);
    if (sent.length > 0) {
      const accepted = await submitCommand(
        this.#options.bus,
        {
          type: 'orderBatch',
          customerId,
          parts: sent.map(({ part }) => (part.do === 'place' ? this.#directed(part) : part)),
        },
        keyed(customerId, key, { parts: JSON.stringify(sent) }),
      );
      const refused = refusedParts(accepted.events);
      const isPlaced = ({ part }: (typeof sent)[number], i: number): boolean =>
        part.do === 'place' && !refused.has(i);
      // Placed orders have the highest ids of all that changed but exits, in the order of their parts.
      const placed = sent.filter(isPlaced).length;
      const newIds = placed === 0 ? [] : placedIds(accepted.events, customerId).slice(-placed);
      for (const [i, { part, at }] of sent.entries()) {
        const refusal = refused.get(i);
        const orderId = part.do === 'place' ? newIds[sent.slice(0, i).filter(isPlaced).length] : part.orderId;
        outcomes.set(at, refusal ?? placedOrder(accepted, orderId!));
      }
    }
    return parts.map((_, at) => outcomes.get(at)!);
  }

  /** Where a waiting trailing stop has its extreme now, in ticks. */
  extremeOf({ orderId, status, orderType }: OrderView): number | null {
    const isFollowing = orderType === 'trailingStop' && status === 'waiting';
    return isFollowing ? this.#options.exchange.trailingExtremeTicks(orderId) : null;
  }

  cancelTimers(customerId: number): CancelTimerView[] {
    const { exchange } = this.#options;
    return exchange.markets().flatMap(({ id }) => exchange.cancelTimer(customerId, id) ?? []);
  }

  /** `afterMs` null: off. */
  async setCancelTimer(
    customerId: number,
    timer: Omit<SetCancelTimer, 'type' | 'customerId'>,
  ): Promise<CancelTimerView | null> {
    await submitCommand(this.#options.bus, { type: 'setCancelTimer', customerId, ...timer }, {});
    return this.#options.exchange.cancelTimer(customerId, timer.marketId);
  }

  /** The market of an order of the customer, waiting or ended. Throws unknown_order, also for another's. */
  async marketOf(customerId: number, orderId: number): Promise<number> {
    const waiting = this.#options.exchange.order(orderId);
    const order = waiting ?? (await findOrder(this.#options.pool, customerId, orderId));
    if (order?.customerId !== customerId) throw new CallFailure('unknown_order', { field: 'order_id' });
    return order.marketId;
  }

  /** With the direction of its trigger, seen from the price as it is now; the price may move before the core decides. */
  #directed<Chosen extends Pick<NewOrder, 'marketId' | 'orderType' | 'triggerTicks' | 'instructions'>>(
    chosen: Chosen,
  ): Chosen {
    const { marketId, triggerTicks, instructions } = chosen;
    const isStop = chosen.orderType === 'stopLimit' || chosen.orderType === 'stopMarket';
    if (!isStop || triggerTicks === null || instructions?.triggerDirection !== undefined) return chosen;
    const triggerDirection = this.#options.exchange.triggerDirection(marketId, triggerTicks, instructions);
    return triggerDirection === null
      ? chosen
      : { ...chosen, instructions: { ...instructions, triggerDirection } };
  }

  async cancel(customerId: number, orderId: number): Promise<OrderView> {
    const { events } = await submitCommand(
      this.#options.bus,
      { type: 'cancelOrder', customerId, orderId },
      {},
    ).catch((error: unknown) => this.#explainEnded(customerId, orderId, error));
    return ownOrder(events, orderId);
  }

  /** The core forgets ended orders, so the projection is asked for the owner. */
  async #explainEnded(customerId: number, orderId: number, error: unknown): Promise<never> {
    if (!(error instanceof CallFailure) || error.code !== 'order_not_open') throw error;
    const ended = await findOrder(this.#options.pool, customerId, orderId);
    throw ended === null ? new CallFailure('unknown_order', { field: 'order_id' }) : error;
  }

  /** Throws unknown_order, also for another's. */
  async order(customerId: number, orderId: number): Promise<ShownOrder> {
    const found = await findOrder(this.#options.pool, customerId, orderId);
    const [order] = found === null ? [] : await this.#withConversions(customerId, [found]);
    if (order === undefined) throw new CallFailure('unknown_order', { field: 'order_id' });
    return order;
  }

  /** Returns the number of cancelled orders. */
  async cancelAll(customerId: number, marketId: number | null): Promise<number> {
    const { bus } = this.#options;
    const { events } = await submitCommand(bus, { type: 'cancelAllOrders', customerId, marketId }, {});
    return events.filter(event => event.type === 'orderChanged' && event.order.status === 'cancelled').length;
  }

  async list(customerId: number, filter: OrderFilter): Promise<ShownOrder[]> {
    const { history, exchange } = this.#options;
    const orders = await history.read(db => listOrders(db, exchange, customerId, filter));
    return this.#withConversions(customerId, orders);
  }

  fills(customerId: number, filter: FillFilter): Promise<Fill[]> {
    return this.#options.history.read(db => listFills(db, customerId, filter));
  }

  async #withConversions(customerId: number, orders: readonly OrderView[]): Promise<ShownOrder[]> {
    // Conversions place only market FOK orders, so others need no look-up.
    const asked = orders.filter(order => order.orderType === 'market' && order.timeInForce === 'FOK');
    const placed = await conversionsOfOrders(
      this.#options.pool,
      customerId,
      asked.map(order => order.orderId),
    );
    return orders.map(order => ({ ...order, convertedBy: placed.get(order.orderId) ?? null }));
  }
}

/** The same key with the same input gets the first answer. */
function keyed(customerId: number, key: string, input: Parameters<typeof hashInput>[0]): SubmitOptions {
  return { idempotency: { scope: `customer:${customerId}:spot`, key, inputHash: hashInput(input) } };
}

/** With instructions beside the other choices. */
function flat({ instructions, ...chosen }: NewOrder | NewOrderList): Parameters<typeof hashInput>[0] {
  const { trail, ...others } = instructions ?? {};
  return { ...chosen, ...others, trailBy: trail?.by, trailDistance: trail?.distance };
}

/** By part: a half of a replacement, or the place in a batch. */
export function refusedParts(events: readonly Event[]): Map<string | number, CallFailure> {
  return new Map(
    events.flatMap(event => {
      if (event.type !== 'orderPartRefused') return [];
      const { part, code, field, params } = event;
      return [[part, refusalFailure(field === null ? { code, params } : { code, field, params })] as const];
    }),
  );
}

/** Of orders that the command changed, ascending; without exits, which nobody sends. */
function placedIds(events: readonly Event[], customerId: number): number[] {
  return events
    .flatMap(event =>
      event.type === 'orderChanged' &&
      event.order.customerId === customerId &&
      event.order.parentOrderId === null
        ? [event.order.orderId]
        : [],
    )
    .toSorted((a, b) => a - b);
}

function ownOrder(events: readonly Event[], orderId: number): OrderView {
  for (const event of events) {
    if (event.type === 'orderChanged' && event.order.orderId === orderId) return event.order;
  }
  throw new Error('an accepted order left no event');
}

function placedOrder(accepted: Accepted, orderId: number): PlacedOrder {
  return { order: ownOrder(accepted.events, orderId), fills: fillsOf(accepted, orderId) };
}

/** The command's own order has the highest id of those it touched, but for exits: ids rise with time. */
function newestOrder(events: readonly Event[], customerId: number): OrderView {
  const newest = placedIds(events, customerId).at(-1);
  if (newest === undefined) throw new Error('an accepted order left no event');
  return ownOrder(events, newest);
}

function fillsOf({ events, atMs }: Accepted, orderId: number): Fill[] {
  return events.flatMap((event): Fill[] => {
    if (event.type !== 'traded') return [];
    if (event.takerOrderId === orderId) return [{ role: 'taker', trade: { ...event, atMs } }];
    return event.makerOrderId === orderId ? [{ role: 'maker', trade: { ...event, atMs } }] : [];
  });
}
