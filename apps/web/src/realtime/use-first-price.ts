import { useCallback, useEffect } from 'react';

interface Prices<State> {
  readonly read: () => State | undefined;
  readonly watch: (listener: () => void) => () => void;
}

/**
 * Fills a form with the first known price, once, so that it never overwrites the customer's input. Returns a function that
 * fills in the current price again after the form was emptied. `priceOf` and `offer` must be stable; null: no price yet.
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
