import type { RegisterCall } from '../../http/call-router.ts';
import type { SpotService } from './service.ts';

export function registerSpotCalls(register: RegisterCall, spot: SpotService): void {
  register('POST coin/trade', (input, { session, idempotencyKey }) =>
    spot.place(session.customerId, input, idempotencyKey),
  );
  register('PUT coin/trade', (input, { session }) => spot.cancel(session.customerId, input.order_id));
  register('POST coin/cancel_all', async (input, { session }) => ({
    cancelled: await spot.cancelAll(session.customerId, input.market_id ?? null),
  }));
  register('GET coin/list', (input, { session }) => spot.list(session.customerId, input));
  register('GET coin/detail', async (input, { session }) => ({
    order: await spot.order(session.customerId, input.order_id),
  }));
  register('GET coin/fills', (input, { session }) => spot.fills(session.customerId, input));
}
