import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SELF_TRADE_MODES } from '../spot/order.ts';
import { isClientOrderId, validateInstructions, type InstructionRules } from '../spot/validate-order.ts';
import type { PlacePerpetualOrder } from './command.ts';
import { CONTRACT_TIMES_IN_FORCE, mayWait, type ContractInstructions } from './instructions.ts';
import type { PerpetualContract } from './terms.ts';

/** Longest name of orders without instructions. */
const MAX_OLD_NAME = 64;

/** An order whose leverage is known. */
export type DecidedOrder = PlacePerpetualOrder & { readonly multiple: number };

/** Whether an order is valid by itself: the right fields for its type, each within the contract's limits. */
export function validateOrder(order: DecidedOrder, contract: PerpetualContract): Refusal | null {
  const { side, orderType, postOnly, clientOrderId, priceTicks, worstPriceTicks } = order;
  if (side !== 'long' && side !== 'short') return refuse('invalid_order', 'side');
  if (orderType !== 'limit' && orderType !== 'market') return refuse('invalid_order', 'order_type');
  if (order.reduceOnly !== undefined && typeof order.reduceOnly !== 'boolean') {
    return refuse('invalid_order', 'reduce_only');
  }
  if (typeof postOnly !== 'boolean') return refuse('invalid_order', 'post_only');
  const isName = order.instructions === undefined ? isOldName : isClientOrderId;
  if (!isName(clientOrderId)) return refuse('invalid_order', 'client_order_id');
  const asked = validateAsked(order);
  if (asked !== null) return asked;
  if (orderType === 'limit') {
    if (worstPriceTicks !== null) return refuse('invalid_order', 'worst_price');
    if (priceTicks === null) return refuse('price_required', 'price');
    if (!isPrice(priceTicks, contract)) return refuse('invalid_price', 'price');
  } else {
    if (priceTicks !== null) return refuse('invalid_order', 'price');
    if (postOnly) return refuse('invalid_order', 'post_only');
    const refusal = validateWorstPrice(worstPriceTicks, contract);
    if (refusal !== null) return refusal;
  }
  const refusal =
    validateLots(order.lots, contract.maxOrderLots) ??
    validateStop(order.takeProfitTicks, contract, 'take_profit') ??
    validateStop(order.stopLossTicks, contract, 'stop_loss');
  return refusal ?? validateMultiple(order.multiple, contract);
}

/** Names of orders without instructions may be anything, and used more than once. */
function isOldName(name: unknown): boolean {
  return name === null || (typeof name === 'string' && name !== '' && name.length <= MAX_OLD_NAME);
}

/** Any whole number up to the largest on offer; the list itself is what apps offer to choose from. */
export function validateMultiple(multiple: number, { multiples }: PerpetualContract): Refusal | null {
  return isIntegerWithin(multiple, 1, multiples.at(-1)!) ? null : refuse('multiple_not_offered', 'multiple');
}

export function validateWorstPrice(priceTicks: number | null, contract: PerpetualContract): Refusal | null {
  return priceTicks === null || isPrice(priceTicks, contract) ? null : refuse('invalid_price', 'worst_price');
}

export function validateStop(
  priceTicks: number | null,
  contract: PerpetualContract,
  field: 'take_profit' | 'stop_loss',
): Refusal | null {
  return priceTicks === null || isPrice(priceTicks, contract) ? null : refuse('invalid_price', field);
}

export function validateLots(lots: number, most: number): Refusal | null {
  if (!isIntegerWithin(lots, 1, Number.MAX_SAFE_INTEGER)) return refuse('invalid_lots', 'lots');
  return lots > most ? refuse('too_many_lots', 'lots', { maximum: most }) : null;
}

export function isPrice(priceTicks: number, contract: PerpetualContract): boolean {
  return isIntegerWithin(priceTicks, 1, contract.maxPriceTicks);
}

const RULES: InstructionRules<ContractInstructions, PlacePerpetualOrder> = {
  timeInForce: (value, { orderType }) =>
    CONTRACT_TIMES_IN_FORCE.includes(value as never) && (value !== 'GTD' || orderType === 'limit'),
  selfTrade: value => SELF_TRADE_MODES.includes(value as never),
  ifUnfillable: value => value === 'expire',
  expiresAtMs: (value, { instructions }) =>
    instructions?.timeInForce === 'GTD' && isIntegerWithin(value, 1, Number.MAX_SAFE_INTEGER),
  guarded: value => value === true,
};

/** Whether what the order asks for suits it. */
function validateAsked(order: PlacePerpetualOrder): Refusal | null {
  const { instructions, postOnly } = order;
  if (instructions === undefined) return null;
  const refusal = validateInstructions(RULES, order, instructions);
  if (refusal !== null) return refusal;
  const { timeInForce, expiresAtMs } = instructions;
  if (timeInForce === 'GTD' && expiresAtMs === undefined) return refuse('invalid_order', 'expires_at_ms');
  return postOnly && !mayWait(order) ? refuse('invalid_order', 'post_only') : null;
}
