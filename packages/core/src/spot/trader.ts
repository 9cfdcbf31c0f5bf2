import type { AccountIndex } from '../ledger/ledger.ts';
import type { OpenOrder, OrderOwner } from './open-order.ts';

/** One customer in one market: their two spot accounts, found once, and their waiting orders, oldest first. */
export class Trader implements OrderOwner {
  readonly customerId: number;
  readonly marketId: number;
  readonly base: AccountIndex;
  readonly quote: AccountIndex;
  openOrders = 0;
  oldest: OpenOrder | null = null;
  newest: OpenOrder | null = null;

  constructor(customerId: number, marketId: number, base: AccountIndex, quote: AccountIndex) {
    this.customerId = customerId;
    this.marketId = marketId;
    this.base = base;
    this.quote = quote;
  }

  addOrder(order: OpenOrder): void {
    order.older = this.newest;
    if (this.newest === null) this.oldest = order;
    else this.newest.newer = order;
    this.newest = order;
    this.openOrders++;
  }

  removeOrder(order: OpenOrder): void {
    if (order.older === null) this.oldest = order.newer;
    else order.older.newer = order.newer;
    if (order.newer === null) this.newest = order.older;
    else order.newer.older = order.older;
    order.older = null;
    order.newer = null;
    this.openOrders--;
  }
}
