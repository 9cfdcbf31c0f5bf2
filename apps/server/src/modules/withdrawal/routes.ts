import type { RegisterCall } from '../../http/call-router.ts';
import type { AddressBook } from './addresses.ts';
import { withdrawalInfo, type WithdrawalInfoOptions } from './info.ts';
import type { WithdrawalService } from './service.ts';

export function registerWithdrawalCalls(
  register: RegisterCall,
  withdrawals: WithdrawalService,
  addresses: AddressBook,
  info: WithdrawalInfoOptions,
): void {
  register('POST wallet/get_info', (input, { session }) =>
    withdrawalInfo(info, session.customerId, input.currency_id),
  );
  register('POST wallet/get_address', (input, { session }) => addresses.list(session.customerId, input));
  register('POST wallet/addaddress', async (input, { session }) => ({
    address: await addresses.add(session, input),
  }));
  register('POST wallet/deladdress', async (input, { session }) => {
    await addresses.remove(session.customerId, input.address_id);
    return { removed: true };
  });
  register('POST wallet/out', async (input, { session, idempotencyKey }) => ({
    withdrawal: await withdrawals.request(session, input, idempotencyKey),
  }));
  register('POST wallet/out/cancel', async (input, { session }) => ({
    withdrawal: await withdrawals.cancel(session.customerId, input.withdrawal_id),
  }));
  register('GET charge_mention/log3', (input, { session }) => withdrawals.list(session.customerId, input));
}
