import { useCallback, useEffect } from 'react';

interface Prices<State> {
  readonly read: () => State | undefined;
  readonly watch: (listener: () => void) => () => void;
}

/**
 * Offers a form the first price there is, once: what the customer makes of it is theirs. Returns the way to offer the
 * price of the moment again, when the form was emptied. `priceOf` and `offer` must be stable; null: no price yet.
 */
export function useFirstPrice<State>(
  prices: Prices<State>,
  priceOf: (state: State) => string | null,
  offer: (price: string) => void,
): () => void {
  const offerNow = useCallback((): boolean => {
    const state = prices.read();
    const price = state === undefined ? null : priceOf(state);
    if (price === null) return false;
    offer(price);
    return true;
  }, [prices, priceOf, offer]);
  useEffect(() => {
    if (offerNow()) return undefined;
    const stop = prices.watch(() => {
      if (offerNow()) stop();
    });
    return stop;
  }, [prices, offerNow]);
  return offerNow;
}
