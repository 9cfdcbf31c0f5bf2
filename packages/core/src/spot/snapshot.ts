import { ASK, BID } from '../book/side.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { CancelTimers } from './cancel-timers.ts';
import type { OpenOrder, Trader } from './open-order.ts';
import {
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRAIL_KINDS,
  TRIGGER_DIRECTIONS,
  type OrderInstructions,
} from './order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { SpotMarket } from './spot-market.ts';

/** Written as positions, so this list may only grow at the end. */
const PLACES = ['book', 'rising', 'falling', 'trailing'] as const;

/** Waiting orders by id, then each market's book as order ids in priority order. `markets` come by id. */
export function writeOrders(
  writer: SnapshotWriter,
  orders: readonly OpenOrder[],
  markets: readonly SpotMarket[],
): void {
  writer.int(orders.length);
  for (const order of orders) writeOrder(writer, order);
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

function writeOrder(writer: SnapshotWriter, order: OpenOrder): void {
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
  writer.word(PLACES, placeOf(order));
}

function placeOf(order: OpenOrder): (typeof PLACES)[number] {
  if (order.slot !== 0) return 'book';
  if (order.orderType === 'trailingStop') return 'trailing';
  return order.triggerDirection === 'rises' ? 'rising' : 'falling';
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
  if (order.triggered) return;
  const rises = place === 'trailing' ? side === 'buy' : place === 'rising';
  order.triggerDirection = rises ? 'rises' : 'falls';
  // Where a trailing one was is read with what it asked for.
  if (place !== 'trailing') market.lastWatch.add(order);
}

/** What snapshots did not have from the beginning: see `Parts`. */
export class SpotExtras {
  readonly #keeper: OpenOrders;
  readonly #markets: ReadonlyMap<number, SpotMarket>;
  readonly #timers: CancelTimers;

  constructor(keeper: OpenOrders, markets: ReadonlyMap<number, SpotMarket>, timers: CancelTimers) {
    this.#keeper = keeper;
    this.#markets = markets;
    this.#timers = timers;
  }

  get isEmpty(): boolean {
    return this.#timers.isEmptyFor('spot') && !this.#keeper.all().some(hasExtras);
  }

  write(writer: SnapshotWriter): void {
    writeExtras(writer, this.#keeper.all().filter(hasExtras), this.#markets);
    this.#timers.write(writer, 'spot');
  }

  read(reader: SnapshotReader): void {
    readExtras(reader, this.#keeper, this.#markets);
    this.#timers.read(reader, 'spot');
  }
}

/** Whether an order has something that orders did not have from the beginning. */
function hasExtras(order: OpenOrder): boolean {
  return order.instructions !== null || order.triggeredAtMs !== null || order.preventedLots > 0;
}

/** What `writeOrders` leaves out, of orders that have it, by id. */
function writeExtras(
  writer: SnapshotWriter,
  orders: readonly OpenOrder[],
  markets: ReadonlyMap<number, SpotMarket>,
): void {
  writer.int(orders.length);
  for (const order of orders) {
    writer.int(order.orderId);
    writer.int(order.preventedLots);
    writer.optionalInt(order.triggeredAtMs);
    writeInstructions(writer, order.instructions ?? {});
    if (order.orderType === 'trailingStop' && order.slot === 0) {
      writer.optionalInt(markets.get(order.trader.marketId)!.watchOf(order).trails.extremeOf(order));
    }
  }
}

function readExtras(
  reader: SnapshotReader,
  keeper: OpenOrders,
  markets: ReadonlyMap<number, SpotMarket>,
): void {
  for (let left = reader.int(); left > 0; left--) {
    const orderId = reader.int();
    const order = keeper.find(orderId);
    if (order === undefined) throw new SnapshotUnreadable(`order ${orderId} does not wait`);
    const preventedLots = reader.int();
    if (preventedLots > 0) markets.get(order.trader.marketId)!.removePrevented(order, preventedLots);
    order.triggeredAtMs = reader.optionalInt();
    keeper.instruct(order, readInstructions(reader));
    const market = markets.get(order.trader.marketId)!;
    if (order.orderType === 'trailingStop') {
      if (order.instructions?.trail === undefined || order.triggered)
        throw new SnapshotUnreadable(`order ${orderId} follows nothing`);
      market.watchOf(order).add(order, reader.optionalInt());
    } else if (!order.triggered && market.watchOf(order) !== market.lastWatch) {
      market.lastWatch.remove(order);
      market.watchOf(order).add(order);
    }
  }
}

/** Names are written as positions, so this list may only grow at the end. */
const INSTRUCTIONS = [
  'triggerDirection',
  'selfTrade',
  'ifUnfillable',
  'expiresAtMs',
  'guarded',
  'triggerSource',
  'trail',
] as const;

export function writeInstructions(writer: SnapshotWriter, given: OrderInstructions): void {
  const names = INSTRUCTIONS.filter(name => given[name] !== undefined);
  writer.int(names.length);
  for (const name of names) {
    writer.word(INSTRUCTIONS, name);
    if (name === 'triggerDirection') writer.word(TRIGGER_DIRECTIONS, given.triggerDirection!);
    if (name === 'selfTrade') writer.word(SELF_TRADE_MODES, given.selfTrade!);
    if (name === 'expiresAtMs') writer.int(given.expiresAtMs!);
    if (name === 'trail') {
      writer.word(TRAIL_KINDS, given.trail!.by);
      writer.int(given.trail!.distance);
    }
  }
}

export function readInstructions(reader: SnapshotReader): OrderInstructions {
  const given: { -readonly [N in keyof OrderInstructions]: OrderInstructions[N] } = {};
  for (let left = reader.int(); left > 0; left--) {
    const name = reader.word(INSTRUCTIONS);
    if (name === 'triggerDirection') given.triggerDirection = reader.word(TRIGGER_DIRECTIONS);
    else if (name === 'selfTrade') given.selfTrade = reader.word(SELF_TRADE_MODES);
    else if (name === 'expiresAtMs') given.expiresAtMs = reader.int();
    else if (name === 'ifUnfillable') given.ifUnfillable = 'expire';
    else if (name === 'triggerSource') given.triggerSource = 'index';
    else if (name === 'trail') given.trail = { by: reader.word(TRAIL_KINDS), distance: reader.int() };
    else given.guarded = true;
  }
  return given;
}

function toBigInt(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}
