import type { OrderView } from '@tallystick/core';
import { BigintColumn, BooleanColumn, IntegerColumn, TextColumn, WordColumn } from './columns.ts';
import { insertFromUnnest, updateFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = [
  'customer_id',
  'order_id',
  'market_id',
  'side',
  'order_type',
  'time_in_force',
  'post_only',
  'price_ticks',
  'quantity_lots',
  'budget_minor',
  'trigger_ticks',
  'triggered',
  'client_order_id',
  'status',
  'reason',
  'filled_lots',
  'filled_quote_minor',
  'fee_minor',
  'frozen_minor',
  'placed_at_ms',
  'updated_at_ms',
] as const;

/** What identifies an order, and what its later states change; the rest is written once. */
const CHANGING = [
  'customer_id',
  'order_id',
  'triggered',
  'status',
  'reason',
  'filled_lots',
  'filled_quote_minor',
  'fee_minor',
  'frozen_minor',
  'updated_at_ms',
] as const satisfies readonly (typeof NAMES)[number][];

/**
 * Orders in their last state of the batch. Those that are new are inserted and others updated, because the database
 * needs half the work for either than for finding out which it is.
 */
export class OrderRows {
  readonly inserted = new NewOrdersTable();
  readonly updated = new ChangedOrdersTable();
  readonly #newest: { orderId: number };
  readonly #new = new Map<number, OrderView>();
  readonly #changed = new Map<number, OrderView>();

  /** `newest`: of all orders in the database or a batch before, shared by all batches of one exchange. */
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

class NewOrdersTable implements ProjectionTable {
  readonly name = 'orders_inserted';
  readonly #customerId = new IntegerColumn();
  readonly #orderId = new BigintColumn();
  readonly #marketId = new IntegerColumn();
  readonly #side = new WordColumn(['buy', 'sell']);
  readonly #orderType = new WordColumn(['limit', 'market', 'stopLimit', 'stopMarket']);
  readonly #timeInForce = new WordColumn(['GTC', 'IOC', 'FOK']);
  readonly #postOnly = new BooleanColumn();
  readonly #priceTicks = new IntegerColumn();
  readonly #quantityLots = new BigintColumn();
  readonly #budgetMinor = new BigintColumn();
  readonly #triggerTicks = new IntegerColumn();
  readonly #triggered = new BooleanColumn();
  readonly #clientOrderId = new TextColumn();
  readonly #status = new WordColumn(['waiting', 'completed', 'cancelled']);
  readonly #reason = new TextColumn();
  readonly #filledLots = new BigintColumn();
  readonly #filledQuoteMinor = new BigintColumn();
  readonly #feeMinor = new BigintColumn();
  readonly #frozenMinor = new BigintColumn();
  readonly #placedAtMs = new BigintColumn();
  readonly #updatedAtMs = new BigintColumn();

  readonly columns = [
    this.#customerId,
    this.#orderId,
    this.#marketId,
    this.#side,
    this.#orderType,
    this.#timeInForce,
    this.#postOnly,
    this.#priceTicks,
    this.#quantityLots,
    this.#budgetMinor,
    this.#triggerTicks,
    this.#triggered,
    this.#clientOrderId,
    this.#status,
    this.#reason,
    this.#filledLots,
    this.#filledQuoteMinor,
    this.#feeMinor,
    this.#frozenMinor,
    this.#placedAtMs,
    this.#updatedAtMs,
  ];

  statement(parameters: readonly string[]): string {
    return insertFromUnnest('orders', NAMES, parameters);
  }

  push(order: OrderView): void {
    this.#customerId.push(order.customerId);
    this.#orderId.pushNumber(order.orderId);
    this.#marketId.push(order.marketId);
    this.#side.push(order.side);
    this.#orderType.push(order.orderType);
    this.#timeInForce.push(order.timeInForce);
    this.#postOnly.push(order.postOnly);
    if (order.priceTicks === null) this.#priceTicks.pushNull();
    else this.#priceTicks.push(order.priceTicks);
    if (order.quantityLots === null) this.#quantityLots.pushNull();
    else this.#quantityLots.pushNumber(order.quantityLots);
    if (order.budgetMinor === null) this.#budgetMinor.pushNull();
    else this.#budgetMinor.pushBigint(order.budgetMinor);
    if (order.triggerTicks === null) this.#triggerTicks.pushNull();
    else this.#triggerTicks.push(order.triggerTicks);
    this.#triggered.push(order.triggered);
    if (order.clientOrderId === null) this.#clientOrderId.pushNull();
    else this.#clientOrderId.push(order.clientOrderId);
    this.#status.push(order.status);
    if (order.reason === null) this.#reason.pushNull();
    else this.#reason.push(order.reason);
    this.#filledLots.pushNumber(order.filledLots);
    this.#filledQuoteMinor.pushBigint(order.filledQuoteMinor);
    this.#feeMinor.pushBigint(order.feeMinor);
    this.#frozenMinor.pushBigint(order.frozenMinor);
    this.#placedAtMs.pushNumber(order.placedAtMs);
    this.#updatedAtMs.pushNumber(order.updatedAtMs);
  }
}

class ChangedOrdersTable implements ProjectionTable {
  readonly name = 'orders_updated';
  readonly #customerId = new IntegerColumn();
  readonly #orderId = new BigintColumn();
  readonly #triggered = new BooleanColumn();
  readonly #status = new WordColumn(['waiting', 'completed', 'cancelled']);
  readonly #reason = new TextColumn();
  readonly #filledLots = new BigintColumn();
  readonly #filledQuoteMinor = new BigintColumn();
  readonly #feeMinor = new BigintColumn();
  readonly #frozenMinor = new BigintColumn();
  readonly #updatedAtMs = new BigintColumn();

  readonly columns = [
    this.#customerId,
    this.#orderId,
    this.#triggered,
    this.#status,
    this.#reason,
    this.#filledLots,
    this.#filledQuoteMinor,
    this.#feeMinor,
    this.#frozenMinor,
    this.#updatedAtMs,
  ];

  statement(parameters: readonly string[]): string {
    return updateFromUnnest('orders', 2, CHANGING, parameters);
  }

  push(order: OrderView): void {
    this.#customerId.push(order.customerId);
    this.#orderId.pushNumber(order.orderId);
    this.#triggered.push(order.triggered);
    this.#status.push(order.status);
    if (order.reason === null) this.#reason.pushNull();
    else this.#reason.push(order.reason);
    this.#filledLots.pushNumber(order.filledLots);
    this.#filledQuoteMinor.pushBigint(order.filledQuoteMinor);
    this.#feeMinor.pushBigint(order.feeMinor);
    this.#frozenMinor.pushBigint(order.frozenMinor);
    this.#updatedAtMs.pushNumber(order.updatedAtMs);
  }
}
