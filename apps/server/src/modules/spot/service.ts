import type { Event, OrderView, PlaceOrder } from '@tallystick/core';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
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
  readonly exchange: OpenOrders;
}

/** What a customer chooses when placing an order. */
export type NewOrder = Omit<PlaceOrder, 'type' | 'customerId'>;

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
  async place(
    customerId: number,
    chosen: NewOrder,
    key: string,
  ): Promise<{ readonly order: OrderView; readonly fills: readonly Fill[] }> {
    const accepted = await submitCommand(
      this.#options.bus,
      { type: 'placeOrder', customerId, ...chosen },
      { idempotency: { scope: `customer:${customerId}:spot`, key, inputHash: hashInput(chosen) } },
    );
    const order = newestOrder(accepted.events, customerId);
    return { order, fills: fillsOf(accepted, order.orderId) };
  }

  async cancel(customerId: number, orderId: number): Promise<OrderView> {
    const { pool, bus } = this.#options;
    try {
      const { events } = await submitCommand(bus, { type: 'cancelOrder', customerId, orderId }, {});
      return newestOrder(events, customerId);
    } catch (error) {
      if (!(error instanceof CallFailure) || error.code !== 'order_not_open') throw error;
      // The core forgets ended orders, so the projection is asked for the owner.
      const ended = await findOrder(pool, customerId, orderId);
      throw ended === null ? new CallFailure('unknown_order', { field: 'order_id' }) : error;
    }
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

/** The command's own order has the highest id of the orders it touched: ids rise with time. */
function newestOrder(events: readonly Event[], customerId: number): OrderView {
  let newest: OrderView | null = null;
  for (const event of events) {
    if (event.type !== 'orderChanged' || event.order.customerId !== customerId) continue;
    if (newest === null || event.order.orderId > newest.orderId) newest = event.order;
  }
  if (newest === null) throw new Error('an accepted order left no event');
  return newest;
}

function fillsOf({ events, atMs }: Accepted, orderId: number): Fill[] {
  return events.flatMap((event): Fill[] => {
    if (event.type !== 'traded') return [];
    if (event.takerOrderId === orderId) return [{ role: 'taker', trade: { ...event, atMs } }];
    return event.makerOrderId === orderId ? [{ role: 'maker', trade: { ...event, atMs } }] : [];
  });
}
