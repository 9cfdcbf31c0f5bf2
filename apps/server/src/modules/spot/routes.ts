import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { CallFailure, refusedAs } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { fillCursor, idRangeOf, pageOf, rangeOf, readPair } from '../../http/page.ts';
import { fromWire } from '../../http/words.ts';
import type { MarketUnits, MarketUnitsTable } from '../market/units.ts';
import type { NewPart, PlacedOrder, SpotService } from './service.ts';
import {
  explainOrder,
  readFigures,
  readOrder,
  readOrderList,
  wireFill,
  wireOrder,
  wireRefused,
  wireShownOrder,
  wireTimer,
} from './wire.ts';

type WirePart = CallRequest<'POST coin/batch'>['parts'][number];

export function spotRoutes(spot: SpotService, units: MarketUnitsTable, nowMs: () => number) {
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
      order => wireShownOrder(order, units.of(order.marketId), spot.extremeOf(order)),
    );
  }

  function wirePlaced({ order, fills }: PlacedOrder): CallOutput<'POST coin/trade'> {
    const market = units.of(order.marketId);
    return {
      order: wireOrder(order, market, spot.extremeOf(order)),
      fills: fills.map(({ trade, role }) => wireFill(trade, role, market)),
    };
  }

  /** A part of a batch, or why it cannot be sent. */
  async function readPart(customerId: number, part: WirePart): Promise<NewPart | CallFailure> {
    try {
      if (part.do === 'cancel') return { do: 'cancel', orderId: part.order_id };
      if (part.do === 'amend') {
        const market = units.of(await spot.marketOf(customerId, part.order_id));
        const { budgetMinor, ...figures } = readFigures(part, market);
        return {
          do: 'amend',
          orderId: part.order_id,
          ...figures,
          budgetMinor: budgetMinor?.toString() ?? null,
        };
      }
      const { budgetMinor, ...order } = readOrder(part, units.of(part.market_id));
      return { do: 'place', ...order, budgetMinor: budgetMinor?.toString() ?? null };
    } catch (error) {
      if (error instanceof CallFailure) return error;
      throw error;
    }
  }

  function calls(register: RegisterCall): void {
    register('POST coin/trade', async (input, { session: { customerId }, idempotencyKey }) => {
      const market = units.of(input.market_id);
      return wirePlaced(
        await spot
          .place(customerId, readOrder(input, market), idempotencyKey)
          .catch(refusedAs(refusal => explainOrder(refusal, market))),
      );
    });
    register('POST coin/check', (input, { session: { customerId } }) => {
      const market = units.of(input.market_id);
      explained(market, () => spot.check(customerId, readOrder(input, market), nowMs()));
      return {};
    });
    register('POST coin/order_list', async (input, { session: { customerId }, idempotencyKey }) => {
      const market = units.of(input.market_id);
      const orders = await spot
        .placeList(customerId, readOrderList(input, market), idempotencyKey)
        .catch(refusedAs(refusal => explainOrder(refusal, market)));
      return { list_id: orders[0]!.orderId, orders: orders.map(order => wireOrder(order, market)) };
    });
    register('POST coin/check_order_list', (input, { session: { customerId } }) => {
      const market = units.of(input.market_id);
      explained(market, () => spot.checkList(customerId, readOrderList(input, market), nowMs()));
      return {};
    });
    register('POST coin/amend', async (input, { session: { customerId }, idempotencyKey }) => {
      const market = units.of(await spot.marketOf(customerId, input.order_id));
      const change = { orderId: input.order_id, ...readFigures(input, market) };
      return wirePlaced(
        await spot
          .amend(customerId, change, idempotencyKey)
          .catch(refusedAs(refusal => explainOrder(refusal, market))),
      );
    });
    register('POST coin/replace', async (input, { session: { customerId }, idempotencyKey, language }) => {
      const market = units.of(input.market_id);
      const { cancelled, notCancelled, placed, notPlaced } = await spot
        .replace(
          customerId,
          { cancelOrderId: input.cancel_order_id, mode: fromWire(input.mode), ...readOrder(input, market) },
          idempotencyKey,
        )
        .catch(refusedAs(refusal => explainOrder(refusal, market)));
      return {
        cancelled: cancelled === null ? null : wireOrder(cancelled, market),
        cancel_refused: notCancelled && wireRefused(notCancelled, language),
        order: placed === null ? null : wirePlaced(placed).order,
        fills: placed === null ? [] : wirePlaced(placed).fills,
        place_refused: notPlaced && wireRefused(explainOrder(notPlaced, market), language),
      };
    });
    register('POST coin/batch', async (input, { session: { customerId }, idempotencyKey, language }) => {
      const parts = await Promise.all(input.parts.map(part => readPart(customerId, part)));
      const outcomes = await spot.batch(customerId, parts, idempotencyKey);
      return {
        outcomes: outcomes.map(outcome =>
          outcome instanceof CallFailure
            ? ({ ok: false, ...wireRefused(outcome, language) } as const)
            : ({ ok: true, ...wirePlaced(outcome) } as const),
        ),
      };
    });
    register('GET coin/cancel_timers', (_input, { session }) => ({
      timers: spot.cancelTimers(session.customerId).map(wireTimer),
    }));
    register('POST coin/cancel_timer', async (input, { session }) => {
      const { market_id: marketId, after_ms: afterMs, scope } = input;
      units.of(marketId);
      const timer = { marketId, afterMs: afterMs === 0 ? null : afterMs, scope };
      const set = await spot.setCancelTimer(session.customerId, timer);
      return { timer: set && wireTimer(set) };
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
      return { order: wireShownOrder(order, units.of(order.marketId), spot.extremeOf(order)) };
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

function explained(market: MarketUnits, run: () => void): void {
  try {
    run();
  } catch (error) {
    refusedAs(refusal => explainOrder(refusal, market))(error);
  }
}
