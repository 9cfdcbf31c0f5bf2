import { ASK, BID, oppositeOf, type BookSide } from '../book/side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ceilDivide, divideWhole } from '../money/ppm.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import {
  belowMinNotional,
  checkFunds,
  checkMinNotional,
  checkOpenOrders,
  checkPriceBand,
  checkStop,
  stopValueMinor,
} from './admission.ts';
import type { PlaceOrder } from './command.ts';
import { fillsWhole, type Execution } from './execution.ts';
import type { Trader } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import { rests } from './order.ts';
import type { SpotMarket } from './spot-market.ts';
import { sourceE8, valueNow } from './trigger-source.ts';

/** What places orders that are valid by themselves. */
export interface Placer<C> {
  readonly place: (market: SpotMarket, trader: Trader, command: C, execute: boolean) => Refusal | null;
}

/**
 * Places orders that are valid by themselves. Each is checked in full before anything changes; with `execute` false it is
 * only checked.
 */
export class Placing {
  readonly #ledger: Ledger;
  readonly #keeper: OpenOrders;
  readonly #execution: Execution;

  constructor(ledger: Ledger, keeper: OpenOrders, execution: Execution) {
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#execution = execution;
  }

  place(market: SpotMarket, trader: Trader, command: PlaceOrder, execute: boolean): Refusal | null {
    const { clientOrderId } = command;
    if (clientOrderId !== null && this.#keeper.hasName(trader.customerId, clientOrderId)) {
      return refuse('duplicate_client_order_id', 'client_order_id');
    }
    const expiresAtMs = command.instructions?.expiresAtMs;
    if (expiresAtMs !== undefined && expiresAtMs <= this.#keeper.nowMs) {
      return refuse('expiry_in_past', 'expires_at_ms');
    }
    const side = command.side === 'buy' ? BID : ASK;
    if (command.orderType === 'trailingStop')
      return this.#placeTrailing(market, trader, side, command, execute);
    if (command.triggerTicks !== null)
      return this.#placeStop(market, trader, side, command, command.triggerTicks, execute);
    return command.orderType === 'limit'
      ? this.#placeLimit(market, trader, side, command, execute)
      : this.#placeMarket(market, trader, side, command, execute);
  }

