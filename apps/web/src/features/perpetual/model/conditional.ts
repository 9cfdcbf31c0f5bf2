import { MAX_TRAIL_PPM, MIN_TRAIL_PPM } from '@tallystick/core/spot/formulas';
import type { CallInput } from '@tallystick/protocol';
import type { WireConditionalOrder, WireContract } from '@tallystick/protocol/wire';
import { compareDecimals } from '#lib/decimal.ts';
import { parseTicks, parseTyped } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';

export type ConditionalKind = 'stop' | 'takeProfit' | 'trailing';
export type ConditionalSide = 'buy' | 'sell';
export type WatchedPrice = WireConditionalOrder['trigger_source'];
export const CONDITIONAL_KINDS: readonly ConditionalKind[] = ['stop', 'takeProfit', 'trailing'];
export const WATCHED_PRICES: readonly WatchedPrice[] = ['mark', 'index', 'last'];
/** A share has at most four decimals, so that it is a whole number of millionths. */
export const SHARE_DECIMALS = 4;

export interface ConditionalForm {
  readonly kind: ConditionalKind;
  readonly side: ConditionalSide;
  readonly reduces: boolean;
  /** Of a trailing stop: from which price on it follows; `''`: from now on. */
  readonly trigger: string;
  readonly distance: string;
  readonly distanceIn: 'percent' | 'price';
  readonly source: WatchedPrice;
  readonly type: 'market' | 'limit';
  readonly price: string;
  readonly lots: string;
  /** All that is held when it fires. */
  readonly whole: boolean;
}

export const EMPTY_FORM: ConditionalForm = {
  kind: 'stop',
  side: 'buy',
  reduces: false,
  trigger: '',
  distance: '',
  distanceIn: 'percent',
  source: 'mark',
  type: 'market',
  price: '',
  lots: '',
  whole: false,
};

export interface ConditionalProblem {
  readonly field: 'trigger' | 'distance' | 'price' | 'lots';
  readonly code:
    | 'trigger_required'
    | 'trigger_below'
    | 'trigger_above'
    | 'distance_required'
    | 'distance_range'
    | 'price_required'
    | 'price_step'
    | 'lots_required'
    | 'lots_too_many';
  readonly params?: Readonly<Record<string, string>>;
}

/** Codes of empty fields. */
export const UNFINISHED_CONDITIONAL: readonly ConditionalProblem['code'][] = [
  'trigger_required',
  'distance_required',
  'price_required',
  'lots_required',
];

/** Whether it waits for a rise: it follows from what it is, not from where the price is. */
export function waitsForRise({ kind, side }: Pick<ConditionalForm, 'kind' | 'side'>): boolean {
  return (kind === 'takeProfit') !== (side === 'buy');
}

/** In the order of the fields. `now`: the watched price; null while unknown. The exchange has the last word. */
export function conditionalProblems(
  form: ConditionalForm,
  contract: WireContract,
  now: string | null,
): ConditionalProblem[] {
  return [
    form.kind === 'trailing' ? distanceProblem(form, contract) : triggerProblem(form, contract, now),
    form.kind === 'trailing' && form.trigger !== '' ? stepProblem('trigger', form.trigger, contract) : null,
    form.type === 'limit' ? stepProblem('price', form.price, contract) : null,
    form.reduces && form.whole ? null : lotsProblem(form, contract),
  ].filter(problem => problem !== null);
}

function triggerProblem(
  form: ConditionalForm,
  contract: WireContract,
  now: string | null,
): ConditionalProblem | null {
  const { trigger } = form;
  if (trigger === '') return { field: 'trigger', code: 'trigger_required' };
  const step = stepProblem('trigger', trigger, contract);
  if (step !== null || now === null) return step;
  const ahead = compareDecimals(trigger, now);
  if (waitsForRise(form) ? ahead > 0 : ahead < 0) return null;
  const code = waitsForRise(form) ? 'trigger_above' : 'trigger_below';
  return { field: 'trigger', code, params: { price: now } };
}

function stepProblem(
  field: 'trigger' | 'price',
  text: string,
  contract: WireContract,
): ConditionalProblem | null {
  if (text === '') return { field, code: 'price_required' };
  const ticks = parseTicks(text, contractUnits(contract));
  return ticks !== null && ticks > 0n
    ? null
    : { field, code: 'price_step', params: { step: contract.tick_size } };
}

function distanceProblem(form: ConditionalForm, contract: WireContract): ConditionalProblem | null {
  const { distance, distanceIn } = form;
  if (distance === '') return { field: 'distance', code: 'distance_required' };
  if (distanceIn === 'price') {
    const step = stepProblem('trigger', distance, contract);
    return step && { ...step, field: 'distance' };
  }
  const ppm = parseTyped(distance, SHARE_DECIMALS);
  if (ppm !== null && ppm >= BigInt(MIN_TRAIL_PPM) && ppm <= BigInt(MAX_TRAIL_PPM)) return null;
  const params = { least: String(MIN_TRAIL_PPM / 10_000), most: String(MAX_TRAIL_PPM / 10_000) };
  return { field: 'distance', code: 'distance_range', params };
}

function lotsProblem({ lots }: ConditionalForm, contract: WireContract): ConditionalProblem | null {
  if (!/^[1-9]\d*$/.test(lots)) return { field: 'lots', code: 'lots_required' };
  const most = contract.max_order_lots;
  return BigInt(lots) <= BigInt(most)
    ? null
    : { field: 'lots', code: 'lots_too_many', params: { most: String(most) } };
}

export type ConditionalRequest = CallInput<'POST lever/conditional_order'>;

/** `positionId`: what it reduces where each order has its own position. `multiple`: of what it opens. */
export function toConditionalRequest(
  form: ConditionalForm,
  contract: WireContract,
  positionId: number | null,
  multiple: number,
): ConditionalRequest {
  const trails = form.kind === 'trailing';
  const whole = form.reduces && form.whole;
  return {
    market_id: contract.market_id,
    side: form.side,
    effect: form.reduces ? 'reduce' : 'open',
    ...(form.reduces && positionId !== null ? { position_id: positionId } : {}),
    kind: form.kind === 'takeProfit' ? 'take_profit' : 'stop',
    type: form.type,
    ...(whole ? {} : { lots: form.lots }),
    ...(form.reduces ? {} : { multiple: String(multiple) }),
    ...(form.type === 'limit' ? { price: form.price } : {}),
    trigger_source: form.source,
    ...(form.trigger === '' ? {} : { trigger_price: form.trigger }),
    ...(trails
      ? { [form.distanceIn === 'percent' ? 'trail_percent' : 'trail_distance']: form.distance }
      : {}),
  };
}

/** Which way the price has to go, and to where, as far as it is known; null: it does not follow yet. */
export function firesAt(
  order: WireConditionalOrder,
): { readonly sign: '≥' | '≤'; readonly price: string } | null {
  const trails = order.trail_distance !== null || order.trail_percent !== null;
  const price = trails ? order.trail_trigger_price : order.trigger_price;
  const rises = (order.kind === 'take_profit') !== (order.side === 'buy');
  return price === null ? null : { sign: rises ? '≥' : '≤', price };
}
