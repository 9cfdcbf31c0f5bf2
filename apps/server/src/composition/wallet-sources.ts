import { correctionWalletSource } from '../modules/correction/wallet-source.ts';
import { launchWalletSource, type LaunchWalletOptions } from '../modules/launch/wallet-source.ts';
import { optionWalletSource } from '../modules/option/wallet-source.ts';
import { perpetualWalletSource, type PerpetualWalletOptions } from '../modules/perpetual/wallet-source.ts';
import { referralWalletSource } from '../modules/referral/wallet-source.ts';
import { spotWalletSource, type SpotWalletOptions } from '../modules/spot/wallet-source.ts';
import { trustWalletSource } from '../modules/trust/wallet-source.ts';
import { withdrawalWalletSource } from '../modules/withdrawal/wallet-source.ts';
import type { WalletSource } from '../modules/wallet/source.ts';

export type WalletSourceOptions = SpotWalletOptions & PerpetualWalletOptions & LaunchWalletOptions;

/** Holdings of every product, in the order in which customers see them. */
export function walletSources(options: WalletSourceOptions): readonly WalletSource[] {
  const { pool, units } = options;
  return [
    spotWalletSource(options),
    withdrawalWalletSource(pool),
    launchWalletSource(options),
    perpetualWalletSource(options),
    trustWalletSource(pool),
    optionWalletSource(pool, units),
    referralWalletSource(pool),
    correctionWalletSource(pool),
  ];
}
