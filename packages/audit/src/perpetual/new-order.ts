import { opposite, type Contracted, type Order, type Position, type Trader } from './state.ts';
import type { OrderTerms, Venue } from './venue.ts';

/** A market order that closes lots of a merged position. */
export function closingOrder(venue: Venue, position: Position, lots: bigint): Order {
  const { market, trader, side, multiple } = position;
  return newOrder(
    venue,
    market,
    trader,
    { side: opposite(side), lots, multiple, limitTicks: null, name: null, asks: {} },
    true,
  );
}

export function newOrder(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  terms: Pick<OrderTerms, 'side' | 'lots' | 'multiple' | 'limitTicks' | 'name' | 'asks'>,
  onlyReduces: boolean,
): Order {
  const { side, lots, multiple, limitTicks, name, asks } = terms;
  return {
    side,
    lots,
    multiple,
    limitTicks,
    name,
    asks,
    prevented: 0n,
    id: ++venue.lastId,
    trader,
    market,
    onlyReduces,
    orderType: terms.limitTicks === null ? 'market' : 'limit',
    placedAtMs: venue.world.now,
    filledLots: 0n,
    filledValue: 0n,
    fees: 0n,
    realised: 0n,
  };
}