  #placeLimit(
    market: SpotMarket,
    trader: Trader,
    side: BookSide,
    command: PlaceOrder,
    execute: boolean,
  ): Refusal | null {
    const { listed } = market;
    const priceTicks = command.priceTicks!;
    const quantityLots = command.quantityLots!;
    const valueMinor = listed.valueMinor(priceTicks, quantityLots);
    const { timeInForce } = command;
    const frozenMinor = side === BID ? valueMinor : quantityLots * listed.baseMinorPerLot;
    const refusal =
      checkMinNotional(listed, valueMinor, 'quantity') ??
      checkPriceBand(listed, priceTicks) ??
      (rests(timeInForce) ? checkOpenOrders(trader) : null) ??
      checkFunds(this.#ledger, listed, trader, side, frozenMinor);
    if (refusal !== null) return refusal;
    if (command.postOnly && market.book.crosses(side, priceTicks))
      return refuse('post_only_would_take', 'price');
    if (timeInForce === 'FOK') {
      const instructions = command.instructions ?? null;
      const wanted = { trader, side, priceTicks, quantityLots, budgetMinor: null, instructions };
      if (!fillsWhole(this.#execution.lookLimit(market, wanted)))
        return this.#getNothing(market, trader, side, command, execute, 'fill_or_kill_unfillable');
    }
    if (!execute) return null;
    const order = this.#keeper.create(trader, side, command);
    this.#keeper.freeze(order, frozenMinor);
    this.#execution.runLimit(market, order);
    return null;
  }

  #placeMarket(
    market: SpotMarket,
    trader: Trader,
    side: BookSide,
    command: PlaceOrder,
    execute: boolean,
  ): Refusal | null {
    const { listed, book } = market;
    const { quantityLots, budgetMinor } = command;
    const bestTicks = book.bestPrice(oppositeOf(side));
    if (quantityLots === null) {
      const budget = Number(budgetMinor);
      const refusal =
        checkMinNotional(listed, budget, 'budget') ?? checkFunds(this.#ledger, listed, trader, side, budget);
      if (refusal !== null) return refusal;
    } else {
      // Valued at the reference price, so that a thin book cannot change the minimum.
      const reference = listed.referencePriceTicks() ?? bestTicks;
      const valueMinor = listed.valueMinor(Math.min(reference, listed.maxPriceTicks), quantityLots);
      if (bestTicks === 0) return this.#getNothing(market, trader, side, command, execute, 'no_liquidity');
      const refusal = checkMinNotional(listed, valueMinor, 'quantity');
      if (refusal !== null) return refusal;
    }
    const taking = this.#execution.lookMarket(market, {
      trader,
      side,
      priceTicks: null,
      quantityLots,
      budgetMinor,
      instructions: command.instructions ?? null,
    });
    if (taking.lots === 0 && taking.end === 'book')
      return this.#getNothing(market, trader, side, command, execute, 'no_liquidity');
    if (taking.lots === 0 && taking.end === 'budget') {
      return belowMinNotional(listed, listed.valueMinor(bestTicks, 1), 'budget');
    }
    if (command.timeInForce === 'FOK' && !fillsWhole(taking))
      return this.#getNothing(market, trader, side, command, execute, 'fill_or_kill_unfillable');
    const neededMinor = side === BID ? taking.valueMinor : quantityLots! * listed.baseMinorPerLot;
    const refusal = checkFunds(this.#ledger, listed, trader, side, neededMinor);
    if (refusal !== null || !execute) return refusal;
    const order = this.#keeper.create(trader, side, command);
    // Exactly what will be used, so that nothing stays frozen.
    this.#keeper.freeze(order, side === BID ? taking.valueMinor : taking.lots * listed.baseMinorPerLot);
    this.#execution.runMarket(market, order, taking);
    return null;
  }

  #placeStop(
    market: SpotMarket,
    trader: Trader,
    side: BookSide,
    command: PlaceOrder,
    triggerTicks: number,
    execute: boolean,
  ): Refusal | null {
    const { listed } = market;
    const nowE8 = sourceE8(listed, { instructions: command.instructions ?? null });
    // Without any price yet, a buy stop waits for a rise and a sell stop for a fall.
    const isAbove = nowE8 === 0 ? side === BID : triggerTicks * listed.tickE8 > nowE8;
    const direction = command.instructions?.triggerDirection ?? (isAbove ? 'rises' : 'falls');
    const frozenMinor =
      side === BID ? stopValueMinor(listed, command) : command.quantityLots! * listed.baseMinorPerLot;
    const refusal =
      checkStop(listed, command, direction, nowE8) ??
      checkOpenOrders(trader) ??
      checkFunds(this.#ledger, listed, trader, side, frozenMinor);
    if (refusal !== null || !execute) return refusal;
    const order = this.#keeper.create(trader, side, command);
    order.triggerDirection = direction;
    this.#keeper.freeze(order, frozenMinor);
    this.#keeper.keep(order);
    market.watchOf(order).add(order);
    return null;
  }

  #placeTrailing(
    market: SpotMarket,
    trader: Trader,
    side: BookSide,
    command: PlaceOrder,
    execute: boolean,
  ): Refusal | null {
    const { listed } = market;
    const { quantityLots, budgetMinor, triggerTicks } = command;
    const instructions = command.instructions!;
    const nowE8 = sourceE8(listed, { instructions });
    if (nowE8 === 0) return refuse('no_price_yet');
    const sells = side === ASK;
    const nowTicks = sells ? divideWhole(nowE8, listed.tickE8) : ceilDivide(nowE8, listed.tickE8);
    const { by, distance } = instructions.trail!;
    if (by === 'ticks' && sells && distance >= (triggerTicks ?? nowTicks))
      return refuse('invalid_order', 'trail');
    const valueMinor =
      budgetMinor === null ? valueNow(listed, { instructions }, quantityLots!) : Number(budgetMinor);
    const frozenMinor = sells ? quantityLots! * listed.baseMinorPerLot : valueMinor;
    const refusal =
      checkMinNotional(listed, valueMinor, budgetMinor === null ? 'quantity' : 'budget') ??
      checkOpenOrders(trader) ??
      checkFunds(this.#ledger, listed, trader, side, frozenMinor);
    if (refusal !== null || !execute) return refusal;
    const order = this.#keeper.create(trader, side, command);
    order.triggerDirection = sells ? 'falls' : 'rises';
    this.#keeper.freeze(order, frozenMinor);
    this.#keeper.keep(order);
    const follows = triggerTicks === null || (sells ? nowTicks >= triggerTicks : nowTicks <= triggerTicks);
    market.watchOf(order).add(order, follows ? nowTicks : null);
    return null;
  }

  /** What an order comes to that gets nothing: refused, or ended at once if it asked for that. Nothing was frozen for it. */
  #getNothing(
    { listed }: SpotMarket,
    trader: Trader,
    side: BookSide,
    command: PlaceOrder,
    execute: boolean,
    code: 'no_liquidity' | 'fill_or_kill_unfillable',
  ): Refusal | null {
    if (command.instructions?.ifUnfillable !== 'expire')
      return code === 'no_liquidity' ? refuse(code) : refuse(code, 'quantity');
    const sold = side === ASK ? command.quantityLots! * listed.baseMinorPerLot : 0;
    const refusal = checkFunds(this.#ledger, listed, trader, side, sold);
    if (refusal !== null) return refusal;
    if (execute) this.#execution.runNothing(this.#keeper.create(trader, side, command));
    return null;
  }
}
