import { defineModule } from '../../module/module.ts';
import { knownCustomer, type DeskExchange } from '../../approval/desk-exchange.ts';
import { DeskOffers } from './desk-offers.ts';
import { notifyOfLaunches, type LaunchNewsOptions } from './news.ts';
import { launchCancelKind, launchOfferKind } from './proposal-kinds.ts';
import { launchRoutes } from './routes.ts';
import { LaunchService, type LaunchOptions } from './service.ts';

/** Offers of new currencies. */
export function createLaunch(
  options: LaunchOptions & Omit<LaunchNewsOptions, 'feed'> & { readonly exchange: DeskExchange },
) {
  const { exchange, now } = options;
  const { calls, ...shown } = launchRoutes(new LaunchService(options), options);
  const atDesk = new DeskOffers({ ...options, launch: shown });
  return defineModule({
    name: 'launch',
    begins: { 'POST lh/send/order': 'launch' },
    calls,
    deskCalls(register) {
      register('GET desk/launch_offers', () => atDesk.offers());
      register('GET desk/launch_orders', input => atDesk.orders(input));
      register('GET desk/customer_launch_orders', ({ customer_id: id, ...filter }) =>
        shown.orders(knownCustomer(exchange, id), { ...filter, state: 'all' }),
      );
    },
    kinds: { launch_offer: launchOfferKind(exchange, now), launch_cancel: launchCancelKind(exchange, now) },
    subscriptions: feed => notifyOfLaunches({ ...options, feed }),
  });
}
