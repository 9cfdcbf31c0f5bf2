import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type { Assets } from '../../chains/assets.ts';
import type { Network } from '../../chains/networks.ts';
import { CallFailure } from '../../http/call-failure.ts';

export type DepositMethod = PlatformSettingValue<'deposit_limits'>['items'][number];

/** Deposit methods of a currency, in the order customers see them. */
export function depositMethods(
  assets: Pick<Assets, 'networksOf'>,
  limits: readonly DepositMethod[],
  currencyId: number,
): DepositMethod[] {
  return assets
    .networksOf(currencyId)
    .flatMap(network => limits.find(one => one.currency_id === currencyId && one.network === network) ?? []);
}

/** Throws network_unknown, deposit_disabled. */
export function requireMethod(all: readonly DepositMethod[], network: Network | undefined): DepositMethod {
  const method = all.find(one => one.network === network);
  if (method === undefined) throw new CallFailure('network_unknown', { field: 'network' });
  if (!method.enabled) throw new CallFailure('deposit_disabled', { field: 'network' });
  return method;
}
