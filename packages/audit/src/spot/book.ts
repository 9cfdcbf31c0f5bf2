import { bandAround, referenceE8 } from '../markets.ts';
import { ceilDivide, least } from '../numbers.ts';
import type { Market, Resting } from '../world.ts';
import {
  openLots,
  type Instructions,
  type Order,
  type RestingOrder,
  type Side,
  type Wanted,
} from './order.ts';

/** Why taking ends: all is found, the budget buys no more, the next is the customer's own, or nothing is left. */
export type TakingEnd = 'wanted' | 'budget' | 'self' | 'book';

export interface Taking {
  readonly lots: bigint;
  /** Lots that would meet the customer's own and are taken off both. */
  readonly prevented: bigint;
  readonly value: bigint;
  readonly end: TakingEnd;
}

/** What a book holds: sorted arrays. */
export interface Sides {
  readonly market: Market;
  /** The best first, at one price the one that came first. */
  readonly buy: RestingOrder[];
  readonly sell: RestingOrder[];
  /** The next to fire first, at one trigger the lowest id. */
  readonly rising: Order[];
  readonly falling: Order[];
  /** The same for stops that watch the index. */
  readonly risingIndex: Order[];
  readonly fallingIndex: Order[];
  /** Trailing stops, in no order. */
  readonly trailing: Order[];
}

export function emptySides(market: Market): Sides {
  return {
    market,
    buy: [],
    sell: [],
    rising: [],
    falling: [],
    risingIndex: [],
    fallingIndex: [],
    trailing: [],
  };
}

/** The book of one market and its waiting stops. */
export class SpotBook {
  readonly sides: Sides;
  readonly market: Market;
  readonly buy: RestingOrder[];
  readonly sell: RestingOrder[];

  constructor(sides: Sides) {
    this.sides = sides;
    this.market = sides.market;
    this.buy = sides.buy;
    this.sell = sides.sell;
  }

  /** The other side's best; undefined if there is none. */
  bestAgainst(side: Side): RestingOrder | undefined {
    return side === 'buy' ? this.sell[0] : this.buy[0];
  }

  /** Whether an order at this price would meet another. */
  crosses(side: Side, price: bigint): boolean {
    const best = this.bestAgainst(side);
    return best !== undefined && isWithin(side, best.priceTicks, price);
  }

  /** Behind all others at its price; of an iceberg as much as it shows at once. */
  rest(order: Order, whole: bigint): void {
    const { orderId, customerId, side, asks } = order;
    const priceTicks = order.price!;
    const lots = asks.visibleLots === undefined ? whole : least(whole, BigInt(asks.visibleLots));
    const resting = { orderId, customerId, priceTicks, lots, order };
    const waiting = this[side];
    const at = firstWhere(waiting, other =>
      side === 'buy' ? other.priceTicks < priceTicks : other.priceTicks > priceTicks,
    );
    waiting.splice(at, 0, resting);
    order.resting = resting;
  }

  /** Takes an order out of the book or the stops. */
  remove(order: Order): void {
    if (order.resting !== null) {
      const waiting = this[order.side];
      waiting.splice(waiting.indexOf(order.resting), 1);
      order.resting = null;
      return;
    }
    const { rising, falling, risingIndex, fallingIndex, trailing } = this.sides;
    for (const stops of [rising, falling, risingIndex, fallingIndex, trailing]) {
      const at = stops.indexOf(order);
      if (at >= 0) stops.splice(at, 1);
    }
  }

  /** One that rises fires at or above its trigger, another at or below it. */
  addStop(order: Order): void {
    const { rises } = order;
    if (order.orderType === 'trailingStop') {
      this.sides.trailing.push(order);
      return;
    }
    const { rising, falling } = this.#stopsOf(sourceOf(order));
    const stops = rises ? rising : falling;
    const trigger = order.trigger!;
    const at = firstWhere(stops, other => {
      const otherTrigger = other.trigger!;
      if (otherTrigger !== trigger) return rises ? otherTrigger > trigger : otherTrigger < trigger;
      return other.orderId > order.orderId;
    });
    stops.splice(at, 0, order);
  }

  /** Stops that a watched price has reached between two prices, in the order in which they were. */
  takeReached(source: Source, lowest: bigint, highest: bigint, rose: boolean): Order[] {
    const { rising, falling } = this.#stopsOf(source);
    const up = (): Order[] => [
      ...rising.splice(
        0,
        firstWhere(rising, ({ trigger }) => trigger! > highest),
      ),
      ...this.#trail(source, highest, true),
    ];
    const down = (): Order[] => [
      ...falling.splice(
        0,
        firstWhere(falling, ({ trigger }) => trigger! < lowest),
      ),
      ...this.#trail(source, lowest, false),
    ];
    // A buyer's trades rise: the first was the lowest.
    return rose ? [...down(), ...up()] : [...up(), ...down()];
  }

