import { useCallback } from 'react';
import type { WireHolding } from '@tallystick/protocol';
import type { WireCurrency } from '@tallystick/protocol/wire';
import { useSession } from '#lib/session.ts';
import { balancesTopic, useTopic, type HoldingKey } from '#realtime/topics.ts';
import { usePayable } from '../api/options.ts';
import { offeredCurrencies, type Funds, type Mode, type Terms } from '../model/ticket.ts';

type Holdings = ReadonlyMap<HoldingKey, WireHolding>;

/** Live available balance of an account; undefined for visitors and while loading. */
export function useAvailable(account: 'spot' | 'option', currencyId: number): string | undefined {
  const session = useSession();
  const select = useCallback(
    (holdings: Holdings) => holdings.get(`${account}:${currencyId}`)?.available,
    [account, currencyId],
  );
  return useTopic(session ? balancesTopic() : undefined, select);
}

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
