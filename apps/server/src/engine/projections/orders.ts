import type { OrderView } from '@tallystick/core';
import { BigintColumn, BooleanColumn, IntegerColumn, TextColumn, WordColumn } from './columns.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

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

/** What an order's later states change; the rest is written once. */
const CHANGING = [
  'triggered',
  'status',
  'reason',
  'filled_lots',
  'filled_quote_minor',
  'fee_minor',
  'frozen_minor',
  'updated_at_ms',
] as const satisfies readonly (typeof NAMES)[number][];

/** Orders in their last state of the batch. */
export class OrdersTable implements ProjectionTable {
  readonly name = 'orders';
  readonly #changed = new Map<number, OrderView>();

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
    const changes = CHANGING.map(name => `${name} = excluded.${name}`).join(', ');
    return `${insertFromUnnest('orders', NAMES, parameters)}
      on conflict (customer_id, order_id) do update set ${changes}`;
  }

  change(order: OrderView): void {
    this.#changed.set(order.orderId, order);
  }

  close(): void {
    for (const order of this.#changed.values()) this.#push(order);
    this.#changed.clear();
  }

  #push(order: OrderView): void {
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
