import type { Currency } from '../money/currency.ts';
import type { IndexSource } from './price-log.ts';
import type { MarketConfig, MarketStatus } from './terms.ts';

export type MarketCommand =
  | { readonly type: 'configureCurrency'; readonly currency: Currency }
  | { readonly type: 'configureMarket'; readonly market: MarketConfig }
  | { readonly type: 'setMarketStatus'; readonly marketId: number; readonly status: MarketStatus }
  /** One index price as the aggregator computed it. The core numbers and chains it. */
  | {
      readonly type: 'recordIndexTick';
      readonly marketId: number;
      readonly priceE8: number;
      readonly sources: readonly IndexSource[];
    };

export const MARKET_COMMANDS = [
  'configureCurrency',
  'configureMarket',
  'setMarketStatus',
  'recordIndexTick',
] as const;
