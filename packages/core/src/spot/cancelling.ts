import { BID } from '../book/side.ts';
import type { CancelTimers } from './cancel-timers.ts';
import type { CancelTimerView } from './event.ts';
import type { LinkedOrders } from './linked-orders.ts';
import type { OpenOrder } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { OrderEndReason } from './order.ts';
import type { ContractOrders } from './several-orders.ts';
import type { SpotMarket } from './spot-market.ts';

/** Orders and cancel timers that one passing of time ends at most, about. */
const MOST_ENDED = 500;

interface Markets {
  /** Undefined where nobody has ordered yet. */
  readonly market: (marketId: number) => SpotMarket | undefined;
  /** A customer's waiting orders of a market, oldest first. */
  readonly orders: (customerId: number, marketId: number) => readonly OpenOrder[];
  /** Does what follows: exits of brackets, and the stops that they trigger. */
  readonly finish: (market: SpotMarket) => void;
}

/** Takes off waiting orders, whoever or whatever asks for it. */
export class Cancelling {
  readonly #keeper: OpenOrders;
  readonly #links: LinkedOrders;
  readonly #timers: CancelTimers;
  readonly #markets: Markets;
  readonly #contracts: Pick<ContractOrders, 'cancelByTimer'>;

  constructor(
    keeper: OpenOrders,
    links: LinkedOrders,
    timers: CancelTimers,
    markets: Markets,
    contracts: Pick<ContractOrders, 'cancelByTimer'>,
  ) {
    this.#keeper = keeper;
    this.#links = links;
    this.#timers = timers;
    this.#markets = markets;
    this.#contracts = contracts;
  }

  /** Orders of one market. One that is linked takes its other with it, which may be among them. */
  each(
    market: SpotMarket,
    orders: readonly OpenOrder[],
    reason: OrderEndReason = 'cancelledByCustomer',
  ): void {
    for (const order of orders) {
      if (!order.kept) continue;
      this.#links.withdraw(order);
      this.#keeper.end(order, reason);
    }
    this.#markets.finish(market);
  }

  all(market: SpotMarket, customerId: number): void {
    this.each(market, this.#markets.orders(customerId, market.id));
  }

  /** Because of the customer's own limits. */
  buys(marketId: number, customerId: number): void {
    const market = this.#markets.market(marketId);
    if (market === undefined) return;
    const orders = this.#markets.orders(customerId, marketId).filter(({ side }) => side === BID);
    this.each(market, orders, 'ownLimit');
  }

  dueAtMs(): number {
    return Math.min(this.#keeper.expiring.first()?.dueAtMs ?? Infinity, this.#timers.dueAtMs());
  }

  /** Ends what has expired, then what cancel timers take off: a bounded number of orders at a time. */
  passTime(atMs: number): void {
    let left = MOST_ENDED;
    for (let order = this.#keeper.expiring.first(); left > 0; order = this.#keeper.expiring.first()) {
      if (order === undefined || order.dueAtMs > atMs) break;
      this.each(this.#markets.market(order.trader.marketId)!, [order], 'expired');
      left--;
    }
    while (left > 0) {
      const timer = this.#timers.takeDue(atMs);
      if (timer === undefined) return;
      const ended =
        timer.line === 'perpetual' ? this.#contracts.cancelByTimer(timer, atMs) : this.#byTimer(timer);
      left -= 1 + ended;
    }
  }

  /** Returns how many. */
  #byTimer({ customerId, marketId, scope }: CancelTimerView): number {
    const orders = this.#markets
      .orders(customerId, marketId)
      .filter(order => scope === 'all' || order.instructions?.guarded === true);
    if (orders.length > 0) this.each(this.#markets.market(marketId)!, orders, 'cancelTimer');
    return orders.length;
  }
}
