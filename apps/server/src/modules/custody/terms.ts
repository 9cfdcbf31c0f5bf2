import { parseDecimal } from '@tallystick/core/money/decimal';
import type { CustodyChain } from '../../chains/custody/custody-chain.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';

/** What operators have set for a network, in the chain's units. */
export interface CustodyTerms {
  /** The most one transaction may cost. 0 without a setting: nothing is built. */
  readonly feeCeiling: bigint;
  readonly stuckMs: number;
  of(currencyId: number): {
    readonly sweepMinimum: bigint;
    readonly hotTarget: bigint;
    readonly hotMaximum: bigint;
  };
}

export function termsOf(
  settings: Pick<PlatformSettings, 'get'>,
  chain: Pick<CustodyChain, 'network' | 'coin' | 'decimals'>,
): CustodyTerms {
  const { items, stuck_minutes: minutes } = settings.get('custody');
  const itemOf = (currencyId: number) =>
    items.find(one => one.network === chain.network && one.currency_id === currencyId);
  const units = (currencyId: number, amount: string | undefined): bigint =>
    parseDecimal(amount ?? '0', chain.decimals(currencyId)) ?? 0n;
  return {
    feeCeiling: units(chain.coin, itemOf(chain.coin)?.fee_ceiling),
    stuckMs: minutes * 60_000,
    of(currencyId) {
      const item = itemOf(currencyId);
      return {
        sweepMinimum: units(currencyId, item?.sweep_minimum),
        hotTarget: units(currencyId, item?.hot_target),
        hotMaximum: units(currencyId, item?.hot_maximum),
      };
    },
  };
}
