import { OrderBook, Side, type IProcessOrder } from 'nodejs-order-book';
import { CANCEL, COMMAND_INTS, FOK_BUDGET, IOC, LIMIT, MARKET, MOVE, REDUCE } from './command-file.ts';
import { TradeLog, type Engine, type FinalOrder } from './engine.ts';

/** The parts of the library that its public calls do not reach; see `#reduce`. */
interface Inside {
  readonly orders: Record<string, { readonly side: Side; readonly size: number }>;
  readonly bids: { updateOrderSize(order: object, update: { size: number }): void };
  readonly asks: { updateOrderSize(order: object, update: { size: number }): void };
}

/** The npm package nodejs-order-book through its own calls. */
export class NodejsOrderBookEngine implements Engine {
  readonly trades: TradeLog;
  readonly #book = new OrderBook();
  /** The library wants ids as strings; they are made beforehand, outside the measured time. */
  readonly #ids: readonly string[];

  constructor(tradeCapacity: number, ids: readonly string[]) {
    this.trades = new TradeLog(tradeCapacity);
    this.#ids = ids;
  }

  replay(records: Int32Array, from: number, to: number): void {
    const book = this.#book;
    for (let at = from * COMMAND_INTS; at < to * COMMAND_INTS; at += COMMAND_INTS) {
      const word = records[at]!;
      const orderId = records[at + 1]!;
      const price = records[at + 2]!;
      const size = records[at + 3]!;
      const side = ((word >> 3) & 1) === 0 ? Side.BUY : Side.SELL;
      const id = this.#ids[orderId]!;
      switch (word & 7) {
        case LIMIT:
          this.#record(orderId, id, book.limit({ side, id, size, price }));
          break;
        case MARKET:
          this.#record(orderId, id, book.market({ side, size }));
          break;
        case IOC:
          this.#record(orderId, id, book.limit({ side, id, size, price, timeInForce: 'IOC' as never }));
          break;
        case FOK_BUDGET: {
          const quote = book.calculateMarketPrice(side, size);
          const within = side === Side.BUY ? quote.price <= price * size : quote.price >= price * size;
          if (quote.err === null && within) this.#record(orderId, id, book.market({ side, size }));
          break;
        }
        case CANCEL:
          book.cancel(id);
          break;
        case REDUCE:
          this.#reduce(id, size);
          break;
        case MOVE:
          this.#record(orderId, id, book.modify(id, { price }));
          break;
        default:
          throw new Error(`unknown operation ${word & 7}`);
      }
    }
  }

  finalOrders(): FinalOrder[] {
    const { bids, asks } = this.#book.snapshot();
    const best = (a: { price: number }, b: { price: number }): number => a.price - b.price;
    return [...bids.toSorted((a, b) => best(b, a)), ...asks.toSorted(best)].flatMap(level =>
      level.orders.map(order => ({ orderId: Number(order.id), priceTicks: order.price, lots: order.size })),
    );
  }

  /** Calls an internal method that keeps the order's place: `modify` would move it to the back of the queue. */
  #reduce(id: string, by: number): void {
    const inside: Inside = this.#book as never;
    const order = inside.orders[id];
    if (order === undefined) return;
    if (order.size <= by) {
      this.#book.cancel(id);
      return;
    }
    (order.side === Side.BUY ? inside.bids : inside.asks).updateOrderSize(order, { size: order.size - by });
  }

  /** Fully filled makers come first, in order, then the partly filled one. The taker's own entry is not a trade. */
  #record(takerOrderId: number, takerId: string, result: IProcessOrder): void {
    if (result.err !== null) throw result.err;
    for (const maker of result.done) {
      if (maker.id !== takerId && 'price' in maker) {
        this.trades.push(takerOrderId, Number(maker.id), maker.price, maker.size);
      }
    }
    const { partial } = result;
    if (partial !== null && partial.id !== takerId) {
      this.trades.push(takerOrderId, Number(partial.id), partial.price, result.partialQuantityProcessed);
    }
  }
}
