import type { ReadonlyExchange } from '@tallystick/core';
import type { CallOutput } from '@tallystick/protocol';
import { MEMO_NETWORKS } from '@tallystick/protocol/networks';
import type { Assets } from '../../chains/assets.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { DepositService } from '../deposit/service.ts';
import { wireCurrency } from '../market/currencies.ts';

export interface FundingOptions {
  readonly exchange: Pick<ReadonlyExchange, 'currencies'>;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly assets: Pick<Assets, 'networksOf'>;
  readonly deposits: Pick<DepositService, 'methods'>;
}

/** Every currency with the networks it can come in and go out by at the moment, the most used first. */
export function wireFunding(options: FundingOptions): CallOutput<'GET wallet/funding'> {
  const { exchange, settings, assets, deposits } = options;
  const products = settings.get('products');
  const { items } = settings.get('withdrawal_limits');
  return {
    items: exchange.currencies().map(currency => {
      const { id } = currency;
      const opened = deposits.methods(id).filter(method => products.deposit && method.enabled);
      const out = assets
        .networksOf(id)
        .filter(network =>
          items.some(one => one.currency_id === id && one.network === network && one.enabled),
        )
        .map(network => ({ network, has_memo: MEMO_NETWORKS.includes(network) }));
      return {
        currency: wireCurrency(currency),
        deposit: opened.map(({ network }) => network),
        withdrawal: products.withdrawal ? out : [],
      };
    }),
    bank: settings.get('bank').enabled,
  };
}
