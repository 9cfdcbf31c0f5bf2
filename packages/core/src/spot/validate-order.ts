import type { ListedMarket } from '../market/listed-market.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { PlaceOrder } from './command.ts';

const MAX_CLIENT_ORDER_ID = 64;

/** Whether an order is valid by itself: the right fields for its type, each within the market's limits. */
export function validateOrder(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.side !== 'buy' && order.side !== 'sell') return refuse('invalid_order', 'side');
  const { timeInForce, clientOrderId } = order;
  if (timeInForce !== 'GTC' && timeInForce !== 'IOC' && timeInForce !== 'FOK') {
    return refuse('invalid_order', 'time_in_force');
  }
  if (typeof order.postOnly !== 'boolean') return refuse('invalid_order', 'post_only');
  if (clientOrderId !== null) {
    if (
      typeof clientOrderId !== 'string' ||
      clientOrderId === '' ||
      clientOrderId.length > MAX_CLIENT_ORDER_ID
    ) {
      return refuse('invalid_order', 'client_order_id');
    }
  }
  switch (order.orderType) {
    case 'limit':
      if (order.triggerTicks !== null) return refuse('invalid_order', 'trigger');
      return validateLimit(order, market);
    case 'market':
      if (order.triggerTicks !== null) return refuse('invalid_order', 'trigger');
      return validateMarket(order, market);
    case 'stopLimit':
      return validateTrigger(order, market) ?? validateLimit(order, market);
    case 'stopMarket':
      return validateTrigger(order, market) ?? validateStopMarket(order, market);
    default:
      order.orderType satisfies never;
      return refuse('invalid_order', 'order_type');
  }
}

function validateLimit(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.budgetMinor !== null) return refuse('invalid_order', 'budget');
  if (order.postOnly && order.timeInForce !== 'GTC') return refuse('invalid_order', 'post_only');
  if (order.priceTicks === null) return refuse('price_required', 'price');
  if (!isIntegerWithin(order.priceTicks, 1, market.maxPriceTicks)) return refuse('invalid_price', 'price');
  return validateQuantity(order, market);
}

function validateMarket(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.priceTicks !== null) return refuse('invalid_order', 'price');
  if (order.postOnly) return refuse('invalid_order', 'post_only');
  if (order.budgetMinor === null) return validateQuantity(order, market);
  if (order.side === 'sell' || order.quantityLots !== null) return refuse('invalid_order', 'budget');
  return validateBudget(order.budgetMinor);
}

function validateStopMarket(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.side === 'buy' && order.budgetMinor === null) return refuse('budget_required', 'budget');
  return validateMarket(order, market);
}

function validateTrigger(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.triggerTicks === null) return refuse('trigger_required', 'trigger');
  return isIntegerWithin(order.triggerTicks, 1, market.maxPriceTicks)
    ? null
    : refuse('invalid_price', 'trigger');
}

function validateQuantity(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (!isIntegerWithin(order.quantityLots, 1, Number.MAX_SAFE_INTEGER))
    return refuse('invalid_quantity', 'quantity');
  return order.quantityLots > market.maxQuantityLots ? refuse('quantity_too_large', 'quantity') : null;
}

function validateBudget(budgetMinor: bigint): Refusal | null {
  if (typeof budgetMinor !== 'bigint' || budgetMinor <= 0n) return refuse('invalid_amount', 'budget');
  return budgetMinor > BigInt(Number.MAX_SAFE_INTEGER) ? refuse('amount_too_large', 'budget') : null;
}
