import { defineModule } from '../../module/module.ts';
import { knownCustomer, type DeskExchange } from '../../approval/desk-exchange.ts';
import { DeskOffers } from './desk-offers.ts';
import { tellOfLaunches, type LaunchNewsOptions } from './news.ts';
import { launchCancelKind, launchOfferKind } from './proposal-kinds.ts';
import { LaunchService, type LaunchOptions } from './service.ts';

/** Offers of new currencies. */
export function createLaunch(
  options: LaunchOptions & Omit<LaunchNewsOptions, 'feed'> & { readonly exchange: DeskExchange },
) {
  const { exchange, now } = options;
  const service = new LaunchService(options);
  const atDesk = new DeskOffers({ ...options, launch: service });
  return defineModule({
    name: 'launch',
    begins: { 'POST lh/send/order': 'launch' },
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
    deskCalls(register) {
      register('GET desk/launch_offers', () => atDesk.offers());
      register('GET desk/launch_orders', input => atDesk.orders(input));
      register('GET desk/customer_launch_orders', ({ customer_id: id, ...filter }) =>
        service.orders(knownCustomer(exchange, id), { ...filter, state: 'all' }),
      );
    },
    kinds: { launch_offer: launchOfferKind(exchange, now), launch_cancel: launchCancelKind(exchange, now) },
    subscriptions: feed => tellOfLaunches({ ...options, feed }),
  });
}
