import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { refusedAs } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { fillCursor, idRangeOf, pageOf, rangeOf, readPair } from '../../http/page.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { SpotService } from './service.ts';
import { explainOrder, readOrder, wireFill, wireOrder, wireShownOrder } from './wire.ts';

export function spotRoutes(spot: SpotService, units: MarketUnitsTable) {
  /** A customer's orders; the desk lists them as well. */
  async function list(
    customerId: number,
    input: CallRequest<'GET coin/list'>,
  ): Promise<CallOutput<'GET coin/list'>> {
    if (input.market_id !== undefined) units.of(input.market_id);
    const orders = await spot.list(customerId, {
      ...idRangeOf(input),
      view: input.view,
      side: input.side,
      status: input.status,
      fromId: input.from_id,
      clientOrderId: input.client_order_id,
    });
    return pageOf(
      orders,
      input.limit,
      ({ orderId }) => String(orderId),
      order => wireShownOrder(order, units.of(order.marketId)),
    );
  }

  function calls(register: RegisterCall): void {
    register('POST coin/trade', async (input, { session: { customerId }, idempotencyKey }) => {
      const market = units.of(input.market_id);
      const { order, fills } = await spot
        .place(customerId, readOrder(input, market), idempotencyKey)
        .catch(refusedAs(refusal => explainOrder(refusal, market)));
      return {
        order: wireOrder(order, market),
        fills: fills.map(({ trade, role }) => wireFill(trade, role, market)),
      };
    });
    register('PUT coin/trade', async (input, { session }) => {
      const order = await spot.cancel(session.customerId, input.order_id);
      return { order: wireOrder(order, units.of(order.marketId)) };
    });
    register('POST coin/cancel_all', async (input, { session }) => ({
      cancelled: await spot.cancelAll(session.customerId, input.market_id ?? null),
    }));
    register('GET coin/list', (input, { session }) => list(session.customerId, input));
    register('GET coin/detail', async (input, { session }) => {
      const order = await spot.order(session.customerId, input.order_id);
      return { order: wireShownOrder(order, units.of(order.marketId)) };
    });
    register('GET coin/fills', async (input, { session }) => {
      if (input.market_id !== undefined) units.of(input.market_id);
      const filter = {
        ...rangeOf(input),
        orderId: input.order_id,
        fromId: input.from_id,
        before: readPair(input.cursor),
      };
      const fills = await spot.fills(session.customerId, filter);
      return pageOf(fills, input.limit, fillCursor, ({ trade, role }) =>
        wireFill(trade, role, units.of(trade.marketId)),
      );
    });
  }

  return { list, calls };
}
