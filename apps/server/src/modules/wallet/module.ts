import { defineModule } from '../../module/module.ts';
import { Faucet, type FaucetOptions } from './faucet.ts';
import { WalletService, type WalletOptions } from './service.ts';

/** Balances, transfers between accounts, and the demo's faucet. */
export function createWallet(
  options: WalletOptions & Omit<FaucetOptions, 'enabled'> & { readonly demo: boolean },
) {
  const service = new WalletService(options);
  const faucet = new Faucet({ ...options, enabled: options.demo });
  return defineModule({
    name: 'wallet',
    service,
    faucet,
    calls(register) {
      register('GET currency/user_currency_list', (_input, { session }) =>
        service.currencies(session?.customerId ?? null),
      );
      register('POST wallet/list', (input, { session }) => service.list(session.customerId, input.account));
      register('POST wallet/detail', (input, { session }) =>
        service.detail(session.customerId, input.account, input.currency_id),
      );
      register('POST wallet/legal_log', (input, { session }) => service.ledger(session.customerId, input));
      register('POST wallet/change', (input, { session, idempotencyKey }) =>
        service.transfer(session.customerId, input, idempotencyKey),
      );
      register('GET wallet/hzhistory', (input, { session }) => service.transfers(session.customerId, input));
      register('GET wallet/faucet', (_input, { session }) => faucet.state(session.customerId));
      register('POST wallet/faucet', (_input, { session, idempotencyKey }) =>
        faucet.claim(session.customerId, idempotencyKey),
      );
    },
    recover: () => faucet.finishClaims(),
  });
}
