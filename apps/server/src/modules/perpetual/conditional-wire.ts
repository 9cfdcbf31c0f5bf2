import type { ConditionalOrderView, ReadonlyExchange } from '@tallystick/core';
import type { OrderTrail } from '@tallystick/core/spot/order';
import { trailTrigger } from '@tallystick/core/spot/formulas';
import type { CallRequest, ErrorCode, Language, WireConditionalOrder } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import { messageOf } from '../../http/messages/messages.ts';
import { percentOfPpm, ppmOfPercent } from '../../http/percent.ts';
import { fromWire, toWire } from '../../http/words.ts';
import type { NewConditional } from './conditional-service.ts';
import { readLots, readMultiple, type PerpetualUnits, type PerpetualUnitsTable } from './units.ts';

type Input = CallRequest<'POST lever/conditional_order'>;

export function readConditional(input: Input, units: PerpetualUnits): NewConditional {
  return {
    marketId: input.market_id,
    side: input.side === 'buy' ? 'long' : 'short',
    effect: input.effect,
    positionId: input.position_id ?? null,
    kind: fromWire(input.kind),
    orderType: input.type,
    lots: input.lots === undefined ? null : readLots(input.lots),
    multiple: input.multiple === undefined ? null : readMultiple(input.multiple),
    priceTicks: units.ticksOrNull(input.price, 'price'),
    triggerSource: input.trigger_source,
    triggerTicks: units.ticksOrNull(input.trigger_price, 'trigger_price'),
    trail: readTrail(input, units),
    clientOrderId: input.client_order_id ?? null,
    expiresAtMs: input.expires_at_ms ?? null,
  };
}

function readTrail(
  { trail_distance: distance, trail_percent: percent }: Input,
  units: PerpetualUnits,
): OrderTrail | null {
  if (distance !== undefined && percent !== undefined)
    throw new CallFailure('invalid_order', { field: 'trail_percent' });
  if (distance !== undefined) return { by: 'ticks', distance: units.priceTicks(distance, 'trail_distance') };
  return percent === undefined ? null : { by: 'ppm', distance: ppmOfPercent(percent) };
}

export type ConditionalWire = (order: ConditionalOrderView, language: Language) => WireConditionalOrder;

/** With where trailing ones would fire now. */
export function conditionalWire({
  units,
  exchange,
}: {
  readonly units: PerpetualUnitsTable;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual'>;
}): ConditionalWire {
  return (order, language) => {
    const { trail, status, refusal, conditionalOrderId } = order;
    const of = units.of(order.marketId);
    const follows = trail !== null && status === 'waiting';
    const extreme = follows ? exchange.perpetual.conditionalExtremeTicks(conditionalOrderId) : null;
    return {
      conditional_order_id: conditionalOrderId,
      client_order_id: order.clientOrderId,
      market_id: order.marketId,
      symbol: of.contract.symbol,
      side: order.side,
      effect: order.effect,
      position_id: order.positionId,
      kind: toWire(order.kind),
      type: order.orderType,
      lots: order.lots,
      multiple: order.multiple,
      price: of.priceOrNull(order.priceTicks),
      trigger_source: order.triggerSource,
      trigger_price: of.priceOrNull(order.triggerTicks),
      trail_distance: trail?.by === 'ticks' ? of.price(trail.distance) : null,
      trail_percent: trail?.by === 'ppm' ? percentOfPpm(trail.distance) : null,
      trail_trigger_price:
        trail === null || extreme === null ? null : of.price(trailTrigger(trail, order.side, extreme)),
      expires_at_ms: order.expiresAtMs,
      status,
      end_reason: toWire(order.endReason),
      // The figures of that moment are not kept; what the code means is.
      refusal:
        refusal === null ? null : { code: refusal, message: messageOf(refusal as ErrorCode, language, {}) },
      fired_at_ms: order.firedAtMs,
      fired_price: of.exactPriceOrNull(order.firedPriceE8),
      order_id: order.orderId,
      placed_at_ms: order.placedAtMs,
      updated_at_ms: order.updatedAtMs,
    };
  };
}

/** The core's field names that differ on the wire. */
const WIRE_FIELDS: Readonly<Record<string, string>> = {
  trigger: 'trigger_price',
  order_type: 'type',
  trail: 'trail_percent',
};

/** For a call's `catch`: names the fields as the call has them. */
export function explainConditional({ contract }: PerpetualUnits): (failure: CallFailure) => CallFailure {
  return failure => {
    const { field } = failure.data;
    return new CallFailure(failure.code, {
      ...(failure.code === 'invalid_price' ? { step: contract.tickSize } : {}),
      ...(failure.code === 'multiple_not_offered' ? { maximum: contract.multiples.at(-1)! } : {}),
      ...failure.data,
      ...(field === undefined ? {} : { field: WIRE_FIELDS[field] ?? field }),
    });
  };
}
