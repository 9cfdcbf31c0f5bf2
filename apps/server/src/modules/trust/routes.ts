import type { RegisterCall } from '../../http/call-router.ts';
import type { TrustService } from './service.ts';

export function registerTrustCalls(register: RegisterCall, trust: TrustService): void {
  register('GET lh/deposit/config', (_input, { session }) => trust.config(session?.customerId ?? null));
  register('GET lh/deposit/product_info', (input, { session }) =>
    trust.productInfo(session?.customerId ?? null, input),
  );
  register('GET lh/deposit/report', (_input, { session }) => trust.report(session.customerId));
  register('POST lh/deposit', (input, { session, idempotencyKey }) =>
    trust.buy(session.customerId, input, idempotencyKey),
  );
  register('GET lh/deposit/order', (input, { session }) => trust.list(session.customerId, input));
  register('GET lh/deposit/order/quote', (input, { session }) =>
    trust.quote(session.customerId, input.order_id),
  );
  register('POST lh/deposit/order/cancel', (input, { session, idempotencyKey }) =>
    trust.redeem(session.customerId, input, idempotencyKey),
  );
  register('POST lh/deposit/order/renewal', (input, { session }) =>
    trust.setRenewal(session.customerId, input),
  );
  register('GET lh/deposit/calendar', (input, { session }) => trust.calendar(session.customerId, input.days));
}
