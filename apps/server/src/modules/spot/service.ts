import type { Event, OrderView, PlaceOrder } from '@tallystick/core';
import type { CallOutput, CallRequest, WireFill, WireOrder } from '@tallystick/protocol';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure, type FailureData } from '../../http/call-failure.ts';
import { conversionsOfOrders } from '../convert/store.ts';
import { conversionId } from '../convert/wire.ts';
import type { MarketUnits, MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { fromWire } from '../../http/words.ts';
import { submitCommand, type Accepted } from '../../http/submit.ts';
import { findOrder, listFills, listOrders } from './store.ts';
import { wireFill, wireOrder } from './wire.ts';

export interface SpotOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly units: MarketUnitsTable;
}

/** The core's names of fields that the wire calls otherwise. */
const WIRE_FIELDS: Readonly<Record<string, string>> = { trigger: 'trigger_price', order_type: 'type' };

export class SpotService {
  readonly #options: SpotOptions;

  constructor(options: SpotOptions) {
    this.#options = options;
  }

  /** The reply is made of the command's own events: no look-up stands between the commit and the customer. */
  async place(
    customerId: number,
    input: CallRequest<'POST coin/trade'>,
    key: string,
  ): Promise<CallOutput<'POST coin/trade'>> {
    const units = this.#options.units.of(input.market_id);
    const command = placeOrderOf(customerId, input, units);
    const { type: _, customerId: __, ...chosen } = command;
    const accepted = await this.#submit(units, command, {
      idempotency: { scope: `customer:${customerId}:spot`, key, inputHash: hashInput(chosen) },
    });
    const order = newestOrder(accepted.events, customerId);
    return { order: wireOrder(order, units), fills: fillsOf(accepted, order.orderId, units) };
  }

  async cancel(customerId: number, orderId: number): Promise<CallOutput<'PUT coin/trade'>> {
    const { pool, bus, units } = this.#options;
    try {
      const { events } = await submitCommand(bus, { type: 'cancelOrder', customerId, orderId }, {});
      const order = newestOrder(events, customerId);
      return { order: wireOrder(order, units.of(order.marketId)) };
    } catch (error) {
      if (!(error instanceof CallFailure) || error.code !== 'order_not_open') throw error;
      // The core forgets orders that have ended: whose this one was, the projection knows.
      const ended = await findOrder(pool, customerId, orderId);
      throw ended === null ? new CallFailure('unknown_order', { field: 'order_id' }) : error;
    }
  }

  /** Throws unknown_order, also for another's. */
  async order(customerId: number, orderId: number): Promise<WireOrder> {
    const { pool, units } = this.#options;
    const order = await findOrder(pool, customerId, orderId);
    if (order === null) throw new CallFailure('unknown_order', { field: 'order_id' });
    const [shown] = await this.#withConversions(customerId, [order]);
    return shown ?? wireOrder(order, units.of(order.marketId));
  }

  async cancelAll(customerId: number, marketId: number | null): Promise<number> {
    const { bus } = this.#options;
    const { events } = await submitCommand(bus, { type: 'cancelAllOrders', customerId, marketId }, {});
    return events.filter(event => event.type === 'orderChanged' && event.order.status === 'cancelled').length;
  }

  async list(customerId: number, input: CallRequest<'GET coin/list'>): Promise<CallOutput<'GET coin/list'>> {
    const { pool, units } = this.#options;
    if (input.market_id !== undefined) units.of(input.market_id);
    const orders = await listOrders(pool, customerId, {
      view: input.view,
      marketId: input.market_id,
      side: input.side,
      status: input.status,
      fromMs: input.from_ms,
      toMs: input.to_ms,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    const shown = await this.#withConversions(customerId, orders);
    return pageOf(
      shown,
      input.limit,
      order => String(order.order_id),
      order => order,
    );
  }

  async fills(
    customerId: number,
    input: CallRequest<'GET coin/fills'>,
  ): Promise<CallOutput<'GET coin/fills'>> {
    const { pool, units } = this.#options;
    if (input.market_id !== undefined) units.of(input.market_id);
    const cursor = readCursor(input.cursor, 2);
    const fills = await listFills(pool, customerId, {
      orderId: input.order_id,
      marketId: input.market_id,
      before: cursor === null ? null : [cursor[0] ?? 0, cursor[1] ?? 0],
      limit: input.limit + 1,
    });
    return pageOf(
      fills,
      input.limit,
      ({ trade, role }) => `${trade.tradeId}.${role === 'maker' ? 1 : 0}`,
      ({ trade, role }) => wireFill(trade, role, units.of(trade.marketId)),
    );
  }

  /** Orders as they are shown: those that a conversion placed say so. */
  async #withConversions(customerId: number, orders: readonly OrderView[]): Promise<WireOrder[]> {
    const { pool, units } = this.#options;
    // Nothing else ends at once, all or nothing.
    const asked = orders.filter(order => order.orderType === 'market' && order.timeInForce === 'FOK');
    const placed = await conversionsOfOrders(
      pool,
      customerId,
      asked.map(order => order.orderId),
    );
    return orders.map(order => {
      const first = placed.get(order.orderId);
      const wire = wireOrder(order, units.of(order.marketId));
      return first === undefined ? wire : { ...wire, conversion_id: conversionId(first) };
    });
  }

  async #submit(units: MarketUnits, command: PlaceOrder, options: Parameters<CommandBus['submit']>[1]) {
    try {
      return await submitCommand(this.#options.bus, command, options ?? {});
    } catch (error) {
      throw error instanceof CallFailure ? explain(error, units) : error;
    }
  }
}

