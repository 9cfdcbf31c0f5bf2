import type { RegisterCall } from '../../http/call-router.ts';
import type { LaunchService } from './service.ts';

export function registerLaunchCalls(register: RegisterCall, launch: LaunchService): void {
  register('GET lh/send/config', async () => launch.config());
  register('GET lh/send/product_info', (input, { session, language }) =>
    launch.offers({ customerId: session?.customerId ?? null, language }, input.offer_id),
  );
  register('GET lh/send/get_recommend', (_input, { session, language }) =>
    launch.recommended({ customerId: session?.customerId ?? null, language }),
  );
  register('POST lh/send/order', (input, { session, idempotencyKey }) =>
    launch.commit(session.customerId, input, idempotencyKey),
  );
  register('GET lh/send/order_list', (input, { session }) => launch.orders(session.customerId, input));
  register('GET lh/send/allocation_list', (input, { session }) =>
    launch.allocationList(session?.customerId ?? null, input),
  );
  register('GET lh/send/commitment_proof', (input, { session }) =>
    launch.commitmentProof(input.offer_id, session.customerId),
  );
}