  /** A price went up, or down, to here: purchases, or sales, fire, and the others follow. Returns who fires, in order. */
  #trail(source: Source, price: bigint, wentUp: boolean): Order[] {
    const own = this.sides.trailing.filter(order => sourceOf(order) === source);
    const fires = own.filter(order => {
      if (order.rises !== wentUp || order.extreme === null) return false;
      const trigger = trailTrigger(order, order.extreme);
      return wentUp ? trigger <= price : trigger >= price;
    });
    for (const order of fires) this.sides.trailing.splice(this.sides.trailing.indexOf(order), 1);
    for (const order of own) {
      if (order.rises === wentUp) continue;
      const isPast = (other: bigint): boolean => (wentUp ? price >= other : price <= other);
      const isActive = order.extreme !== null || order.trigger === null || isPast(order.trigger);
      if (isActive && (order.extreme === null || isPast(order.extreme))) order.extreme = price;
    }
    return fires.toSorted(bySuccession);
  }

  #stopsOf(source: Source): { readonly rising: Order[]; readonly falling: Order[] } {
    const { rising, falling, risingIndex, fallingIndex } = this.sides;
    return source === 'index' ? { rising: risingIndex, falling: fallingIndex } : { rising, falling };
  }

  /** What takers meet of a side, hidden lots included: at each price one part of every order after the other. */
  *inTurn(side: Side): Generator<Resting> {
    let round: Turn[] = [];
    for (const resting of this[side]) {
      if (round.length > 0 && round[0]!.priceTicks !== resting.priceTicks) {
        yield* laterRounds(round);
        round = [];
      }
      yield resting;
      const { asks } = resting.order;
      const hidden = openLots(resting.order) - resting.lots;
      if (hidden > 0n) round.push({ ...resting, lots: BigInt(asks.visibleLots!), hidden });
    }
    yield* laterRounds(round);
  }

  /** What an order would get now within a price, without changing anything. */
  look({ customerId, side, lots, budget, asks }: Wanted, limit: bigint): Taking {
    const { quoteMinorPerTickLot, maxQuantityLots } = this.market.terms;
    const wanted = lots ?? maxQuantityLots;
    let found = 0n;
    let prevented = 0n;
    let value = 0n;
    const taking = (end: TakingEnd): Taking => ({ lots: found, prevented, value, end });
    for (const maker of this.inTurn(side === 'buy' ? 'sell' : 'buy')) {
      if (!isWithin(side, maker.priceTicks, limit)) break;
      const take = least(maker.lots, wanted - found - prevented);
      if (maker.customerId === customerId) {
        if (asks.selfTrade === 'expireMaker') continue;
        if (asks.selfTrade !== 'decrement') return taking('self');
        prevented += take;
        if (found + prevented === wanted) return taking('self');
        continue;
      }
      const each = maker.priceTicks * quoteMinorPerTickLot;
      const payable = budget === null ? take : (budget - value) / each;
      const paid = least(take, payable);
      found += paid;
      value += paid * each;
      if (payable < take) return taking('budget');
      if (found + prevented === wanted) return taking('wanted');
    }
    return taking('book');
  }
}

interface Turn extends Resting {
  /** What its order has left, of which it shows `lots` at a time. */
  readonly hidden: bigint;
}

function* laterRounds(icebergs: readonly Turn[]): Generator<Resting> {
  for (let round = icebergs; round.length > 0;) {
    for (const { hidden, ...shown } of round) yield { ...shown, lots: least(shown.lots, hidden) };
    round = round
      .map(turn => ({ ...turn, hidden: turn.hidden - turn.lots }))
      .filter(({ hidden }) => hidden > 0n);
  }
}

/** Where a trailing stop fires. A share is rounded up to whole ticks of distance. */
export function trailTrigger(
  { asks, rises }: Pick<Order, 'rises'> & { readonly asks: Pick<Instructions, 'trail'> },
  extreme: bigint,
): bigint {
  const { by, distance } = asks.trail!;
  const ticks = by === 'ticks' ? BigInt(distance) : ceilDivide(extreme * BigInt(distance), 1_000_000n);
  return rises ? extreme + ticks : extreme - ticks;
}

/**
 * Which of two trailing stops fires first: the nearer trigger, then the further extreme, distances in ticks before shares, the
 * smaller distance, the older order.
 */
function bySuccession(a: Order, b: Order): number {
  const sign = a.rises ? -1n : 1n;
  const [aTrail, bTrail] = [a.asks.trail!, b.asks.trail!];
  const difference =
    sign * (trailTrigger(b, b.extreme!) - trailTrigger(a, a.extreme!)) || sign * (b.extreme! - a.extreme!);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  if (aTrail.by !== bTrail.by) return aTrail.by === 'ticks' ? -1 : 1;
  return aTrail.distance - bTrail.distance || a.orderId - b.orderId;
}

export type Source = 'last' | 'index';

export function sourceOf({ asks }: Pick<Wanted, 'asks'>): Source {
  return asks.triggerSource ?? 'last';
}

/** Whether everything wanted is there; of a budget, all whole lots it buys. */
export function fillsWhole({ end, prevented }: Taking): boolean {
  return (end === 'wanted' || end === 'budget') && prevented === 0n;
}

export function isWithin(side: Side, price: bigint, limit: bigint): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** Index of the first of a sorted list for which it holds; its length if it holds for none. */
function firstWhere<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A market order trades no further than the edge of the band. */
export function marketLimit(market: Market, side: Side): bigint {
  const { lowest, highest } = bandAround(market, referenceE8(market));
  return side === 'buy' ? highest : lowest;
}
