import { defineModule } from '../../module/module.ts';
import { tellOfTrust, type TrustNewsOptions } from './news.ts';
import { TrustService, type TrustOptions } from './service.ts';

/** Locked deposits. */
export function createTrust(options: TrustOptions & Omit<TrustNewsOptions, 'feed'>) {
  const service = new TrustService(options);
  return defineModule({
    name: 'trust',
    service,
    calls(register) {
      register('GET lh/deposit/config', (_input, { session }) => service.config(session?.customerId ?? null));
      register('GET lh/deposit/product_info', (input, { session }) =>
        service.productInfo(session?.customerId ?? null, input),
      );
      register('GET lh/deposit/report', (_input, { session }) => service.report(session.customerId));
      register('POST lh/deposit', (input, { session, idempotencyKey }) =>
        service.buy(session.customerId, input, idempotencyKey),
      );
      register('GET lh/deposit/order', (input, { session }) => service.list(session.customerId, input));
      register('GET lh/deposit/order/quote', (input, { session }) =>
        service.quote(session.customerId, input.order_id),
      );
      register('POST lh/deposit/order/cancel', (input, { session, idempotencyKey }) =>
        service.redeem(session.customerId, input, idempotencyKey),
      );
      register('POST lh/deposit/order/renewal', (input, { session }) =>
        service.setRenewal(session.customerId, input),
      );
      register('GET lh/deposit/calendar', (input, { session }) =>
        service.calendar(session.customerId, input.days),
      );
    },
    subscriptions: feed => tellOfTrust({ ...options, feed }),
    /** A stop between a setting's change and the command must not leave the exchange behind. */
    recover: () => service.followSwitch(),
  });
}
