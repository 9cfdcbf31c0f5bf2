import type { RegisterCall } from '../../http/call-router.ts';
import type { Faucet } from './faucet.ts';
import type { WalletService } from './service.ts';

export function registerWalletCalls(register: RegisterCall, wallet: WalletService, faucet: Faucet): void {
  register('GET currency/user_currency_list', (_input, { session }) =>
    wallet.currencies(session?.customerId ?? null),
  );
  register('POST wallet/list', (input, { session }) => wallet.list(session.customerId, input.account));
  register('POST wallet/detail', (input, { session }) =>
    wallet.detail(session.customerId, input.account, input.currency_id),
  );
  register('POST wallet/legal_log', (input, { session }) => wallet.ledger(session.customerId, input));
  register('POST wallet/change', (input, { session, idempotencyKey }) =>
    wallet.transfer(session.customerId, input, idempotencyKey),
  );
  register('GET wallet/hzhistory', (input, { session }) => wallet.transfers(session.customerId, input));
  register('GET wallet/faucet', (_input, { session }) => faucet.state(session.customerId));
  register('POST wallet/faucet', (_input, { session, idempotencyKey }) =>
    faucet.claim(session.customerId, idempotencyKey),
  );
}
