import type { ListedMarket } from '../market/listed-market.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { PlaceOrder } from './command.ts';
import { MAX_TRAIL_PPM, MIN_TRAIL_PPM } from './formulas.ts';
import {
  rests,
  SELF_TRADE_MODES,
  TIMES_IN_FORCE,
  TRIGGER_DIRECTIONS,
  type OrderInstructions,
} from './order.ts';

const CLIENT_ORDER_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** Whether an order is valid by itself: the right fields for its type, each within the market's limits. */
export function validateOrder(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.side !== 'buy' && order.side !== 'sell') return refuse('invalid_order', 'side');
  const { timeInForce, clientOrderId } = order;
  if (!TIMES_IN_FORCE.includes(timeInForce)) return refuse('invalid_order', 'time_in_force');
  if (typeof order.postOnly !== 'boolean') return refuse('invalid_order', 'post_only');
  if (clientOrderId !== null && !(typeof clientOrderId === 'string' && CLIENT_ORDER_ID.test(clientOrderId))) {
    return refuse('invalid_order', 'client_order_id');
  }
  const instructed =
    order.instructions === undefined ? null : validateInstructions(order, order.instructions);
  if (instructed !== null) return instructed;
  if (timeInForce === 'GTD' && order.instructions?.expiresAtMs === undefined) {
    return refuse('invalid_order', 'expires_at_ms');
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
    case 'trailingStop':
      if (order.instructions?.trail === undefined) return refuse('invalid_order', 'trail');
      return (
        (order.triggerTicks === null ? null : validatePrice(order.triggerTicks, 'trigger', market)) ??
        validateStopMarket(order, market)
      );
    case 'stopMarket':
      return validateTrigger(order, market) ?? validateStopMarket(order, market);
    default:
      order.orderType satisfies never;
      return refuse('invalid_order', 'order_type');
  }
}

/** By name; what is not here is unknown and refused. */
const INSTRUCTIONS: {
  readonly [N in keyof Required<OrderInstructions>]: (value: unknown, order: PlaceOrder) => boolean;
} = {
  triggerDirection: (value, { orderType }) =>
    (orderType === 'stopLimit' || orderType === 'stopMarket') && TRIGGER_DIRECTIONS.includes(value as never),
  selfTrade: value => SELF_TRADE_MODES.includes(value as never),
  ifUnfillable: value => value === 'expire',
  expiresAtMs: (value, { timeInForce }) =>
    timeInForce === 'GTD' && isIntegerWithin(value, 1, Number.MAX_SAFE_INTEGER),
  guarded: value => value === true,
  triggerSource: (value, { orderType }) =>
    value === 'index' && orderType !== 'limit' && orderType !== 'market',
  trail: (value, { orderType }) => orderType === 'trailingStop' && isTrail(value),
};

function isTrail(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { by, distance, ...others } = value as Partial<Record<string, unknown>>;
  if (Object.keys(others).length > 0) return false;
  return by === 'ticks'
    ? isIntegerWithin(distance, 1, Number.MAX_SAFE_INTEGER)
    : by === 'ppm' && isIntegerWithin(distance, MIN_TRAIL_PPM, MAX_TRAIL_PPM);
}

function validateInstructions(order: PlaceOrder, instructions: unknown): Refusal | null {
  if (typeof instructions !== 'object' || instructions === null)
    return refuse('invalid_order', 'instructions');
  for (const [name, value] of Object.entries(instructions)) {
    const isValid =
      Object.hasOwn(INSTRUCTIONS, name) && INSTRUCTIONS[name as keyof OrderInstructions](value, order);
    if (!isValid) return refuse('invalid_order', snake(name));
  }
  return null;
}

/** A field's name on the wire; strange names are cut, because a refusal is kept. */
function snake(name: string): string {
  return name.slice(0, 40).replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

function validateLimit(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.budgetMinor !== null) return refuse('invalid_order', 'budget');
  if (order.postOnly && !rests(order.timeInForce)) return refuse('invalid_order', 'post_only');
  if (order.priceTicks === null) return refuse('price_required', 'price');
  return validatePrice(order.priceTicks, 'price', market) ?? validateQuantity(order.quantityLots, market);
}

function validateMarket(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.priceTicks !== null) return refuse('invalid_order', 'price');
  if (order.postOnly) return refuse('invalid_order', 'post_only');
  if (order.timeInForce === 'GTD' && order.orderType === 'market')
    return refuse('invalid_order', 'time_in_force');
  if (order.budgetMinor === null) return validateQuantity(order.quantityLots, market);
  if (order.side === 'sell' || order.quantityLots !== null) return refuse('invalid_order', 'budget');
  return validateBudget(order.budgetMinor);
}

function validateStopMarket(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.side === 'buy' && order.budgetMinor === null) return refuse('budget_required', 'budget');
  return validateMarket(order, market);
}

function validateTrigger(order: PlaceOrder, market: ListedMarket): Refusal | null {
  if (order.triggerTicks === null) return refuse('trigger_required', 'trigger');
  return validatePrice(order.triggerTicks, 'trigger', market);
}

export function validatePrice(
  ticks: number,
  field: 'price' | 'trigger',
  market: ListedMarket,
): Refusal | null {
  return isIntegerWithin(ticks, 1, market.maxPriceTicks) ? null : refuse('invalid_price', field);
}

export function validateQuantity(lots: number | null, market: ListedMarket): Refusal | null {
  if (!isIntegerWithin(lots, 1, Number.MAX_SAFE_INTEGER)) return refuse('invalid_quantity', 'quantity');
  return lots > market.maxQuantityLots ? refuse('quantity_too_large', 'quantity') : null;
}

export function validateBudget(budgetMinor: bigint): Refusal | null {
  if (typeof budgetMinor !== 'bigint' || budgetMinor <= 0n) return refuse('invalid_amount', 'budget');
  return budgetMinor > BigInt(Number.MAX_SAFE_INTEGER) ? refuse('amount_too_large', 'budget') : null;
}
