import type { ConditionalOrderView, Event, PlaceConditionalOrder, ReadonlyExchange } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CONDITIONAL_ORDERS } from '../../engine/products/perpetual/tables.ts';
import { select } from '../../engine/projections/select.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import { Conditions } from '../../http/page.ts';
import { submitCommand } from '../../http/submit.ts';
import type { OrderFilter } from './store.ts';

export interface ConditionalOptions {
  readonly history: HistoryPool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual'>;
}

/** What a customer chooses. */
export type NewConditional = Omit<PlaceConditionalOrder, 'type' | 'customerId'>;

/** Customers' calls on conditional orders, in ticks, lots and minor units. Refusals are CallFailures in the core's words. */
export class ConditionalService {
  readonly #options: ConditionalOptions;

  constructor(options: ConditionalOptions) {
    this.#options = options;
  }

  async place(customerId: number, chosen: NewConditional, key: string): Promise<ConditionalOrderView> {
    const command = { type: 'placeConditionalOrder', customerId, ...chosen } as const;
    const { trail, ...plain } = chosen;
    const inputHash = hashInput({
      command: command.type,
      ...plain,
      trail: trail === null ? null : `${trail.by}:${trail.distance}`,
    });
    const idempotency = { scope: `customer:${customerId}:perpetual`, key, inputHash };
    const { events } = await submitCommand(this.#options.bus, command, { idempotency });
    return changedIn(events)[0]!;
  }

  async cancel(customerId: number, conditionalOrderId: number): Promise<ConditionalOrderView> {
    const command = { type: 'cancelConditionalOrder', customerId, conditionalOrderId } as const;
    const { events } = await submitCommand(this.#options.bus, command, {});
    return changedIn(events).find(order => order.conditionalOrderId === conditionalOrderId)!;
  }

  /** Returns how many. */
  async cancelAll(customerId: number, marketId: number | null): Promise<number> {
    const command = { type: 'cancelAllConditionalOrders', customerId, marketId } as const;
    const { events } = await submitCommand(this.#options.bus, command, {});
    return changedIn(events).length;
  }

  waiting(customerId: number): readonly ConditionalOrderView[] {
    return this.#options.exchange.perpetual.conditionalOrdersOf(customerId);
  }

  /** Newest first. */
  async list(customerId: number, filter: OrderFilter): Promise<ConditionalOrderView[]> {
    const { exchange, history } = this.#options;
    if (filter.view === 'history') return history.read(db => listEnded(db, customerId, filter));
    const { marketId, fromMs = 0, toMs = Infinity, beforeId, limit } = filter;
    return exchange.perpetual
      .conditionalOrdersOf(customerId, marketId)
      .filter(order => order.conditionalOrderId < (beforeId ?? Infinity))
      .filter(order => order.placedAtMs >= fromMs && order.placedAtMs < toMs)
      .toReversed()
      .slice(0, limit);
  }
}

function listEnded(db: Reads, customerId: number, filter: OrderFilter): Promise<ConditionalOrderView[]> {
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf('conditional_order_id < ?', filter.beforeId)
    .addIf('market_id = ?', filter.marketId)
    .addIf('placed_at_ms >= ?', filter.fromMs)
    .addIf('placed_at_ms < ?', filter.toMs);
  const limit = where.parameter(filter.limit);
  return select(
    db,
    CONDITIONAL_ORDERS,
    `where ${where.sql} and status <> 'waiting' order by conditional_order_id desc limit ${limit}`,
    where.values,
  );
}

function changedIn(events: readonly Event[]): ConditionalOrderView[] {
  return events.flatMap(event => (event.type === 'conditionalOrderChanged' ? [event.order] : []));
}
