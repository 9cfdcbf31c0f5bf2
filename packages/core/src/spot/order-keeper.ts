import type { BookSide } from '../book/side.ts';
import { BID } from '../book/side.ts';
import { invariant } from '../invariant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { OpenOrder } from './open-order.ts';
import type { OrderEndReason, PlaceOrder } from './order.ts';
import type { SpotMarket } from './spot-market.ts';
import type { Trader } from './trader.ts';

/**
 * Knows every waiting order and holds the money behind it: freezes when an order is placed, gives back what is left
 * when it ends. Ended orders are forgotten; whoever needs them keeps the events.
 */
export class OrderKeeper {
  readonly #ledger: Ledger;
  readonly #waiting = new Map<number, OpenOrder>();
  lastOrderId = 0;
  /** Time of the command being applied. */
  nowMs = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  find(orderId: number): OpenOrder | undefined {
    return this.#waiting.get(orderId);
  }

  /** Ordered by id. */
  all(): OpenOrder[] {
    return [...this.#waiting.values()].sort((a, b) => a.orderId - b.orderId);
  }

  create(market: SpotMarket, trader: Trader, side: BookSide, command: PlaceOrder): OpenOrder {
    const order = new OpenOrder(++this.lastOrderId, trader, side, command, this.nowMs);
    market.touchOrder(order, this.nowMs);
    return order;
  }

  /** Freezes a safe integer the customer was checked to have; quote for buys, base for sells. */
  freeze(order: OpenOrder, amountMinor: number): void {
    if (amountMinor === 0) return;
    const account = order.side === BID ? order.trader.quote : order.trader.base;
    this.#ledger.open('orderFreeze', `order:${order.orderId}`);
    this.#ledger.available(account, -amountMinor);
    this.#ledger.frozen(account, amountMinor);
    this.#ledger.close();
    order.frozenMinor = amountMinor;
  }

  /** The order waits from now on, in the book or for its trigger. */
  keep(order: OpenOrder): void {
    this.#waiting.set(order.orderId, order);
    order.trader.addOrder(order);
  }

  /** Ends an order that has left the book and the stops: gives back what is frozen, forgets it if it waited. */
  end(market: SpotMarket, order: OpenOrder, reason: OrderEndReason): void {
    if (order.frozenMinor !== 0) {
      const account = order.side === BID ? order.trader.quote : order.trader.base;
      this.#ledger.open('orderUnfreeze', `order:${order.orderId}`);
      this.#ledger.frozen(account, -order.frozenMinor);
      this.#ledger.available(account, order.frozenMinor);
      this.#ledger.close();
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
    if (this.#waiting.delete(order.orderId)) order.trader.removeOrder(order);
    market.touchOrder(order, this.nowMs);
  }
}