/** Decimals become ticks, lots and minor units: what lies between two steps is refused, never rounded. */
function placeOrderOf(
  customerId: number,
  input: CallRequest<'POST coin/trade'>,
  units: MarketUnits,
): PlaceOrder {
  return {
    type: 'placeOrder',
    customerId,
    marketId: input.market_id,
    side: input.side,
    orderType: fromWire(input.type),
    timeInForce: input.time_in_force,
    postOnly: input.post_only,
    priceTicks: input.price === undefined ? null : units.priceTicks(input.price, 'price'),
    quantityLots: input.quantity === undefined ? null : units.quantityLots(input.quantity),
    budgetMinor: input.budget === undefined ? null : units.budgetMinor(input.budget),
    triggerTicks:
      input.trigger_price === undefined ? null : units.priceTicks(input.trigger_price, 'trigger_price'),
    clientOrderId: input.client_order_id ?? null,
  };
}

/** The command's own order: of all the customer's orders it touched, ids rise with time. */
function newestOrder(events: readonly Event[], customerId: number): OrderView {
  let newest: OrderView | null = null;
  for (const event of events) {
    if (event.type !== 'orderChanged' || event.order.customerId !== customerId) continue;
    if (newest === null || event.order.orderId > newest.orderId) newest = event.order;
  }
  if (newest === null) throw new Error('an accepted order left no event');
  return newest;
}

function fillsOf({ events, atMs }: Accepted, orderId: number, units: MarketUnits): WireFill[] {
  const fills: WireFill[] = [];
  for (const event of events) {
    if (event.type !== 'traded') continue;
    if (event.takerOrderId === orderId) fills.push(wireFill({ ...event, atMs }, 'taker', units));
    else if (event.makerOrderId === orderId) fills.push(wireFill({ ...event, atMs }, 'maker', units));
  }
  return fills;
}

/** Adds what the core leaves to the wire: its names of fields, and the steps a message may name. */
function explain(failure: CallFailure, { market, quote }: MarketUnits): CallFailure {
  const field = failure.data.field;
  const data: FailureData = {
    ...(failure.code === 'invalid_price' ? { step: market.tickSize } : {}),
    ...(failure.code === 'invalid_quantity' ? { step: market.lotSize } : {}),
    ...(failure.code === 'invalid_amount' ? { decimals: quote.decimals } : {}),
    ...failure.data,
    ...(field === undefined ? {} : { field: WIRE_FIELDS[field] ?? field }),
  };
  return new CallFailure(failure.code, data);
}
