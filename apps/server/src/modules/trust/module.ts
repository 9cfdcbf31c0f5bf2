import { defineModule } from '../../module/module.ts';
import { knownCustomer, type DeskExchange } from '../../approval/desk-exchange.ts';
import { readTrustProducts } from './desk-products.ts';
import { notifyOfTrust, type TrustNewsOptions } from './news.ts';
import { trustProductKind } from './proposal-kind.ts';
import { trustRoutes, type TrustRoutesOptions } from './routes.ts';
import { TrustService, type TrustOptions } from './service.ts';

export type TrustModuleOptions = TrustOptions &
  TrustRoutesOptions &
  Omit<TrustNewsOptions, 'feed'> & { readonly exchange: DeskExchange };

/** Locked deposits. */
export function createTrust(options: TrustModuleOptions) {
  const { exchange } = options;
  const service = new TrustService(options);
  const { calls, products, list } = trustRoutes(service, options);
  return defineModule({
    name: 'trust',
    begins: { 'POST lh/deposit': 'trust' },
    calls,
    deskCalls(register) {
      register('GET desk/trust_products', () => readTrustProducts(exchange, products(null)));
      register('GET desk/customer_trust_orders', ({ customer_id: id, ...filter }) =>
        list(knownCustomer(exchange, id), filter),
      );
    },
    kinds: { trust_product: trustProductKind(exchange) },
    subscriptions: feed => notifyOfTrust({ ...options, feed }),
    settingsChanged: () => service.followSwitch(),
    /** The server may have stopped between the setting and its command. */
    finishLeft: () => service.repeatSwitch(),
  });
}
