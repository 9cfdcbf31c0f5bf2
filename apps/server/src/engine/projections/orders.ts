import type { OrderView } from '@tallystick/core';
import {
  EXIT_REFUSALS,
  ORDER_TYPES,
  SIDES,
  TIMES_IN_FORCE,
  type OrderInstructions,
} from '@tallystick/core/spot/order';
import { added, fixed, flag, int4, int8, jsonb, minor, orNull, text, word } from './kinds.ts';
import type { Quotes } from './house-quotes.ts';
import { Projection, type RowsTable } from './projection.ts';

/** Stored results use this order, too: never reorder or remove a field, only add at the end. */
export const ORDERS = new Projection<OrderView>(
  'orders',
  {
    orderId: int8,
    customerId: int4,
    marketId: fixed(int4),
    side: fixed(word(...SIDES)),
    orderType: fixed(word(...ORDER_TYPES)),
    timeInForce: fixed(word(...TIMES_IN_FORCE)),
    postOnly: fixed(flag),
    priceTicks: orNull(int4),
    quantityLots: orNull(int8),
    budgetMinor: orNull(minor),
    triggerTicks: orNull(int4),
    triggered: flag,
    clientOrderId: fixed(orNull(text())),
    status: word('waiting', 'completed', 'cancelled'),
    reason: orNull(
      word(
        'filled',
        'cancelledByCustomer',
        'cancelledByOperator',
        'immediateRemainder',
        'selfTrade',
        'ownLimit',
        'triggerRefused',
        'expired',
        'cancelTimer',
        'linkedOrder',
      ),
    ),
    filledLots: int8,
    filledQuoteMinor: minor,
    feeMinor: minor,
    frozenMinor: minor,
    placedAtMs: fixed(int8),
    updatedAtMs: int8,
    triggeredAtMs: added(orNull(int8), null),
    preventedLots: added(int8, 0),
    instructions: added(fixed(orNull(jsonb<OrderInstructions>())), null),
    listId: added(orNull(int8), null),
    parentOrderId: added(fixed(orNull(int8)), null),
    exitsRefused: added(orNull(word(...EXIT_REFUSALS)), null),
  },
  {
    key: ['customerId', 'orderId'],
  },
);

/**
 * Orders in their latest state of the batch. New ones are inserted and others updated: the database needs half the time
 * for either than for an upsert. Quotes of the house are written when they first trade.
 */
export class OrderRows {
  readonly #newest: { orderId: number };
  readonly #quotes: Quotes<OrderView>;
  readonly #insert = new Rows(ORDERS.inserts('orders_inserted'));
  readonly #update = new Rows(ORDERS.updates('orders_updated'));
  readonly #upsert = new Rows(ORDERS.upserts('orders_listed'));
  readonly tables = [this.#insert.table, this.#update.table, this.#upsert.table];

  /** `newest`: newest order in the database or an earlier batch. It and `quotes` are shared by all batches of one exchange. */
  constructor(newest: { orderId: number }, quotes: Quotes<OrderView>) {
    this.#newest = newest;
    this.#quotes = quotes;
  }

  change(order: OrderView): void {
    const isNew = order.orderId > this.#newest.orderId;
    if (isNew) this.#newest.orderId = order.orderId;
    const write = this.#quotes.take(order.orderId, order, isNew);
    if (write === 'insert') this.#put(order, this.#insert);
    else if (write === 'upsert') this.#put(order, this.#upsert);
    else if (write !== 'none') this.#put(order, this.#update);
  }

  /** Writes the quotes of an account that is the house's no longer. */
  release(customerId: number): void {
    for (const order of this.#quotes.release(customerId)) this.#put(order, this.#upsert);
  }

  close(): void {
    for (const rows of [this.#insert, this.#update, this.#upsert]) rows.close();
  }

  /** A row is written once: with what writes it whole, if the batch does that. */
  #put(order: OrderView, into: Rows): void {
    const { orderId } = order;
    if (this.#insert.orders.has(orderId)) this.#insert.orders.set(orderId, order);
    else if (this.#upsert.orders.has(orderId)) this.#upsert.orders.set(orderId, order);
    else {
      if (into === this.#upsert) this.#update.orders.delete(orderId);
      into.orders.set(orderId, order);
    }
  }
}

/** Orders of a batch to be written in one way. */
class Rows {
  readonly table: RowsTable<OrderView, void>;
  readonly orders = new Map<number, OrderView>();

  constructor(table: RowsTable<OrderView, void>) {
    this.table = table;
  }

  close(): void {
    for (const order of this.orders.values()) this.table.push(order);
    this.orders.clear();
  }
}
