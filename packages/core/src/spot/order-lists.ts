import { ASK, BID } from '../book/side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkFunds, checkMinNotional, checkOpenOrders, checkPriceBand, checkStop } from './admission.ts';
import type { PlaceOrder, PlaceOrderList } from './command.ts';
import { neededMinor, type LinkedOrders } from './linked-orders.ts';
import type { Trader } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { SpotMarket } from './spot-market.ts';
import { sourceE8 } from './trigger-source.ts';
import { validateOrder } from './validate-order.ts';

/** The two orders of a list, as if each were placed alone. */
interface Legs {
  readonly limit: PlaceOrder;
  readonly stop: PlaceOrder;
}

const OF_BOTH: readonly string[] = ['selfTrade', 'guarded', 'expiresAtMs', 'triggerSource'];

/** Whether an order list is valid by itself. */
export function validateList(command: PlaceOrderList, listed: ListedMarket): Refusal | null {
  const { side, priceTicks, triggerTicks, instructions } = command;
  if (instructions !== undefined && (typeof instructions !== 'object' || instructions === null))
    return refuse('invalid_order', 'instructions');
  const isUnknown = Object.keys(instructions ?? {}).some(name => !OF_BOTH.includes(name));
  if (isUnknown) return refuse('invalid_order', 'instructions');
  const { limit, stop } = legsOf(command);
  const refusal = validateOrder(limit, listed) ?? ofStop(validateOrder(stop, listed));
  if (refusal !== null) return refusal;
  const isOrdered = side === 'sell' ? triggerTicks < priceTicks : triggerTicks > priceTicks;
  return isOrdered ? null : refuse('invalid_order', 'trigger');
}

/** Places order lists that are valid by themselves; with `execute` false they are only checked. */
export class OrderLists {
  readonly #ledger: Ledger;
  readonly #keeper: OpenOrders;
  readonly #links: LinkedOrders;

  constructor(ledger: Ledger, keeper: OpenOrders, links: LinkedOrders) {
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#links = links;
  }

  place(market: SpotMarket, trader: Trader, command: PlaceOrderList, execute: boolean): Refusal | null {
    const { listed } = market;
    const legs = legsOf(command);
    const side = command.side === 'buy' ? BID : ASK;
    const { quantityLots, priceTicks } = command;
    const direction = command.side === 'buy' ? 'rises' : 'falls';
    const limitNeeds = neededMinor(listed, { side, priceTicks, budgetMinor: null }, quantityLots);
    const stopNeeds = neededMinor(listed, { ...legs.stop, side }, quantityLots);
    const nowE8 = sourceE8(listed, { instructions: legs.stop.instructions ?? null });
    const refusal =
      this.#refuseNames(command) ??
      this.#refuseDate(command) ??
      checkMinNotional(listed, listed.valueMinor(priceTicks, quantityLots), 'quantity') ??
      checkPriceBand(listed, priceTicks) ??
      ofStop(checkStop(listed, legs.stop, direction, nowE8)) ??
      checkOpenOrders(trader, 2) ??
      checkFunds(this.#ledger, listed, trader, side, Math.max(limitNeeds, stopNeeds));
    if (refusal !== null) return refusal;
    if (market.book.crosses(side, priceTicks)) return refuse('post_only_would_take', 'price');
    if (!execute) return null;
    const limit = this.#keeper.create(trader, side, legs.limit);
    this.#keeper.freeze(limit, limitNeeds);
    market.rest(limit, quantityLots);
    this.#keeper.keep(limit);
    const stop = this.#keeper.create(trader, side, legs.stop);
    stop.triggerDirection = direction;
    this.#keeper.keep(stop);
    market.watchOf(stop).add(stop);
    this.#links.link(limit, stop);
    return null;
  }

  #refuseNames({ customerId, clientOrderId, stopClientOrderId }: PlaceOrderList): Refusal | null {
    const isTaken = (name: string | null): boolean => name !== null && this.#keeper.hasName(customerId, name);
    if (isTaken(clientOrderId)) return refuse('duplicate_client_order_id', 'client_order_id');
    return stopClientOrderId !== null && (stopClientOrderId === clientOrderId || isTaken(stopClientOrderId))
      ? refuse('duplicate_client_order_id', 'stop_client_order_id')
      : null;
  }

  #refuseDate({ instructions }: PlaceOrderList): Refusal | null {
    const expiresAtMs = instructions?.expiresAtMs;
    return expiresAtMs !== undefined && expiresAtMs <= this.#keeper.nowMs
      ? refuse('expiry_in_past', 'expires_at_ms')
      : null;
  }
}

function legsOf(command: PlaceOrderList): Legs {
  const { customerId, marketId, side, quantityLots, priceTicks, triggerTicks, stopPriceTicks } = command;
  const { budgetMinor, clientOrderId, stopClientOrderId, instructions = {} } = command;
  const { triggerSource: _, ...ofBoth } = instructions;
  const timeInForce = instructions.expiresAtMs === undefined ? 'GTC' : 'GTD';
  const common = { type: 'placeOrder', customerId, marketId, side, timeInForce } as const;
  const triggerDirection = side === 'buy' ? 'rises' : 'falls';
  return {
    limit: {
      ...common,
      orderType: 'limit',
      postOnly: true,
      priceTicks,
      quantityLots,
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId,
      ...(Object.keys(ofBoth).length === 0 ? {} : { instructions: ofBoth }),
    },
    stop: {
      ...common,
      orderType: stopPriceTicks === null ? 'stopMarket' : 'stopLimit',
      postOnly: false,
      priceTicks: stopPriceTicks,
      quantityLots: budgetMinor === null ? quantityLots : null,
      budgetMinor,
      triggerTicks,
      clientOrderId: stopClientOrderId,
      instructions: { ...instructions, triggerDirection },
    },
  };
}

/** The stop's fields have other names in the list. */
function ofStop(refusal: Refusal | null): Refusal | null {
  if (refusal?.field === 'price') return { ...refusal, field: 'stop_price' };
  return refusal?.field === 'client_order_id' ? { ...refusal, field: 'stop_client_order_id' } : refusal;
}
