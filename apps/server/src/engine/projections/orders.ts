import type { OrderView } from '@tallystick/core';
import { ORDER_TYPES, SIDES, TIMES_IN_FORCE } from '@tallystick/core/spot/order';
import { fixed, flag, int4, int8, minor, orNull, text, word } from './kinds.ts';
import { Projection } from './projection.ts';

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
    priceTicks: fixed(orNull(int4)),
    quantityLots: fixed(orNull(int8)),
    budgetMinor: fixed(orNull(minor)),
    triggerTicks: fixed(orNull(int4)),
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
      ),
    ),
    filledLots: int8,
    filledQuoteMinor: minor,
    feeMinor: minor,
    frozenMinor: minor,
    placedAtMs: fixed(int8),
    updatedAtMs: int8,
  },
  {
    key: ['customerId', 'orderId'],
  },
);

/**
 * Orders in their latest state of the batch. New ones are inserted and others updated: the database needs half the time
 * for either than for an upsert.
 */
export class OrderRows {
  readonly inserted = ORDERS.inserts('orders_inserted');
  readonly updated = ORDERS.updates('orders_updated');
  readonly #newest: { orderId: number };
  readonly #new = new Map<number, OrderView>();
  readonly #changed = new Map<number, OrderView>();

  /** `newest`: newest order in the database or an earlier batch, shared by all batches of one exchange. */
  constructor(newest: { orderId: number }) {
    this.#newest = newest;
  }

  change(order: OrderView): void {
    const { orderId } = order;
    if (orderId > this.#newest.orderId) {
      this.#newest.orderId = orderId;
      this.#new.set(orderId, order);
    } else if (this.#new.has(orderId)) {
      this.#new.set(orderId, order);
    } else {
      this.#changed.set(orderId, order);
    }
  }

  close(): void {
    for (const order of this.#new.values()) this.inserted.push(order);
    for (const order of this.#changed.values()) this.updated.push(order);
    this.#new.clear();
    this.#changed.clear();
  }
}
