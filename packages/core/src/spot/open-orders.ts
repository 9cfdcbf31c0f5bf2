import { IdIndex } from '../book/id-index.ts';
import { BID, type BookSide } from '../book/side.ts';
import { DueHeap } from '../indexed-heap.ts';
import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ReusedList } from '../reused-list.ts';
import { OpenOrder } from './open-order.ts';
import type { OrderEndReason, OrderInstructions } from './order.ts';
import type { PlaceOrder } from './command.ts';
import { OrderNames } from './order-names.ts';
import type { Trader } from './open-order.ts';

/**
 * Knows every waiting order and its frozen money: freezes when an order is placed, unfreezes the rest when it ends.
 * Ended orders are forgotten; projections keep them.
 */
export class OpenOrders {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  /** Order id → handle of waiting orders. */
  readonly #ids = new IdIndex(1024);
  /** All order objects by handle, in use or not; handles count from 1. */
  readonly #objects: OpenOrder[] = [];
  readonly #unused: OpenOrder[] = [];
  readonly #touched = new ReusedList<OpenOrder>();
  /** Waiting GTD orders. */
  readonly expiring = new DueHeap<OpenOrder>((a, b) => a.orderId - b.orderId);
  readonly #names = new OrderNames();
  lastOrderId = 0;
  /** Time of the command being applied. */
  nowMs = 0;

  constructor(log: EventLog, ledger: Ledger) {
    this.#log = log;
    this.#ledger = ledger;
  }

  find(orderId: number): OpenOrder | undefined {
    const handle = this.#ids.get(orderId);
    return handle === 0 ? undefined : this.#objects[handle - 1];
  }

  /** Whether a waiting order of the customer has this name. */
  hasName(customerId: number, clientOrderId: string): boolean {
    return this.#names.has(customerId, clientOrderId);
  }

  /** Waiting orders by id. */
  all(): OpenOrder[] {
    return this.#objects.filter(order => order.kept).toSorted((a, b) => a.orderId - b.orderId);
  }

  create(trader: Trader, side: BookSide, command: PlaceOrder): OpenOrder {
    const order = this.#object(trader);
    order.begin(++this.lastOrderId, trader, side, command, this.nowMs);
    this.touch(order);
    return order;
  }

  /** An order from a snapshot, waiting. Its figures are set by the caller. */
  restore(
    orderId: number,
    trader: Trader,
    side: BookSide,
    command: PlaceOrder,
    placedAtMs: number,
  ): OpenOrder {
    const order = this.#object(trader);
    order.begin(orderId, trader, side, command, placedAtMs);
    this.keep(order);
    return order;
  }

  /** Freezes or unfreezes so that `amountMinor`, which the customer was checked to have, are frozen. */
  refreeze(order: OpenOrder, amountMinor: number): void {
    const more = amountMinor - order.frozenMinor;
    if (more === 0) return;
    const account = order.side === BID ? order.trader.quote : order.trader.base;
    this.#ledger.moveWithin(
      account,
      -more,
      more > 0 ? 'orderFreeze' : 'orderUnfreeze',
      `order:${order.orderId}`,
    );
    order.frozenMinor = amountMinor;
  }

  /** Freezes a safe integer that the customer was checked to have; quote for buys, base for sells. */
  freeze(order: OpenOrder, amountMinor: number): void {
    if (amountMinor === 0) return;
    const account = order.side === BID ? order.trader.quote : order.trader.base;
    this.#ledger.moveWithin(account, -amountMinor, 'orderFreeze', `order:${order.orderId}`);
    order.frozenMinor = amountMinor;
  }

  /** From now on the order waits, in the book or for its trigger. */
  keep(order: OpenOrder): void {
    if (order.kept) return;
    order.kept = true;
    this.#ids.set(order.orderId, order.handle);
    order.trader.addOrder(order);
    if (order.dueAtMs !== Infinity) this.expiring.add(order);
    this.#names.count(order.trader.customerId, order.clientOrderId, 1);
  }

  /** Ends an order of which nothing is open any more. */
  complete(order: OpenOrder): void {
    this.end(order, order.preventedLots === 0 ? 'filled' : 'selfTrade');
  }

  /** Ends an order that has left the book and the stops: unfreezes the rest, and forgets it if it waited. */
  end(order: OpenOrder, reason: OrderEndReason): void {
    if (order.frozenMinor !== 0) {
      const account = order.side === BID ? order.trader.quote : order.trader.base;
      this.#ledger.moveWithin(account, order.frozenMinor, 'orderUnfreeze', `order:${order.orderId}`);
      order.frozenMinor = 0;
    }
    if (reason === 'filled') {
      order.status = 'completed';
      const { quantityLots } = order;
      invariant(
        quantityLots === null || order.filledLots === quantityLots,
        'an unfilled order was completed',
      );
    } else {
      order.status = 'cancelled';
    }
    order.reason = reason;
    if (order.kept) {
      order.kept = false;
      this.#ids.delete(order.orderId);
      order.trader.removeOrder(order);
      if (order.dueAtMs !== Infinity) this.expiring.remove(order);
      this.#names.count(order.trader.customerId, order.clientOrderId, -1);
    }
    this.touch(order);
  }

  touch(order: OpenOrder): void {
    order.updatedAtMs = this.nowMs;
    if (order.touched) return;
    order.touched = true;
    this.#touched.push(order);
  }

  /** Reports every changed order once, as the command left it. */
  report(): void {
    const touched = this.#touched;
    for (let i = 0; i < touched.length; i++) {
      const order = touched.at(i);
      order.touched = false;
      if (this.#log.wants(order.orderId + order.frozenMinor))
        this.#log.add({ type: 'orderChanged', order: order.view() });
      if (!order.kept) this.#unused.push(order);
    }
    touched.clear();
  }

  /** Gives a restored order its instructions, in their usual order; none are null. */
  instruct(order: OpenOrder, instructions: OrderInstructions): void {
    order.instruct(instructions);
    if (order.dueAtMs !== Infinity) this.expiring.add(order);
  }

  #object(trader: Trader): OpenOrder {
    const unused = this.#unused.pop();
    if (unused !== undefined) return unused;
    const order = new OpenOrder(this.#objects.length + 1, trader);
    this.#objects.push(order);
    return order;
  }
}
