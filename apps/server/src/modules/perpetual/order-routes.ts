import type { CallRequest } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { idRangeOf, pageOf } from '../../http/page.ts';
import { explained } from './explain.ts';
import type { Perpetual } from './perpetual.ts';
import type { NewPosition } from './service.ts';
import { readLots, readMultiple, type PerpetualUnits } from './units.ts';
import { wireOrder } from './order-wire.ts';
import { wirePerpetualFill } from './wire.ts';

/** Position modes, and orders in hedge and net mode. */
export function registerOrderCalls(
  register: RegisterCall,
  { service, units }: Pick<Perpetual, 'service' | 'units'>,
): void {
  register('GET lever/mode', ({ market_id: marketId }, { session }) => {
    units.of(marketId);
    return { market_id: marketId, mode: service.mode(session.customerId, marketId) };
  });
  register('POST lever/mode', async ({ market_id: marketId, mode }, { session }) => {
    await service.setMode(session.customerId, marketId, mode).catch(explained());
    return { market_id: marketId, mode };
  });
  register('POST lever/order', async (input, { session: { customerId }, idempotencyKey }) => {
    const of = units.of(input.market_id);
    const chosen = readOrder(input, of);
    const { order, fills } = await service.order(customerId, chosen, idempotencyKey).catch(explained(of));
    return {
      order: wireOrder(order, of),
      fills: fills.map(({ trade, role }) => wirePerpetualFill(trade, role, of)),
    };
  });
  register('POST lever/orders', async (input, { session }) => {
    if (input.market_id !== undefined) units.of(input.market_id);
    const orders = await service.orders(session.customerId, { ...idRangeOf(input), view: input.view });
    return pageOf(
      orders,
      input.limit,
      ({ orderId }) => String(orderId),
      order => wireOrder(order, units.of(order.marketId)),
    );
  });
  register('POST lever/cancel_order', async (input, { session }) => {
    const order = await service.cancelOrder(session.customerId, input.order_id).catch(explained());
    return { order: wireOrder(order, units.of(order.marketId)) };
  });
}

/** A position says that hedge mode is meant: side and position then say whether it opens or closes. */
function readOrder(input: CallRequest<'POST lever/order'>, units: PerpetualUnits): NewPosition {
  const { position_side: position } = input;
  const side = input.side === 'buy' ? 'long' : 'short';
  return {
    marketId: input.market_id,
    side,
    orderType: input.type,
    lots: readLots(input.lots),
    multiple: readMultiple(input.multiple),
    priceTicks: units.ticksOrNull(input.price, 'price'),
    worstPriceTicks: units.ticksOrNull(input.worst_price, 'worst_price'),
    postOnly: input.post_only,
    takeProfitTicks: units.stopTicks(input.take_profit_price, 'take_profit_price'),
    stopLossTicks: units.stopTicks(input.stop_loss_price, 'stop_loss_price'),
    clientOrderId: input.client_order_id ?? null,
    reduceOnly: position === undefined ? input.reduce_only : position !== side,
    mode: position === undefined ? 'net' : 'hedge',
  };
}
