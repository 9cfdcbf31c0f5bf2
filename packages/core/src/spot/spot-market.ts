import { OrderBook } from '../book/book.ts';
import { ASK, BID, type BookSide } from '../book/side.ts';
import type { EventLog } from '../event-log.ts';
import { InvariantBroken } from '../invariant.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import { SnapshotUnreadable } from '../snapshot/reader.ts';
import { ReusedList } from '../reused-list.ts';
import type { OpenOrder } from './open-order.ts';
import type { OrderInstructions } from './order.ts';
import { PriceWatch } from './price-watch.ts';
import { Trader } from './open-order.ts';

/** Where an order waits. */
export interface OrderPlace {
  /** The highest (sells) or lowest price since a trailing stop follows it; null for others. */
  readonly extremeTicks: number | null;
  /** What the book shows of an iceberg; null for others. */
  readonly shownLots: number | null;
}

export const NOWHERE: OrderPlace = { extremeTicks: null, shownLots: null };

/** One spot market: its book, its waiting stops, its traders, and what the current command has changed. */
export class SpotMarket {
  readonly id: number;
  readonly listed: ListedMarket;
  readonly book = new OrderBook();
  /** Orders that wait for the last trade's price, and for the index. */
  readonly lastWatch = new PriceWatch<OpenOrder>();
  readonly indexWatch = new PriceWatch<OpenOrder>();
  readonly baseFees: AccountIndex;
  readonly quoteFees: AccountIndex;
  readonly #ledger: Ledger;
  readonly #traders = new Map<number, Trader>();
  /** By slot of the book. */
  readonly #resting: (OpenOrder | null)[] = [null];
  /** Resting orders of which the book shows only a part. */
  icebergs = 0;
  /** Signed prices of changed levels: positive = bid, negative = ask. May contain duplicates. */
  readonly #touchedLevels = new ReusedList<number>();

  constructor(listed: ListedMarket, ledger: Ledger) {
    const { id, baseCurrencyId, quoteCurrencyId } = listed.config;
    this.id = id;
    this.listed = listed;
    this.#ledger = ledger;
    const fees = { ownerId: PLATFORM_OWNER, account: 'fees' } as const;
    this.baseFees = ledger.account({ ...fees, currencyId: baseCurrencyId });
    this.quoteFees = ledger.account({ ...fees, currencyId: quoteCurrencyId });
  }

  /** The customer must be known to the exchange. */
  trader(customerId: number): Trader {
    let trader = this.#traders.get(customerId);
    if (trader === undefined) {
      const { baseCurrencyId, quoteCurrencyId } = this.listed.config;
      const spot = { ownerId: customerId, account: 'spot' } as const;
      trader = new Trader(
        customerId,
        this.id,
        this.#ledger.account({ ...spot, currencyId: baseCurrencyId }),
        this.#ledger.account({ ...spot, currencyId: quoteCurrencyId }),
      );
      this.#traders.set(customerId, trader);
    }
    return trader;
  }

  traderIfSeen(customerId: number): Trader | undefined {
    return this.#traders.get(customerId);
  }

  restingAt(slot: number): OpenOrder {
    return this.#resting[slot]!;
  }

  /** Where an order waits for its trigger. */
  watchOf({ instructions }: { readonly instructions: OrderInstructions | null }): PriceWatch<OpenOrder> {
    return instructions?.triggerSource === 'index' ? this.indexWatch : this.lastWatch;
  }

  placeOf(order: OpenOrder): OrderPlace {
    const follows = order.orderType === 'trailingStop' && order.slot === 0;
    return {
      extremeTicks: follows ? this.watchOf(order).trails.extremeOf(order) : null,
      shownLots: order.visibleLots > 0 && order.slot !== 0 ? this.book.lotsAt(order.slot) : null,
    };
  }

  /** Puts an order, or the next visible part of an iceberg, into the book; it must not cross. */
  rest(order: OpenOrder, lots: number): void {
    const price = order.priceTicks!;
    const { visibleLots } = order;
    if (visibleLots > 0) this.icebergs++;
    const shown = visibleLots > 0 ? Math.min(visibleLots, lots) : lots;
    const slot = this.book.add(order.orderId, order.trader.customerId, order.side, price, shown);
    order.slot = slot;
    while (this.#resting.length <= slot) this.#resting.push(null);
    this.#resting[slot] = order;
    this.touchLevel(order.side, price);
  }

  /** Puts a restored order's rest back, behind those restored before it. */
  restoreResting(order: OpenOrder): void {
    this.rest(order, order.openLots);
    this.#touchedLevels.clear();
  }

  /** Takes off a restored order what it lost to self-trade prevention. */
  removePrevented(order: OpenOrder, lots: number): void {
    if (order.slot === 0 || lots >= this.book.lotsAt(order.slot))
      throw new SnapshotUnreadable(`order ${order.orderId} cannot have lost ${lots} lots`);
    order.preventedLots = lots;
    this.book.fill(order.slot, lots);
  }

  /** Hides of a restored iceberg what the book does not show. */
  restoreIceberg(order: OpenOrder, shownLots: number): void {
    const hidden = order.slot === 0 ? -1 : this.book.lotsAt(order.slot) - shownLots;
    if (!(hidden >= 0 && shownLots > 0))
      throw new SnapshotUnreadable(`order ${order.orderId} cannot show ${shownLots} lots`);
    if (hidden > 0) this.book.fill(order.slot, hidden);
    this.icebergs++;
  }

  /** Takes the rest of an order out of the book. */
  unrest(order: OpenOrder): void {
    this.book.fill(order.slot, this.book.lotsAt(order.slot));
    this.left(order);
    this.touchLevel(order.side, order.priceTicks!);
  }

  /** The order has left the book. */
  left(order: OpenOrder): void {
    this.#resting[order.slot] = null;
    order.slot = 0;
    if (order.visibleLots > 0) this.icebergs--;
  }

  touchLevel(side: BookSide, priceTicks: number): void {
    const level = side === BID ? priceTicks : -priceTicks;
    const levels = this.#touchedLevels;
    // Most consecutive fills are at the same price.
    if (levels.length === 0 || levels.at(levels.length - 1) !== level) levels.push(level);
  }

  /** Reports every changed level once, as the command left it, and checks the book. */
  report(log: EventLog): void {
    const levels = this.#touchedLevels;
    if (levels.length === 1) this.#reportLevel(log, levels.at(0));
    else if (levels.length > 1) this.#reportLevels(log);
    levels.clear();
    this.checkNotCrossed();
  }

  checkNotCrossed(): void {
    const ask = this.book.bestPrice(ASK);
    if (ask !== 0 && this.book.bestPrice(BID) >= ask)
      throw new InvariantBroken(`market ${this.id} is crossed`);
  }

  #reportLevels(log: EventLog): void {
    const levels = this.#touchedLevels;
    const reported = new Set<number>();
    for (let i = 0; i < levels.length; i++) {
      const level = levels.at(i);
      if (reported.has(level)) continue;
      reported.add(level);
      this.#reportLevel(log, level);
    }
  }

  #reportLevel(log: EventLog, level: number): void {
    const side = level > 0 ? BID : ASK;
    const priceTicks = level > 0 ? level : -level;
    const quantityLots = this.book.levelLots(side, priceTicks);
    if (!log.wants(level + quantityLots)) return;
    const marketId = this.id;
    log.add({
      type: 'depthChanged',
      marketId,
      side: side === BID ? 'buy' : 'sell',
      priceTicks,
      quantityLots,
    });
  }
}
