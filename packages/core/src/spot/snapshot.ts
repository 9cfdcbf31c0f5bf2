import { ASK, BID } from '../book/side.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { OpenOrder, Trader } from './open-order.ts';
import { ORDER_TYPES, SIDES, TIMES_IN_FORCE } from './order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { SpotMarket } from './spot-market.ts';

/** Written as positions, so this list may only grow at the end. */
const PLACES = ['book', 'rising', 'falling'] as const;

/** Waiting orders by id, then each market's book as order ids in priority order. `markets` come by id. */
export function writeOrders(
  writer: SnapshotWriter,
  orders: readonly OpenOrder[],
  markets: readonly SpotMarket[],
): void {
  const byId = new Map(markets.map(market => [market.id, market]));
  writer.int(orders.length);
  for (const order of orders) writeOrder(writer, order, byId.get(order.trader.marketId)!);
  for (const { book } of markets) {
    writer.int(book.orderCount(BID) + book.orderCount(ASK));
    for (const { orderId } of book.orders()) writer.int(orderId);
  }
}

/** Markets come in the order they were written: by id. */
export function readOrders(
  reader: SnapshotReader,
  keeper: OpenOrders,
  markets: readonly SpotMarket[],
  traderOf: (market: SpotMarket, customerId: number) => Trader | undefined,
): void {
  const byId = new Map(markets.map(market => [market.id, market]));
  for (let left = reader.int(); left > 0; left--) readOrder(reader, keeper, byId, traderOf);
  for (const market of markets) {
    for (let left = reader.int(); left > 0; left--) {
      const orderId = reader.int();
      const order = keeper.find(orderId);
      if (
        order === undefined ||
        !order.triggered ||
        order.trader.marketId !== market.id ||
        order.slot !== 0
      ) {
        throw new SnapshotUnreadable(`order ${orderId} cannot rest in market ${market.id}`);
      }
      market.restoreResting(order);
    }
  }
}

function writeOrder(writer: SnapshotWriter, order: OpenOrder, market: SpotMarket): void {
  writer.int(order.orderId);
  writer.int(order.trader.customerId);
  writer.int(order.trader.marketId);
  writer.word(SIDES, order.side === BID ? 'buy' : 'sell');
  writer.word(ORDER_TYPES, order.orderType);
  writer.word(TIMES_IN_FORCE, order.timeInForce);
  writer.bool(order.postOnly);
  writer.optionalInt(order.priceTicks);
  writer.optionalInt(order.quantityLots);
  writer.optionalInt(order.budgetMinor === null ? null : Number(order.budgetMinor));
  writer.optionalInt(order.triggerTicks);
  writer.optionalText(order.clientOrderId);
  writer.int(order.filledLots);
  writer.int(order.filledQuoteMinor);
  writer.int(order.feeMinor);
  writer.int(order.frozenMinor);
  writer.int(order.placedAtMs);
  writer.int(order.updatedAtMs);
  writer.word(PLACES, order.slot !== 0 ? 'book' : market.stops.rising.has(order) ? 'rising' : 'falling');
}

function readOrder(
  reader: SnapshotReader,
  keeper: OpenOrders,
  markets: ReadonlyMap<number, SpotMarket>,
  traderOf: (market: SpotMarket, customerId: number) => Trader | undefined,
): void {
  const orderId = reader.int();
  const customerId = reader.int();
  const marketId = reader.int();
  const market = markets.get(marketId);
  const trader = market === undefined ? undefined : traderOf(market, customerId);
  if (market === undefined || trader === undefined) throw new SnapshotUnreadable(`order ${orderId}`);
  const side = reader.word(SIDES);
  const command = {
    type: 'placeOrder' as const,
    customerId,
    marketId,
    side,
    orderType: reader.word(ORDER_TYPES),
    timeInForce: reader.word(TIMES_IN_FORCE),
    postOnly: reader.bool(),
    priceTicks: reader.optionalInt(),
    quantityLots: reader.optionalInt(),
    budgetMinor: toBigInt(reader.optionalInt()),
    triggerTicks: reader.optionalInt(),
    clientOrderId: reader.optionalText(),
  };
  const filledLots = reader.int();
  const filledQuoteMinor = reader.int();
  const feeMinor = reader.int();
  const frozenMinor = reader.int();
  const order = keeper.restore(orderId, trader, side === 'buy' ? BID : ASK, command, reader.int());
  order.updatedAtMs = reader.int();
  order.filledLots = filledLots;
  order.filledQuoteMinor = filledQuoteMinor;
  order.feeMinor = feeMinor;
  order.frozenMinor = frozenMinor;
  const place = reader.word(PLACES);
  order.triggered = place === 'book';
  if (place === 'rising') market.stops.rising.add(order);
  if (place === 'falling') market.stops.falling.add(order);
}

function toBigInt(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}
