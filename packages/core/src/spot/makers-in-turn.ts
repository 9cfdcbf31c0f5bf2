import { NONE } from '../book/order-pool.ts';
import type { BookSide } from '../book/side.ts';
import type { SpotMarket } from './spot-market.ts';

/** Lots that one order shows at once. */
interface Shown {
  readonly ownerId: number;
  readonly priceTicks: number;
  readonly lots: number;
}

/**
 * What a taker meets, in the order in which it would trade, hidden lots included: at each price what the book shows, then
 * the next parts of icebergs, each behind all others. Whoever does not take a part whole must stop there.
 */
export function* makersInTurn(market: SpotMarket, side: BookSide): Generator<Shown, void, undefined> {
  const { book } = market;
  for (let slot = book.best(side); slot !== NONE;) {
    const priceTicks = book.priceAt(slot);
    const hidden: { readonly ownerId: number; readonly visible: number; left: number }[] = [];
    for (; slot !== NONE && book.priceAt(slot) === priceTicks; slot = book.next(slot)) {
      const lots = book.lotsAt(slot);
      const ownerId = book.ownerIdAt(slot);
      yield { ownerId, priceTicks, lots };
      if (market.icebergs === 0) continue;
      const { visibleLots, openLots } = market.restingAt(slot);
      if (visibleLots > 0 && openLots > lots)
        hidden.push({ ownerId, visible: visibleLots, left: openLots - lots });
    }
    for (const next of hidden) {
      const lots = Math.min(next.visible, next.left);
      yield { ownerId: next.ownerId, priceTicks, lots };
      // The list grows while it is walked.
      if (next.left > lots) hidden.push({ ...next, left: next.left - lots });
    }
  }
}
