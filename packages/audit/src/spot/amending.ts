import { bandAround, referenceE8 } from '../markets.ts';
import { least } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import type { Market, World } from '../world.ts';
import {
  openLots,
  refuseBudget,
  refuseExitPrices,
  refusePrice,
  refuseQuantity,
  type Order,
  type Side,
} from './order.ts';
import { sourceE8, valueNow } from './source.ts';
import type { Trading } from './trading.ts';

interface AmendOrder {
  readonly customerId: number;
  readonly orderId: number;
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
}

/** What an order will be. */
type Figures = Pick<Order, 'price' | 'lots' | 'budget' | 'trigger'>;

/**
 * A waiting order gets other figures. One that only becomes smaller keeps its place and may be amended whenever it could be
 * cancelled; any other is judged like a new one, and queues again.
 */
export class Amending {
  readonly #world: World;
  readonly #trading: Trading;
  readonly #refuseNew: (customerId: number, market: Market, side: Side) => Refusal;

  constructor(
    world: World,
    trading: Trading,
    refuseNew: (customerId: number, market: Market, side: Side) => Refusal,
  ) {
    this.#world = world;
    this.#trading = trading;
    this.#refuseNew = refuseNew;
  }

  amend(command: AmendOrder): Refusal {
    const order = this.#trading.waiting.get(command.orderId);
    if (order === undefined) {
      const wasPlaced = command.orderId >= 1 && command.orderId <= this.#trading.lastOrderId;
      return wasPlaced ? 'order_not_open' : 'unknown_order';
    }
    if (order.customerId !== command.customerId) return 'unknown_order';
    const { market, side, customerId } = order;
    if (market.status === 'halted' && market.halt === null) return 'market_halted';
    const refusal = refuseFigures(order, command);
    if (refusal !== null) return refusal;
    if (order.other !== null) return 'order_is_linked';
    const figures = figuresOf(order, command);
    const isSmaller = order.resting !== null && figures.price === order.price && figures.lots! < order.lots!;
    if (isSmaller) return this.#shrink(order, figures.lots!);
    const refused =
      this.#refuseNew(customerId, market, side) ??
      (order.orderType === 'trailingStop'
        ? this.#refuseTrailing(order, figures)
        : order.resting === null
          ? this.#refuseStop(order, figures)
          : this.#refuseLimit(order, figures));
    if (refused !== null) return refused;
    const book = this.#trading.book(market);
    const { resting } = order;
    book.remove(order);
    const frozen = frozenFor(order, figures);
    Object.assign(order, figures);
    this.#trading.refreeze(order, frozen);
    order.keptMakerPpm = Infinity;
    order.keptTakerPpm = Infinity;
    if (resting === null) book.addStop(order);
    else this.#trading.runLimit(order);
    this.#trading.runFired();
    return null;
  }

  #shrink(order: Order, lots: bigint): Refusal {
    const { terms } = order.market;
    if (order.price! * lots * terms.quoteMinorPerTickLot < terms.minNotionalMinor)
      return 'below_min_notional';
    const frozen = frozenFor(order, { ...order, lots });
    order.lots = lots;
    order.resting!.lots = least(order.resting!.lots, openLots(order));
    this.#trading.refreeze(order, frozen);
    return null;
  }

  #refuseLimit(order: Order, figures: Figures): Refusal {
    const { market, side } = order;
    const { terms } = market;
    const price = figures.price!;
    const { lowest, highest } = bandAround(market, referenceE8(market));
    if (price * figures.lots! * terms.quoteMinorPerTickLot < terms.minNotionalMinor)
      return 'below_min_notional';
    if (price < lowest || price > highest) return 'price_out_of_band';
    const poor = this.#refuseFunds(order, frozenFor(order, figures));
    if (poor !== null) return poor;
    return order.postOnly && this.#trading.book(market).crosses(side, price) ? 'post_only_would_take' : null;
  }

  #refuseStop(order: Order, figures: Figures): Refusal {
    const { market } = order;
    const { terms } = market;
    const { price, lots, budget } = figures;
    const trigger = figures.trigger!;
    const triggerE8 = trigger * terms.tickE8;
    const now = sourceE8(market, order);
    if (now !== 0n && (order.rises ? triggerE8 <= now : triggerE8 >= now)) return 'trigger_would_fire';
    const value = budget ?? (price ?? trigger) * lots! * terms.quoteMinorPerTickLot;
    if (value < terms.minNotionalMinor) return 'below_min_notional';
    const { lowest, highest } = bandAround(market, triggerE8);
    if (price !== null && (price < lowest || price > highest)) return 'price_out_of_band';
    return this.#refuseFunds(order, frozenFor(order, figures));
  }

  #refuseTrailing(order: Order, figures: Figures): Refusal {
    const value = figures.budget ?? valueNow(order.market, order, figures.lots!);
    if (value < order.market.terms.minNotionalMinor) return 'below_min_notional';
    return this.#refuseFunds(order, frozenFor(order, figures));
  }

  #refuseFunds({ market, side, customerId, frozen }: Order, needed: bigint): Refusal {
    const currency = side === 'buy' ? market.quote.id : market.base.id;
    if (frozen + this.#world.books.available(customerId, 'spot', currency) >= needed || needed <= frozen)
      return null;
    return side === 'buy' ? 'insufficient_balance' : 'insufficient_sellable_balance';
  }
}

/** Whether the order has such figures, and they are other ones, within the market's limits. */
function refuseFigures(order: Order, command: AmendOrder): Refusal {
  const { market } = order;
  const { priceTicks, quantityLots, budgetMinor, triggerTicks } = command;
  if (priceTicks !== null) {
    const refusal = order.price === null ? 'invalid_order' : refusePrice(priceTicks, market);
    if (refusal !== null) return refusal;
  }
  if (triggerTicks !== null) {
    const refusal =
      order.resting !== null || order.orderType === 'trailingStop'
        ? 'invalid_order'
        : refusePrice(triggerTicks, market);
    if (refusal !== null) return refusal;
  }
  if (quantityLots !== null) {
    const refusal = order.lots === null ? 'invalid_order' : refuseQuantity(quantityLots, market);
    if (refusal !== null) return refusal;
    if (BigInt(quantityLots) <= order.lots! - openLots(order)) return 'amend_below_filled';
  }
  if (budgetMinor !== null) {
    const refusal = order.budget === null ? 'invalid_order' : refuseBudget(budgetMinor);
    if (refusal !== null) return refusal;
  }
  const { price, lots, budget, trigger } = figuresOf(order, command);
  const isSame =
    price === order.price && lots === order.lots && budget === order.budget && trigger === order.trigger;
  if (isSame) return 'amend_changes_nothing';
  const visible = order.asks.visibleLots;
  if (visible !== undefined && lots! > BigInt(visible) * 10n) return 'invalid_order';
  return refuseExitPrices({ ...order, price, trigger });
}

function figuresOf(order: Order, command: AmendOrder): Figures {
  const { priceTicks, quantityLots, budgetMinor, triggerTicks } = command;
  return {
    price: priceTicks === null ? order.price : BigInt(priceTicks),
    lots: quantityLots === null ? order.lots : BigInt(quantityLots),
    budget: budgetMinor ?? order.budget,
    trigger: triggerTicks === null ? order.trigger : BigInt(triggerTicks),
  };
}

function frozenFor(order: Order, { price, lots, budget }: Figures): bigint {
  if (budget !== null) return budget;
  const { terms } = order.market;
  const open = openLots({ ...order, lots });
  return order.side === 'buy' ? price! * open * terms.quoteMinorPerTickLot : open * terms.baseMinorPerLot;
}
