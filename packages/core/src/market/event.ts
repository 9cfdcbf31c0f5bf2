import type { Currency } from '../money/currency.ts';
import type { IndexTick } from './price-log.ts';
import type { Market, MarketStatus } from './terms.ts';

export type MarketEvent =
  | { readonly type: 'currencyConfigured'; readonly currency: Currency }
  | { readonly type: 'marketConfigured'; readonly market: Market }
  | { readonly type: 'marketStatusSet'; readonly marketId: number; readonly status: MarketStatus }
  | ({ readonly type: 'indexTicked' } & IndexTick);
