import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { OpenOrder } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { SpotMarket } from './spot-market.ts';

/**
 * Part of a snapshot: order lists, exits of brackets, and what the book shows of icebergs. Written behind what orders ask for,
 * which is read before it.
 */
export class ListExtras {
  readonly #keeper: OpenOrders;
  readonly #markets: ReadonlyMap<number, SpotMarket>;

  constructor(keeper: OpenOrders, markets: ReadonlyMap<number, SpotMarket>) {
    this.#keeper = keeper;
    this.#markets = markets;
  }

  get isEmpty(): boolean {
    const showsAll = [...this.#markets.values()].every(({ icebergs }) => icebergs === 0);
    return (
      showsAll && !this.#keeper.all().some(order => order.listId !== null || order.parentOrderId !== null)
    );
  }

  /** By order id. */
  write(writer: SnapshotWriter): void {
    const orders = this.#keeper.all().filter(isOfList);
    writer.int(orders.length);
    for (const order of orders) {
      writer.int(order.orderId);
      writer.optionalInt(order.listId);
      writer.optionalInt(order.parentOrderId);
      writer.bool(order.linked !== null);
      if (order.visibleLots > 0) writer.int(this.#marketOf(order).book.lotsAt(order.slot));
    }
  }

  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const orderId = reader.int();
      const order = this.#keeper.find(orderId);
      if (order === undefined) throw new SnapshotUnreadable(`order ${orderId} does not wait`);
      order.listId = reader.optionalInt();
      order.parentOrderId = reader.optionalInt();
      // The limit order comes first, so the stop finds it.
      if (reader.bool() && order.listId !== orderId) this.#link(order);
      if (order.visibleLots > 0) this.#marketOf(order).restoreIceberg(order, reader.int());
    }
  }

  #link(stop: OpenOrder): void {
    const limit = this.#keeper.find(stop.listId ?? 0);
    if (limit?.listId !== limit?.orderId || limit === undefined || limit.trader !== stop.trader)
      throw new SnapshotUnreadable(`order ${stop.orderId} is linked to nothing`);
    limit.linked = stop;
    stop.linked = limit;
  }

  #marketOf(order: OpenOrder): SpotMarket {
    return this.#markets.get(order.trader.marketId)!;
  }
}

function isOfList({ listId, parentOrderId, visibleLots }: OpenOrder): boolean {
  return listId !== null || parentOrderId !== null || visibleLots > 0;
}
