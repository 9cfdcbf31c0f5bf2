import type { OrderView, Trade } from '@tallystick/core';
import type { CancelTimerView } from '@tallystick/core/spot/event';
import { trailTrigger } from '@tallystick/core/spot/formulas';
import type { OrderInstructions, OrderTrail } from '@tallystick/core/spot/order';
import type { CallOutput, CallRequest, Language, WireFill, WireOrder } from '@tallystick/protocol';
import { CallFailure, type FailureData } from '../../http/call-failure.ts';
import { failureEnvelope } from '../../http/failures.ts';
import { percentOfPpm, ppmOfPercent } from '../../http/percent.ts';
import { fromWire, toWire } from '../../http/words.ts';
import { conversionId } from '../convert/wire.ts';
import type { MarketUnits } from '../market/units.ts';
import type { NewOrder, ShownOrder } from './service.ts';

/** Converts decimals to ticks, lots and minor units; a value between two steps is refused, never rounded. */
export function readOrder(input: CallRequest<'POST coin/trade'>, units: MarketUnits): NewOrder {
  const instructions = readInstructions(input, units);
  return {
    marketId: input.market_id,
    side: input.side,
    orderType: fromWire(input.type),
    timeInForce: input.time_in_force,
    postOnly: input.post_only,
    ...readFigures(input, units),
    clientOrderId: input.client_order_id ?? null,
    ...(Object.keys(instructions).length === 0 ? {} : { instructions }),
  };
}

/** What is given of an order's figures; the rest is null. */
export function readFigures(
  { price, quantity, budget, trigger_price: trigger }: Figures,
  units: MarketUnits,
): Pick<NewOrder, 'priceTicks' | 'quantityLots' | 'budgetMinor' | 'triggerTicks'> {
  return {
    priceTicks: price === undefined ? null : units.priceTicks(price, 'price'),
    quantityLots: quantity === undefined ? null : units.quantityLots(quantity),
    budgetMinor: budget === undefined ? null : units.budgetMinor(budget),
    triggerTicks: trigger === undefined ? null : units.priceTicks(trigger, 'trigger_price'),
  };
}

type Figures = Pick<CallRequest<'POST coin/trade'>, 'price' | 'quantity' | 'budget' | 'trigger_price'>;

/** Defaults are left out, so that ordinary orders stay small in the journal. */
function readInstructions(input: CallRequest<'POST coin/trade'>, units: MarketUnits): OrderInstructions {
  const trail = readTrail(input, units);
  const { trigger_direction: triggerDirection, self_trade: selfTrade, expires_at_ms: expiresAtMs } = input;
  return {
    ...(triggerDirection === undefined ? {} : { triggerDirection }),
    ...(selfTrade === 'expire_taker' ? {} : { selfTrade: fromWire(selfTrade) }),
    ...(input.if_unfillable === 'expire' ? { ifUnfillable: 'expire' as const } : {}),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(input.guarded ? { guarded: true as const } : {}),
    ...(input.trigger_source === 'index' ? { triggerSource: 'index' as const } : {}),
    ...(trail === null ? {} : { trail }),
  };
}

/** Both, or none for a trailing stop, is left to the core to refuse. */
function readTrail(
  { trail_distance: distance, trail_percent: percent }: CallRequest<'POST coin/trade'>,
  units: MarketUnits,
): OrderTrail | null {
  if (distance !== undefined && percent !== undefined)
    throw new CallFailure('invalid_order', { field: 'trail_percent' });
  if (distance !== undefined) return { by: 'ticks', distance: units.priceTicks(distance, 'trail_distance') };
  return percent === undefined ? null : { by: 'ppm', distance: ppmOfPercent(percent) };
}

/** The core's field names that differ on the wire. */
const WIRE_FIELDS: Readonly<Record<string, string>> = {
  trigger: 'trigger_price',
  order_type: 'type',
  trail: 'trail_percent',
};

/** Adds what the core does not know: the wire's field names, and the steps named in messages. */
export function explainOrder(failure: CallFailure, { market, quote }: MarketUnits): CallFailure {
  const field = failure.data.field;
  const data: FailureData = {
    ...(failure.code === 'invalid_price' ? { step: market.tickSize } : {}),
    ...(failure.code === 'invalid_quantity' ? { step: market.lotSize } : {}),
    ...(failure.code === 'invalid_amount' ? { decimals: quote.decimals } : {}),
    ...failure.data,
    ...(field === undefined ? {} : { field: WIRE_FIELDS[field] ?? field }),
  };
  return new CallFailure(failure.code, data);
}

