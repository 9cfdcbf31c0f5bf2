import type { PerpetualOrderView, PerpetualTrade, PositionView } from '@tallystick/core';
import type { CommittedBatch } from '../batch.ts';
import { orderAsPosition } from '../products/perpetual/order-as-position.ts';
import { Topic, type TopicListener, type Unsubscribe } from './topic.ts';

/** What one commit changed for one customer's positions. */
export interface CustomerPositions {
  /** Complete, in their latest state. */
  readonly positions: readonly PositionView[];
  readonly trades: readonly PerpetualTrade[];
  /** Of hedge and net mode, in their latest state. */
  readonly orders: readonly PerpetualOrderView[];
  /** Other positions whose margin changed by funding: apps that show them read them again. */
  readonly fundedIds: readonly number[];
}

interface Gathered {
  readonly positions: Map<number, PositionView>;
  readonly trades: PerpetualTrade[];
  readonly orders: Map<number, PerpetualOrderView>;
  readonly fundedIds: Set<number>;
}

/** Only streams of customers who are listening; others are looked up when needed. */
export class PositionTopics {
  readonly #watched = new Map<number, Topic<CustomerPositions>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  subscribe(customerId: number, listener: TopicListener<CustomerPositions>): Unsubscribe {
    let topic = this.#watched.get(customerId);
    if (topic === undefined) this.#watched.set(customerId, (topic = new Topic(this.#onError)));
    const unsubscribe = topic.subscribe(listener);
    return () => {
      unsubscribe();
      if (!topic.watched) this.#watched.delete(customerId);
    };
  }

  committed(batch: CommittedBatch): void {
    if (this.#watched.size === 0) return;
    const changes = new Map<number, Gathered>();
    /** Null if the customer is not listening. */
    const of = (customerId: number): Gathered | null => {
      if (!this.#watched.has(customerId)) return null;
      let gathered = changes.get(customerId);
      if (gathered === undefined) {
        gathered = { positions: new Map(), trades: [], orders: new Map(), fundedIds: new Set() };
        changes.set(customerId, gathered);
      }
      return gathered;
    };
    for (const { events } of batch.commands) {
      for (const event of events) {
        if (event.type === 'positionChanged') {
          of(event.position.customerId)?.positions.set(event.position.positionId, event.position);
        } else if (event.type === 'perpetualOrderChanged') {
          // Those that only reduce are shown with their position.
          const { order } = event;
          const gathered = of(order.customerId);
          gathered?.orders.set(order.orderId, order);
          if (!order.reduceOnly) gathered?.positions.set(order.orderId, orderAsPosition(order));
        } else if (event.type === 'perpetualTraded') {
          for (const customerId of new Set([event.takerCustomerId, event.makerCustomerId]))
            of(customerId)?.trades.push(event);
        } else if (event.type === 'fundingSettled') {
          event.customerIds.forEach((customerId, index) =>
            of(customerId)?.fundedIds.add(event.positionIds[index]!),
          );
        }
      }
    }
    for (const [customerId, { positions, trades, orders, fundedIds }] of changes) {
      this.#watched.get(customerId)?.publish({
        positions: [...positions.values()],
        trades,
        orders: [...orders.values()],
        fundedIds: [...fundedIds],
      });
    }
  }
}
