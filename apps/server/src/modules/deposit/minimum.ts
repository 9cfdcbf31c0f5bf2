import type { ReadonlyExchange } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { PlatformSettings } from '../../settings/platform-settings.ts';

export interface MinimumOptions {
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly exchange: Pick<ReadonlyExchange, 'currency'>;
}

/** By currency, in minor units. Only Ethereum is watched, so each currency has one minimum. */
export function minimumOfDeposits({ settings, exchange }: MinimumOptions): (currencyId: number) => bigint {
  return currencyId => {
    const { items } = settings.get('deposit_limits');
    const method = items.find(one => one.currency_id === currencyId && one.network === 'ERC20');
    return parseDecimal(method?.minimum ?? '0', exchange.currency(currencyId)?.decimals ?? 0) ?? 0n;
  };
}