/** `extremeTicks`: of a waiting trailing stop, if it is known. */
export function wireOrder(
  order: OrderView,
  units: MarketUnits,
  extremeTicks: number | null = null,
): WireOrder {
  const buys = order.side === 'buy';
  const { market, base, quote } = units;
  const instructions = order.instructions ?? {};
  const { trail } = instructions;
  return {
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    market_id: order.marketId,
    symbol: market.symbol,
    side: order.side,
    type: toWire(order.orderType),
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    price: order.priceTicks === null ? null : units.price(order.priceTicks),
    quantity: order.quantityLots === null ? null : units.quantity(order.quantityLots),
    budget: order.budgetMinor === null ? null : units.quoteAmount(order.budgetMinor),
    trigger_price: order.triggerTicks === null ? null : units.price(order.triggerTicks),
    trigger_direction: instructions.triggerDirection ?? null,
    trigger_source: instructions.triggerSource ?? 'last',
    trail_distance: trail?.by === 'ticks' ? units.price(trail.distance) : null,
    trail_percent: trail?.by === 'ppm' ? percentOfPpm(trail.distance) : null,
    trail_trigger_price:
      trail === undefined || extremeTicks === null
        ? null
        : units.price(trailTrigger(trail, order.side, extremeTicks)),
    triggered: order.triggered,
    triggered_at_ms: order.triggeredAtMs,
    self_trade: toWire(instructions.selfTrade ?? 'expireTaker'),
    if_unfillable: instructions.ifUnfillable ?? 'refuse',
    expires_at_ms: instructions.expiresAtMs ?? null,
    guarded: instructions.guarded ?? false,
    status: order.status,
    reason: toWire(order.reason),
    filled_quantity: units.quantity(order.filledLots),
    prevented_quantity: units.quantity(order.preventedLots),
    filled_percent: filledPercent(order),
    filled_value: units.quoteAmount(order.filledQuoteMinor),
    average_price: units.averagePrice(order.filledQuoteMinor, order.filledLots),
    fee: buys ? units.baseAmount(order.feeMinor) : units.quoteAmount(order.feeMinor),
    fee_currency: buys ? base.code : quote.code,
    frozen: buys ? units.quoteAmount(order.frozenMinor) : units.baseAmount(order.frozenMinor),
    frozen_currency: buys ? quote.code : base.code,
    placed_at_ms: order.placedAtMs,
    updated_at_ms: order.updatedAtMs,
  };
}

export function wireShownOrder(
  { convertedBy, ...order }: ShownOrder,
  units: MarketUnits,
  extremeTicks: number | null,
): WireOrder {
  const wire = wireOrder(order, units, extremeTicks);
  return convertedBy === null ? wire : { ...wire, conversion_id: conversionId(convertedBy) };
}

/** Truncated, so an order shows 100 only when nothing is left to fill, or its remaining budget buys no further lot. */
function filledPercent(order: OrderView): string {
  if (order.status === 'completed') return '100';
  const [done, whole] =
    order.quantityLots === null
      ? [order.filledQuoteMinor, order.budgetMinor ?? 0n]
      : [BigInt(order.filledLots), BigInt(order.quantityLots)];
  return whole === 0n ? '0' : ((done * 100n) / whole).toString();
}

/** One side of a trade. */
export function wireFill(
  trade: Trade & { readonly atMs: number },
  role: 'maker' | 'taker',
  units: MarketUnits,
): WireFill {
  const takes = role === 'taker';
  const side = takes ? trade.takerSide : trade.takerSide === 'buy' ? 'sell' : 'buy';
  const feeMinor = takes ? trade.takerFeeMinor : trade.makerFeeMinor;
  const buys = side === 'buy';
  return {
    trade_id: trade.tradeId,
    order_id: takes ? trade.takerOrderId : trade.makerOrderId,
    market_id: trade.marketId,
    symbol: units.market.symbol,
    side,
    role,
    price: units.price(trade.priceTicks),
    quantity: units.quantity(trade.quantityLots),
    value: units.quoteAmount(trade.quoteMinor),
    fee: buys ? units.baseAmount(feeMinor) : units.quoteAmount(feeMinor),
    fee_currency: buys ? units.base.code : units.quote.code,
    at_ms: trade.atMs,
  };
}

/** A part that was refused although its call was not. */
export function wireRefused(failure: CallFailure, language: Language): WireRefusedPart {
  const { code, message, data } = failureEnvelope(failure, language);
  const given = Object.entries(data).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return { code, message, data: Object.fromEntries(given) };
}

type WireRefusedPart = NonNullable<CallOutput<'POST coin/replace'>['place_refused']>;

export function wireTimer({ marketId, dueAtMs, scope }: CancelTimerView): WireCancelTimer {
  return { market_id: marketId, due_at_ms: dueAtMs!, scope };
}

type WireCancelTimer = CallOutput<'GET coin/cancel_timers'>['timers'][number];
