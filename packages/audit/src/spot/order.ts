import { isAmount, isWhole, MAX_SAFE } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import type { Market, Resting } from '../world.ts';

export type Side = 'buy' | 'sell';

/** An order as submitted: fields as in the journal. */
export interface PlaceOrder {
  readonly type: 'placeOrder';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly orderType: 'limit' | 'market' | 'stopLimit' | 'stopMarket';
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  readonly postOnly: boolean;
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
  readonly clientOrderId: string | null;
}

/** What an order wants. */
export interface Wanted {
  readonly customerId: number;
  readonly side: Side;
  readonly orderType: PlaceOrder['orderType'];
  readonly timeInForce: PlaceOrder['timeInForce'];
  readonly postOnly: boolean;
  readonly price: bigint | null;
  readonly lots: bigint | null;
  readonly budget: bigint | null;
  readonly trigger: bigint | null;
}

/** An order being executed or waiting. */
export interface Order extends Wanted {
  readonly orderId: number;
  readonly market: Market;
  readonly placedAtMs: number;
  triggered: boolean;
  filledLots: bigint;
  filledQuote: bigint;
  fee: bigint;
  frozen: bigint;
  /** Upper bounds of its fees, from before they rose while it waited. */
  keptMakerPpm: number;
  keptTakerPpm: number;
  /** Its rest in the book; null: not in the book. */
  resting: RestingOrder | null;
}

export interface RestingOrder extends Resting {
  readonly order: Order;
}

export function wantedBy(command: PlaceOrder): Wanted {
  const { customerId, side, orderType, timeInForce, postOnly, budgetMinor } = command;
  return {
    customerId,
    side,
    orderType,
    timeInForce,
    postOnly,
    price: whole(command.priceTicks),
    lots: whole(command.quantityLots),
    budget: budgetMinor,
    trigger: whole(command.triggerTicks),
  };
}

function whole(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}

/** Whether the order has the fields of its type, each within the market's limits. */
export function refuseForm(order: PlaceOrder, market: Market): Refusal {
  const { side, timeInForce, postOnly, clientOrderId, triggerTicks, orderType } = order;
  const isFormed =
    (side === 'buy' || side === 'sell') &&
    ['GTC', 'IOC', 'FOK'].includes(timeInForce) &&
    typeof postOnly === 'boolean' &&
    (clientOrderId === null ||
      (typeof clientOrderId === 'string' && clientOrderId !== '' && clientOrderId.length <= 64));
  if (!isFormed) return 'invalid_order';
  if (orderType === 'stopLimit' || orderType === 'stopMarket') {
    if (triggerTicks === null) return 'trigger_required';
    if (!isWhole(triggerTicks, 1, Number(market.terms.maxPriceTicks))) return 'invalid_price';
    if (orderType === 'stopLimit') return refuseLimit(order, market);
    return side === 'buy' && order.budgetMinor === null ? 'budget_required' : refuseMarket(order, market);
  }
  if (triggerTicks !== null) return 'invalid_order';
  if (orderType === 'limit') return refuseLimit(order, market);
  return orderType === 'market' ? refuseMarket(order, market) : 'invalid_order';
}

function refuseLimit(order: PlaceOrder, market: Market): Refusal {
  const { budgetMinor, postOnly, timeInForce, priceTicks } = order;
  if (budgetMinor !== null || (postOnly && timeInForce !== 'GTC')) return 'invalid_order';
  if (priceTicks === null) return 'price_required';
  if (!isWhole(priceTicks, 1, Number(market.terms.maxPriceTicks))) return 'invalid_price';
  return refuseQuantity(order, market);
}

function refuseMarket(order: PlaceOrder, market: Market): Refusal {
  const { priceTicks, postOnly, budgetMinor, side, quantityLots } = order;
  if (priceTicks !== null || postOnly) return 'invalid_order';
  if (budgetMinor === null) return refuseQuantity(order, market);
  if (side === 'sell' || quantityLots !== null) return 'invalid_order';
  if (!isAmount(budgetMinor)) return 'invalid_amount';
  return budgetMinor > MAX_SAFE ? 'amount_too_large' : null;
}

function refuseQuantity({ quantityLots }: PlaceOrder, { terms }: Market): Refusal {
  if (!isWhole(quantityLots, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_quantity';
  return BigInt(quantityLots) > terms.maxQuantityLots ? 'quantity_too_large' : null;
}
