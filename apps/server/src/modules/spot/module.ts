import { defineModule } from '../../module/module.ts';
import { SpotService, type SpotOptions } from './service.ts';

/** Orders. */
export function createSpot(options: SpotOptions) {
  const service = new SpotService(options);
  return defineModule({
    name: 'spot',
    service,
    calls(register) {
      register('POST coin/trade', (input, { session, idempotencyKey }) =>
        service.place(session.customerId, input, idempotencyKey),
      );
      register('PUT coin/trade', (input, { session }) => service.cancel(session.customerId, input.order_id));
      register('POST coin/cancel_all', async (input, { session }) => ({
        cancelled: await service.cancelAll(session.customerId, input.market_id ?? null),
      }));
      register('GET coin/list', (input, { session }) => service.list(session.customerId, input));
      register('GET coin/detail', async (input, { session }) => ({
        order: await service.order(session.customerId, input.order_id),
      }));
      register('GET coin/fills', (input, { session }) => service.fills(session.customerId, input));
    },
  });
}
