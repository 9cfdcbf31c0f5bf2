import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import { networksOf, type Network } from '../../chains/networks.ts';
import { CallFailure } from '../../http/call-failure.ts';

export type DepositWay = PlatformSettingValue<'deposit_limits'>['items'][number];

/** Deposit methods of a currency, in the order customers see them. */
export function depositWays(limits: readonly DepositWay[], currencyId: number): DepositWay[] {
  return networksOf(currencyId).flatMap(
    network => limits.find(one => one.currency_id === currencyId && one.network === network) ?? [],
  );
}

/** Throws network_unknown, deposit_disabled. */
export function requireWay(ways: readonly DepositWay[], network: Network | undefined): DepositWay {
  const way = ways.find(one => one.network === network);
  if (way === undefined) throw new CallFailure('network_unknown', { field: 'network' });
  if (!way.enabled) throw new CallFailure('deposit_disabled', { field: 'network' });
  return way;
}
