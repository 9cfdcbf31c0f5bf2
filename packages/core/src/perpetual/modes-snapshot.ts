import type { Customers } from '../customer/customer.ts';
import type { LaterPart } from '../product.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { ContractOrder } from './contract-order.ts';
import { BOTH_SIDES, POSITION_MODES } from './modes.ts';
import type { OpenPositions } from './open-positions.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { oppositeSide, type PerpetualTrader, type WaitingOrder } from './position.ts';
import type { PerpetualOrderType, PositionSide } from './position-view.ts';

/** Written as positions, so these lists may only grow at the end. */
const SIDES: readonly PositionSide[] = ['long', 'short'];
const ORDER_TYPES: readonly PerpetualOrderType[] = ['limit', 'market'];

/** Customers in hedge and net mode, by id. */
function mergedTraders(market: PerpetualMarket): PerpetualTrader[] {
  return [...market.traders()]
    .filter(({ mode }) => mode !== 'each')
    .toSorted((a, b) => a.customerId - b.customerId);
}

/** What waits of a customer, by position and in the order it came. */
export function waitingOf(trader: PerpetualTrader): WaitingOrder[] {
  const waiting: WaitingOrder[] = [];
  for (const { opening, closings } of trader.all()) {
    if (opening !== null) waiting.push(opening);
    waiting.push(...closings);
  }
  return waiting;
}

/** Of it, orders in hedge and net mode. */
export function waitingOrders(trader: PerpetualTrader): WaitingOrder[] {
  return waitingOf(trader).filter(({ order }) => order !== null);
}

/** All of it, of all contracts. */
export function modesPart(
  markets: ReadonlyMap<number, PerpetualMarket>,
  keeper: OpenPositions,
  customers: Customers,
): LaterPart {
  const merged = () => [...markets.values()].filter(market => mergedTraders(market).length > 0);
  return {
    get isEmpty() {
      return merged().length === 0;
    },
    write(writer) {
      writer.int(merged().length);
      for (const market of merged()) {
        writer.int(market.id);
        writeModes(writer, market);
      }
    },
    read(reader) {
      for (let left = reader.int(); left > 0; left--) {
        const market = markets.get(reader.int());
        if (market === undefined) throw new SnapshotUnreadable('position modes of no contract');
        readModes(reader, market, keeper, customerId =>
          customers.has(customerId) ? market.trader(customerId) : undefined,
        );
      }
    },
  };
}

/** What positions and orders are beyond mode `each`. If some only reduce, the book's priorities are written, too. */
function writeModes(writer: SnapshotWriter, market: PerpetualMarket): void {
  const traders = mergedTraders(market);
  writer.int(traders.length);
  let reducing = 0;
  for (const trader of traders) {
    writer.int(trader.customerId);
    writer.word(POSITION_MODES, trader.mode);
    for (const side of BOTH_SIDES) {
      const held = trader.held[side];
      writer.int(held?.positionId ?? 0);
      writer.int(held?.maintenanceRest ?? 0);
    }
    const waiting = waitingOrders(trader);
    writer.int(waiting.length);
    for (const one of waiting) {
      writeOrder(writer, one.order!);
      const closingLots = one.effect === 'close' ? one.lots : 0;
      writer.int(closingLots);
      reducing += closingLots;
    }
  }
  if (reducing === 0) return;
  for (const { orderId } of market.book.orders()) writer.int(orderId);
}

/** Reads into a market whose positions and other orders are read already. */
function readModes(
  reader: SnapshotReader,
  market: PerpetualMarket,
  keeper: OpenPositions,
  traderOf: (customerId: number) => PerpetualTrader | undefined,
): void {
  let reducing = 0;
  for (let left = reader.int(); left > 0; left--) {
    const trader = traderOf(reader.int());
    if (trader === undefined) throw new SnapshotUnreadable('a position mode of nobody');
    trader.mode = reader.word(POSITION_MODES);
    for (const side of BOTH_SIDES) {
      const held = market.positions.get(reader.int()) ?? null;
      const rest = reader.int();
      trader.held[side] = held;
      if (held === null) continue;
      held.maintenanceRest = rest;
    }
    for (let orders = reader.int(); orders > 0; orders--) {
      const order = readOrder(reader, trader);
      const closingLots = reader.int();
      keeper.addOrder(order);
      if (closingLots > 0) {
        reducing++;
        waitToClose(keeper, trader, order, closingLots);
      } else waitToOpen(market, order);
    }
  }
  if (reducing === 0) return;
  const known = [...market.book.orders()].map(({ orderId }) => orderId);
  for (const orderId of known) market.liftOff(keeper.findWaiting(orderId)!);
  for (let left = known.length + reducing; left > 0; left--) {
    const orderId = reader.int();
    const waiting = keeper.findWaiting(orderId);
    if (waiting === undefined || waiting.slot !== 0) throw new SnapshotUnreadable(`order ${orderId}`);
    market.rest(waiting);
  }
  market.forgetTouched();
}

function writeOrder(writer: SnapshotWriter, order: ContractOrder): void {
  const { terms } = order;
  writer.int(order.orderId);
  writer.word(SIDES, terms.side);
  writer.bool(terms.reduceOnly);
  writer.word(ORDER_TYPES, terms.orderType);
  writer.int(terms.lots);
  writer.int(terms.multiple);
  writer.optionalInt(terms.priceTicks);
  writer.optionalText(terms.clientOrderId);
  writer.int(order.placedAtMs);
  writer.int(order.updatedAtMs);
  writer.int(order.filledLots);
  writer.int64(order.filledValueMinor);
  writer.int64(order.feeMinor);
  writer.int64(order.realisedMinor);
}

function readOrder(reader: SnapshotReader, trader: PerpetualTrader): ContractOrder {
  const orderId = reader.int();
  const terms = {
    side: reader.word(SIDES),
    reduceOnly: reader.bool(),
    orderType: reader.word(ORDER_TYPES),
    lots: reader.int(),
    multiple: reader.int(),
    priceTicks: reader.optionalInt(),
    clientOrderId: reader.optionalText(),
  };
  const order = new ContractOrder(orderId, trader, terms, reader.int());
  order.updatedAtMs = reader.int();
  order.filledLots = reader.int();
  order.filledValueMinor = reader.int64();
  order.feeMinor = reader.int64();
  order.realisedMinor = reader.int64();
  return order;
}

/** Its waiting part was read as a pending position. */
function waitToOpen(market: PerpetualMarket, order: ContractOrder): void {
  const position = market.positions.get(order.orderId);
  if (position === undefined || position.opening === null)
    throw new SnapshotUnreadable(`order ${order.orderId}`);
  position.order = order;
  position.opening.order = order;
  order.opening = position;
}

function waitToClose(
  keeper: OpenPositions,
  trader: PerpetualTrader,
  order: ContractOrder,
  lots: number,
): void {
  const { orderId, placedAtMs } = order;
  const { side, priceTicks } = order.terms;
  const held = trader.held[oppositeSide(side)];
  if (held === null || priceTicks === null) throw new SnapshotUnreadable(`order ${orderId}`);
  keeper.waitClosing(held, { orderId, priceTicks, lots, placedAtMs }, order);
}
