import { defineModule } from '../../module/module.ts';
import { tellOfLaunches, type LaunchNewsOptions } from './news.ts';
import { LaunchService, type LaunchOptions } from './service.ts';

/** Offers of new currencies. */
export function createLaunch(options: LaunchOptions & Omit<LaunchNewsOptions, 'feed'>) {
  const service = new LaunchService(options);
  return defineModule({
    name: 'launch',
    service,
    calls(register) {
      register('GET lh/send/config', async () => service.config());
      register('GET lh/send/product_info', (input, { session, language }) =>
        service.offers({ customerId: session?.customerId ?? null, language }, input.offer_id),
      );
      register('GET lh/send/get_recommend', (_input, { session, language }) =>
        service.recommended({ customerId: session?.customerId ?? null, language }),
      );
      register('POST lh/send/order', (input, { session, idempotencyKey }) =>
        service.commit(session.customerId, input, idempotencyKey),
      );
      register('GET lh/send/order_list', (input, { session }) => service.orders(session.customerId, input));
      register('GET lh/send/allocation_list', (input, { session }) =>
        service.allocationList(session?.customerId ?? null, input),
      );
      register('GET lh/send/commitment_proof', (input, { session }) =>
        service.commitmentProof(input.offer_id, session.customerId),
      );
    },
    subscriptions: feed => tellOfLaunches({ ...options, feed }),
  });
}
