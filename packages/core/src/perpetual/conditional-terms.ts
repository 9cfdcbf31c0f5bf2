import { isIntegerWithin } from '../money/integer.ts';
import { ceilDivide, divideWhole } from '../money/ppm.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { isTrail, isClientOrderId } from '../spot/validate-order.ts';
import type { PlaceConditionalOrder } from './command.ts';
import { directionOf } from './conditional-order.ts';
import { CONDITIONAL_EFFECTS, CONDITIONAL_KINDS, TRIGGER_SOURCES } from './conditional-view.ts';
import type { PerpetualContract } from './terms.ts';
import { isPrice, validateLots, validateMultiple } from './validate-order.ts';

/** Whether a conditional order is valid by itself: fields that fit each other, each within the contract's limits. */
export function validateConditional(
  command: PlaceConditionalOrder,
  contract: PerpetualContract,
): Refusal | null {
  const { side, effect, kind, orderType, triggerSource, clientOrderId, expiresAtMs, positionId } = command;
  if (side !== 'long' && side !== 'short') return refuse('invalid_order', 'side');
  if (!CONDITIONAL_EFFECTS.includes(effect)) return refuse('invalid_order', 'effect');
  if (!CONDITIONAL_KINDS.includes(kind)) return refuse('invalid_order', 'kind');
  if (orderType !== 'limit' && orderType !== 'market') return refuse('invalid_order', 'order_type');
  if (!TRIGGER_SOURCES.includes(triggerSource)) return refuse('invalid_order', 'trigger_source');
  if (!isClientOrderId(clientOrderId)) return refuse('invalid_order', 'client_order_id');
  if (expiresAtMs !== null && !isIntegerWithin(expiresAtMs, 1, Number.MAX_SAFE_INTEGER))
    return refuse('invalid_order', 'expires_at_ms');
  if (effect === 'open' && positionId !== null) return refuse('invalid_order', 'position_id');
  if (orderType === 'limit') {
    if (command.priceTicks === null) return refuse('price_required', 'price');
    if (!isPrice(command.priceTicks, contract)) return refuse('invalid_price', 'price');
  } else if (command.priceTicks !== null) return refuse('invalid_order', 'price');
  return (
    validateSize(command, contract) ??
    (command.trail === null ? validateStop(command, contract) : validateTrail(command, contract))
  );
}

function validateSize(
  { effect, lots, multiple }: PlaceConditionalOrder,
  contract: PerpetualContract,
): Refusal | null {
  if (effect === 'reduce') {
    if (multiple !== null) return refuse('invalid_order', 'multiple');
    return lots === null ? null : validateLots(lots, contract.maxOrderLots);
  }
  if (lots === null) return refuse('invalid_lots', 'lots');
  return (
    validateLots(lots, contract.maxOrderLots) ??
    (multiple === null ? null : validateMultiple(multiple, contract))
  );
}

function validateStop({ triggerTicks }: PlaceConditionalOrder, contract: PerpetualContract): Refusal | null {
  if (triggerTicks === null) return refuse('trigger_required', 'trigger');
  return isPrice(triggerTicks, contract) ? null : refuse('invalid_price', 'trigger');
}

/** Only stops trail: a take-profit is reached by the price itself. */
function validateTrail(
  { trail, kind, triggerTicks }: PlaceConditionalOrder,
  contract: PerpetualContract,
): Refusal | null {
  if (!isTrail(trail)) return refuse('invalid_order', 'trail');
  if (kind !== 'stop') return refuse('invalid_order', 'kind');
  return triggerTicks === null || isPrice(triggerTicks, contract) ? null : refuse('invalid_price', 'trigger');
}

/**
 * Whether the trigger lies ahead of the watched price (1e-8 quote units), and from which price on a trailing one follows:
 * null if it waits for its activation, or does not trail.
 */
export function startOf(
  command: PlaceConditionalOrder,
  nowE8: number,
  tickE8: number,
): { readonly refusal: Refusal } | { readonly extremeTicks: number | null } {
  const { trail, triggerTicks, side } = command;
  const sells = side === 'short';
  if (trail === null) {
    const triggerE8 = triggerTicks! * tickE8;
    const isPast = directionOf(command) === 'rises' ? triggerE8 <= nowE8 : triggerE8 >= nowE8;
    return isPast ? { refusal: refuse('trigger_would_fire', 'trigger') } : { extremeTicks: null };
  }
  const nowTicks = sells ? divideWhole(nowE8, tickE8) : ceilDivide(nowE8, tickE8);
  // A sale that never could fire.
  if (trail.by === 'ticks' && sells && trail.distance >= (triggerTicks ?? nowTicks))
    return { refusal: refuse('invalid_order', 'trail') };
  const follows = triggerTicks === null || (sells ? nowTicks >= triggerTicks : nowTicks <= triggerTicks);
  return { extremeTicks: follows ? nowTicks : null };
}
