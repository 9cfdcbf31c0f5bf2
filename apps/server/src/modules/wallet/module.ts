import { defineModule } from '../../module/module.ts';
import { Faucet, type FaucetOptions } from './faucet.ts';
import { walletRoutes } from './routes.ts';
import { WalletService, type WalletOptions } from './service.ts';
import { walletTopics, type WalletTopicsOptions } from './topics.ts';

/** Balances, transfers between accounts, and the demo's faucet. */
export function createWallet(
  options: WalletOptions & WalletTopicsOptions & Omit<FaucetOptions, 'enabled'> & { readonly demo: boolean },
) {
  const faucet = new Faucet({ ...options, enabled: options.demo });
  return defineModule({
    name: 'wallet',
    faucet,
    topics: walletTopics(options),
    ...walletRoutes(new WalletService(options), faucet, options),
    finishLeft: leftForMs => faucet.finishClaims(leftForMs),
  });
}
