import type { WireCurrency } from '@tallystick/protocol/wire';
import { useAvailable } from '#realtime/use-available.ts';
import { usePayable } from '../api/options.ts';
import { offeredCurrencies, type Funds, type Mode, type Terms } from '../model/ticket.ts';

/** Decimals for a currency that is not loaded yet: the most of any stake currency. */
const UNKNOWN_DECIMALS = 6;

/** The balance to stake, in the chosen currency, else in the first one offered. */
export function useFunds(
  terms: Terms,
  mode: Mode,
  chosen: number | undefined,
  currencies: ReadonlyMap<number, WireCurrency>,
): Funds {
  const offered = offeredCurrencies(terms);
  const stakes = offered.find(({ currency_id }) => currency_id === chosen) ?? offered[0];
  const currencyId = stakes?.currency_id ?? 0;
  const { data: payable } = usePayable(terms.market_id);
  const held = payable?.find(({ currency_id }) => currency_id === currencyId);
  const live = useAvailable('option', currencyId);
  const currency = currencies.get(currencyId);
  return {
    currencyId,
    currency: stakes?.currency ?? '',
    decimals: currency?.decimals ?? UNKNOWN_DECIMALS,
    displayDecimals: currency?.display_decimals ?? 2,
    available: mode === 'practice' ? held?.practice_available : (live ?? held?.available),
  };
}
