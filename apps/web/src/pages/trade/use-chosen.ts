import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import {
  changeTradePreferences,
  useTradePreferences,
} from '#features/market/model/trade-preferences-store.ts';

/**
 * What a page trades: the market in its address, otherwise the last one traded, otherwise the first. The choice is
 * stored for all trading pages.
 */
export function useChosen<T>(
  items: readonly T[] | undefined,
  idOf: (item: T) => number,
): {
  /** undefined until `items` are known. */
  readonly chosen: T | undefined;
  readonly chosenId: number | undefined;
  readonly choose: (marketId: number) => void;
} {
  const [query, setQuery] = useSearchParams();
  const { marketId } = useTradePreferences();
  const byId = (id: string | number | undefined | null) =>
    items?.find(item => String(idOf(item)) === String(id));
  const chosen = byId(query.get('market')) ?? byId(marketId) ?? items?.[0];
  const chosenId = chosen && idOf(chosen);
  useEffect(() => {
    if (chosenId !== undefined) changeTradePreferences({ marketId: chosenId });
  }, [chosenId]);
  return { chosen, chosenId, choose: id => setQuery({ market: String(id) }, { replace: true }) };
}
