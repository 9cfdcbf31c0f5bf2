import type { Market, World } from '../world.ts';
import { triggerSourceE8 } from '../markets.ts';
import type { Order, Wanted } from './order.ts';
import type { SpotBook } from './book.ts';

const MOST_OPEN = 200;

/** What places them. */
interface Trading {
  readonly create: (market: Market, wanted: Wanted, frozen: bigint) => Order;
  readonly keep: (order: Order) => void;
  readonly book: (market: Market) => SpotBook;
  readonly ownCount: (customerId: number, marketId: number) => number;
  /** A stop whose price was there already when it was placed. */
  readonly fire: (stop: Order) => void;
  readonly runLimit: (order: Order) => void;
}

/** Sells again what an ended order has received, in whole lots, as its bracket asks; nothing if that cannot be placed. */
export function placeExits(world: World, trading: Trading, parent: Order): void {
  const { market, asks, customerId } = parent;
  const { baseMinorPerLot, quoteMinorPerTickLot, minNotionalMinor, tickE8 } = market.terms;
  const lots = (parent.filledLots * baseMinorPerLot - parent.fee) / baseMinorPerLot;
  const profit = ticksOf(asks.takeProfitTicks);
  const loss = ticksOf(asks.stopLossTicks);
  const lossPrice = ticksOf(asks.stopLossPriceTicks);
  const prices = [profit, loss === null ? null : (lossPrice ?? loss)].filter(price => price !== null);
  const frozen = lots * baseMinorPerLot;
  const isPossible =
    market.status === 'open' &&
    lots > 0n &&
    prices.every(price => price * lots * quoteMinorPerTickLot >= minNotionalMinor) &&
    trading.ownCount(customerId, market.id) + prices.length <= MOST_OPEN &&
    world.books.available(customerId, 'spot', market.base.id) >= frozen;
  if (!isPossible) return;
  const make = (price: bigint | null, trigger: bigint | null, money: bigint): Order => {
    const exit = trading.create(market, sale(customerId, lots, price, trigger), money);
    exit.parentId = parent.orderId;
    return exit;
  };
  if (loss !== null && isPast(market, loss * tickE8)) {
    trading.fire(make(lossPrice, loss, frozen));
    return;
  }
  const limit = profit === null ? null : make(profit, null, frozen);
  if (loss !== null) {
    if (limit !== null) trading.keep(limit);
    const stop = make(lossPrice, loss, limit === null ? frozen : 0n);
    trading.keep(stop);
    trading.book(market).addStop(stop);
    if (limit !== null) link(limit, stop);
  }
  if (limit !== null) trading.runLimit(limit);
}

/** From now on one of the two trades. */
export function link(limit: Order, stop: Order): void {
  limit.other = stop;
  stop.other = limit;
  limit.listId = limit.orderId;
  stop.listId = limit.orderId;
}

function sale(customerId: number, lots: bigint, price: bigint | null, trigger: bigint | null): Wanted {
  return {
    customerId,
    side: 'sell',
    orderType: trigger === null ? 'limit' : price === null ? 'stopMarket' : 'stopLimit',
    timeInForce: 'GTC',
    postOnly: false,
    price,
    lots,
    budget: null,
    trigger,
    name: null,
    asks: trigger === null ? {} : { triggerDirection: 'falls' },
  };
}

function isPast(market: Market, lossE8: bigint): boolean {
  const now = triggerSourceE8(market);
  return now !== 0n && now <= lossE8;
}

function ticksOf(ticks: number | undefined): bigint | null {
  return ticks === undefined ? null : BigInt(ticks);
}
