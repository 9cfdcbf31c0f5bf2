import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { fromWire } from '../../http/words.ts';
import { wireRefused, wireTimer } from '../spot/wire.ts';
import { readAsks } from './asks-wire.ts';
import { explain, explained } from './explain.ts';
import { wireOrder } from './order-wire.ts';
import type { Perpetual } from './perpetual.ts';
import type { NewPosition } from './service.ts';
import { readLots, readMultiple, type PerpetualUnits } from './units.ts';
import type { Amendment, ChangedOrder, NewPart } from './waiting-orders.ts';
import { wirePerpetualFill } from './wire.ts';

type WirePart = CallRequest<'POST lever/batch'>['parts'][number];
type WireChanged = CallOutput<'POST lever/amend'>;

/** What programs do with orders of contracts. */
export function registerWaitingCalls(
  register: RegisterCall,
  { waiting, units, wire, now }: Pick<Perpetual, 'waiting' | 'units' | 'wire' | 'now'>,
): void {
  function wireChanged({ order, position, fills }: ChangedOrder): WireChanged {
    return {
      order: order === null ? null : wireOrder(order, units.of(order.marketId)),
      position: position === null ? null : wire(position),
      fills: fills.map(({ trade, role }) => wirePerpetualFill(trade, role, units.of(trade.marketId))),
    };
  }

  /** A part of a batch, or why it cannot be sent. */
  function readPart(customerId: number, part: WirePart): NewPart | CallFailure {
    try {
      if (part.do === 'cancel') return { do: 'cancelContract', orderId: part.order_id };
      if (part.do === 'place')
        return { do: 'placeContract', ...readPlacement(part, units.of(part.market_id)) };
      const of = units.of(waiting.marketOf(customerId, part.order_id));
      return { do: 'amendContract', ...readAmendment(part, of) };
    } catch (error) {
      if (error instanceof CallFailure) return error;
      throw error;
    }
  }

  register('POST lever/check', (input, { session }) => {
    const of = units.of(input.market_id);
    const chosen = readPlacement(input, of);
    try {
      waiting.check(session.customerId, chosen, now());
    } catch (error) {
      explained(of)(error);
    }
    return {};
  });
  register('POST lever/amend', async (input, { session: { customerId }, idempotencyKey }) => {
    const of = units.of(waiting.marketOf(customerId, input.order_id));
    const change = readAmendment(input, of);
    return wireChanged(await waiting.amend(customerId, change, idempotencyKey).catch(explained(of)));
  });
  register('POST lever/replace', async (input, { session, idempotencyKey, language }) => {
    const of = units.of(input.market_id);
    const { cancelled, notCancelled, placed, notPlaced } = await waiting
      .replace(
        session.customerId,
        input.cancel_order_id,
        fromWire(input.replace_mode),
        readPlacement(input, of),
        idempotencyKey,
      )
      .catch(explained(of));
    return {
      cancelled: cancelled && wireChanged(cancelled),
      cancel_refused: notCancelled && wireRefused(explain(notCancelled, of), language),
      placed: placed && wireChanged(placed),
      place_refused: notPlaced && wireRefused(explain(notPlaced, of), language),
    };
  });
  register('POST lever/batch', async (input, { session: { customerId }, idempotencyKey, language }) => {
    const parts = input.parts.map(part => readPart(customerId, part));
    const outcomes = await waiting.batch(customerId, parts, idempotencyKey);
    return {
      outcomes: outcomes.map(outcome =>
        outcome instanceof CallFailure
          ? ({ ok: false, ...wireRefused(outcome, language) } as const)
          : ({ ok: true, ...wireChanged(outcome) } as const),
      ),
    };
  });
  register('GET lever/cancel_timers', (_input, { session }) => ({
    timers: waiting.cancelTimers(session.customerId).map(wireTimer),
  }));
  register('POST lever/cancel_timer', async (input, { session }) => {
    const { market_id: marketId, after_ms: afterMs, scope } = input;
    units.of(marketId);
    const lasts = afterMs === 0 ? null : afterMs;
    const set = await waiting.setCancelTimer(session.customerId, marketId, lasts, scope);
    return { timer: set && wireTimer(set) };
  });
}

/** Converts decimals to ticks; a price between two ticks is refused, never rounded. */
function readPlacement(input: CallRequest<'POST lever/check'>, units: PerpetualUnits): NewPosition {
  const { position_side: position } = input;
  const side = input.side === 'buy' ? 'long' : 'short';
  return {
    marketId: input.market_id,
    side,
    orderType: input.type,
    lots: readLots(input.lots),
    multiple: input.multiple === undefined ? null : readMultiple(input.multiple),
    priceTicks: units.ticksOrNull(input.price, 'price'),
    worstPriceTicks: units.ticksOrNull(input.worst_price, 'worst_price'),
    postOnly: input.post_only,
    takeProfitTicks: units.ticksOrNull(input.take_profit_price, 'take_profit_price'),
    stopLossTicks: units.ticksOrNull(input.stop_loss_price, 'stop_loss_price'),
    clientOrderId: input.client_order_id ?? null,
    reduceOnly: position === undefined ? input.reduce_only : position !== side,
    mode: input.mode ?? (position === undefined ? null : 'hedge'),
    ...readAsks(input),
  };
}

function readAmendment(input: CallRequest<'POST lever/amend'>, units: PerpetualUnits): Amendment {
  return {
    orderId: input.order_id,
    priceTicks: units.ticksOrNull(input.price, 'price'),
    lots: input.lots === undefined ? null : readLots(input.lots),
    postOnly: input.post_only,
  };
}
