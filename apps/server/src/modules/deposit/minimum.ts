import type { ReadonlyExchange } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { Network } from '../../chains/networks.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';

export interface MinimumOptions {
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly exchange: Pick<ReadonlyExchange, 'currency'>;
}

/** In minor units; 0 for what is not offered. */
export function minimumOfDeposits({
  settings,
  exchange,
}: MinimumOptions): (network: Network, currencyId: number) => bigint {
  return (network, currencyId) => {
    const { items } = settings.get('deposit_limits');
    const method = items.find(one => one.currency_id === currencyId && one.network === network);
    return parseDecimal(method?.minimum ?? '0', exchange.currency(currencyId)?.decimals ?? 0) ?? 0n;
  };
}
