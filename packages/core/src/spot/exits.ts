import { ASK } from '../book/side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import { isIntegerWithin } from '../money/integer.ts';
import { divideWhole } from '../money/ppm.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { MAX_OPEN_ORDERS } from './admission.ts';
import type { PlaceOrder } from './command.ts';
import type { LinkedOrders } from './linked-orders.ts';
import type { OpenOrder } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { ExitRefusal, OrderInstructions } from './order.ts';
import type { SpotMarket } from './spot-market.ts';

type Bracketed = Pick<PlaceOrder, 'orderType' | 'priceTicks' | 'triggerTicks'>;

/** The price that an order expects to trade at, as far as it says; null: whatever the market gives. */
function expectedTicks({ orderType, priceTicks, triggerTicks }: Bracketed): number | null {
  return priceTicks ?? (orderType === 'trailingStop' ? null : triggerTicks);
}

/** Why exits do not fit an order of these prices: a profit lies above what it pays, a loss below. */
export function refuseExitPrices(
  order: Bracketed,
  { takeProfitTicks, stopLossTicks }: OrderInstructions,
): Refusal | null {
  const expected = expectedTicks(order);
  if (takeProfitTicks !== undefined && expected !== null && takeProfitTicks <= expected)
    return refuse('invalid_order', 'take_profit_price');
  const limit = Math.min(takeProfitTicks ?? Infinity, expected ?? Infinity);
  return stopLossTicks !== undefined && stopLossTicks >= limit
    ? refuse('invalid_order', 'stop_loss_price')
    : null;
}

/** Whether the bracket of an order that is otherwise valid is so, too. */
export function validateExits(order: PlaceOrder, listed: ListedMarket): Refusal | null {
  const { instructions } = order;
  if (instructions === undefined) return null;
  const { takeProfitTicks, stopLossTicks, stopLossPriceTicks } = instructions;
  const prices = {
    take_profit_price: takeProfitTicks,
    stop_loss_price: stopLossTicks,
    stop_loss_limit_price: stopLossPriceTicks,
  };
  for (const [field, ticks] of Object.entries(prices)) {
    if (ticks === undefined) continue;
    if (order.side !== 'buy') return refuse('invalid_order', field);
    if (!isIntegerWithin(ticks, 1, listed.maxPriceTicks)) return refuse('invalid_price', field);
  }
  if (stopLossPriceTicks !== undefined) {
    if (stopLossTicks === undefined) return refuse('invalid_order', 'stop_loss_limit_price');
    const { lowest, highest } = listed.bandAround(stopLossTicks * listed.tickE8);
    if (stopLossPriceTicks < lowest || stopLossPriceTicks > highest)
      return refuse('price_out_of_band', 'stop_loss_limit_price', {
        lowest: listed.formatPrice(lowest),
        highest: listed.formatPrice(highest),
      });
  }
  return refuseExitPrices(order, instructions);
}

/** What placing exits leaves to be executed: a limit order, or a stop that the price has passed already. */
interface Placed {
  readonly limit: OpenOrder | null;
  readonly fired: OpenOrder | null;
}

/**
 * Brackets: when an order that has bought something ends, however it does, what it received is offered for sale as it asked,
 * in the same command. Exits are new orders. They are part of what was ordered, so what forbids new orders of this customer does not
 * forbid them; why they cannot be placed is told with the order.
 */
export class Exits {
  readonly #ledger: Ledger;
  readonly #keeper: OpenOrders;
  readonly #links: LinkedOrders;
  /** Orders that have ended in this command, first in first out; empty between commands. */
  readonly #ended: OpenOrder[] = [];

  constructor(ledger: Ledger, keeper: OpenOrders, links: LinkedOrders) {
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#links = links;
  }

  get isEmpty(): boolean {
    return this.#ended.length === 0;
  }

  /** An order with a bracket has ended. */
  ended(order: OpenOrder): void {
    if (order.filledLots > 0) this.#ended.push(order);
  }

  /** The exits of the order that ended first; all are of this market. */
  placeNext(market: SpotMarket): Placed {
    const parent = this.#ended.shift()!;
    const { baseMinorPerLot } = market.listed;
    const lots = divideWhole(parent.filledLots * baseMinorPerLot - parent.feeMinor, baseMinorPerLot);
    const refused = this.#refuse(market.listed, parent, lots);
    if (refused === null) return this.#place(market, parent, lots);
    parent.exitsRefused = refused;
    this.#keeper.touch(parent);
    return { limit: null, fired: null };
  }

  #refuse(listed: ListedMarket, { trader, instructions }: OpenOrder, lots: number): ExitRefusal | null {
    const { takeProfitTicks, stopLossTicks, stopLossPriceTicks } = instructions!;
    if (listed.status === 'halted') return 'market_halted';
    if (listed.status === 'cancelOnly') return 'market_cancel_only';
    for (const ticks of [takeProfitTicks, stopLossPriceTicks ?? stopLossTicks]) {
      const isTooSmall = ticks !== undefined && listed.valueMinor(ticks, lots) < listed.minNotionalMinor;
      if (lots === 0 || isTooSmall) return 'below_min_notional';
    }
    const count = takeProfitTicks === undefined || stopLossTicks === undefined ? 1 : 2;
    if (trader.openOrders + count > MAX_OPEN_ORDERS) return 'too_many_open_orders';
    return this.#ledger.covers(trader.base, lots * listed.baseMinorPerLot)
      ? null
      : 'insufficient_sellable_balance';
  }

  #place(market: SpotMarket, parent: OpenOrder, lots: number): Placed {
    const { listed } = market;
    const { takeProfitTicks, stopLossTicks, stopLossPriceTicks } = parent.instructions!;
    const now = listed.triggerSourceE8();
    const isPast = stopLossTicks !== undefined && now !== 0 && stopLossTicks * listed.tickE8 >= now;
    const takesProfit = takeProfitTicks !== undefined && !isPast;
    const limit = takesProfit ? this.#create(parent, lots, { priceTicks: takeProfitTicks }) : null;
    if (limit !== null) this.#keeper.freeze(limit, lots * listed.baseMinorPerLot);
    if (stopLossTicks === undefined) return { limit, fired: null };
    if (limit !== null) this.#keeper.keep(limit);
    const stop = this.#create(parent, lots, {
      orderType: stopLossPriceTicks === undefined ? 'stopMarket' : 'stopLimit',
      priceTicks: stopLossPriceTicks ?? null,
      triggerTicks: stopLossTicks,
      instructions: { triggerDirection: 'falls' },
    });
    stop.triggerDirection = 'falls';
    if (limit === null) this.#keeper.freeze(stop, lots * listed.baseMinorPerLot);
    if (isPast) return { limit: null, fired: stop };
    this.#keeper.keep(stop);
    market.watchOf(stop).add(stop);
    if (limit !== null) this.#links.link(limit, stop);
    return { limit, fired: null };
  }

  #create(parent: OpenOrder, quantityLots: number, chosen: Partial<PlaceOrder>): OpenOrder {
    const { customerId, marketId } = parent.trader;
    const order = this.#keeper.create(parent.trader, ASK, {
      type: 'placeOrder',
      customerId,
      marketId,
      side: 'sell',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: null,
      quantityLots,
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
      ...chosen,
    });
    order.parentOrderId = parent.orderId;
    return order;
  }
}
