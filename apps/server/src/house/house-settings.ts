import type { Market } from '@tallystick/core';
import type { Settings } from '../config/settings.ts';
import type { QuoteSettings } from './quote-settings.ts';

type HouseSettings = Pick<
  Settings,
  | 'HOUSE'
  | 'HOUSE_SPREAD_PPM'
  | 'HOUSE_LEVELS'
  | 'HOUSE_STEP_PPM'
  | 'HOUSE_LEVEL_VALUE'
  | 'HOUSE_INVENTORY_VALUE'
  | 'HOUSE_REQUOTE_PPM'
  | 'HOUSE_MARKETS'
>;

/**
 * How the house quotes a market: the general settings, changed by HOUSE_MARKETS for this one.
 *
 * @param dollarsPerQuote what one unit of the market's quote currency is worth in USDT; values are set in USDT
 * @returns null when it does not quote it
 */
export function quoteSettings(
  settings: HouseSettings,
  market: Pick<Market, 'symbol'>,
  dollarsPerQuote: number,
): QuoteSettings | null {
  const own = settings.HOUSE_MARKETS.get(market.symbol);
  if (!settings.HOUSE || own === 'off') return null;
  return {
    spreadPpm: own?.spread ?? settings.HOUSE_SPREAD_PPM,
    levels: own?.levels ?? settings.HOUSE_LEVELS,
    stepPpm: own?.step ?? settings.HOUSE_STEP_PPM,
    levelValue: (own?.value ?? settings.HOUSE_LEVEL_VALUE) / dollarsPerQuote,
    inventoryValue: (own?.inventory ?? settings.HOUSE_INVENTORY_VALUE) / dollarsPerQuote,
    requotePpm: own?.requote ?? settings.HOUSE_REQUOTE_PPM,
  };
}
