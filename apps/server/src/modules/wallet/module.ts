import { defineModule } from '../../module/module.ts';
import { Faucet, type FaucetOptions } from './faucet.ts';
import { registerWalletCalls } from './routes.ts';
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
    calls: register => registerWalletCalls(register, service, faucet),
    recover: () => faucet.finishClaims(),
  });
}
