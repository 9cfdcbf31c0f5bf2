import type { RegisterCall } from '../../http/call-router.ts';
import type { DepositService } from './service.ts';

export function registerDepositCalls(register: RegisterCall, deposits: DepositService): void {
  register('POST wallet/get_in_address', (input, { session }) => deposits.info(session.customerId, input));
  register('POST wallet/charge_req', async (input, { session, idempotencyKey }) => ({
    deposit: await deposits.announce(session.customerId, input, idempotencyKey),
  }));
  register('GET charge_mention/log2', (input, { session }) => deposits.list(session.customerId, input));
}
