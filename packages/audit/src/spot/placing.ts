import { bandAround, referenceE8 } from '../markets.ts';
import { ceilDivide, least } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import type { Market, World } from '../world.ts';
import { fillsWhole } from './book.ts';
import { mayRest, type Wanted } from './order.ts';
import { sourceE8, valueNow } from './source.ts';
import type { Trading } from './trading.ts';

const MOST_OPEN = 200;

/** Places orders that are well formed: each is checked in full before anything changes. */
export class Placing {
  readonly #world: World;
  readonly #trading: Trading;

  constructor(world: World, trading: Trading) {
    this.#world = world;
    this.#trading = trading;
  }

  place(market: Market, wanted: Wanted): Refusal {
    if (wanted.orderType === 'trailingStop') return this.#placeTrailing(market, wanted);
    if (wanted.trigger !== null) return this.#placeStop(market, wanted, wanted.trigger);
    return wanted.orderType === 'limit'
      ? this.#placeLimit(market, wanted, wanted.price!, wanted.lots!)
      : this.#placeMarket(market, wanted);
  }

  #placeLimit(market: Market, wanted: Wanted, price: bigint, lots: bigint): Refusal {
    const { side, timeInForce, postOnly, customerId } = wanted;
    const { terms } = market;
    const value = price * lots * terms.quoteMinorPerTickLot;
    const frozen = side === 'buy' ? value : lots * terms.baseMinorPerLot;
    const { lowest, highest } = bandAround(market, referenceE8(market));
    if (value < terms.minNotionalMinor) return 'below_min_notional';
    if (price < lowest || price > highest) return 'price_out_of_band';
    const refusal =
      (mayRest(wanted) ? this.#refuseMore(market, customerId) : null) ??
      this.#refuseFunds(market, wanted, frozen);
    if (refusal !== null) return refusal;
    const book = this.#trading.book(market);
    if (postOnly && book.crosses(side, price)) return 'post_only_would_take';
    if (timeInForce === 'FOK' && !fillsWhole(book.look(wanted, price)))
      return this.#getNothing(market, wanted, 'fill_or_kill_unfillable');
    this.#trading.runLimit(this.#trading.create(market, wanted, frozen));
    return null;
  }

  #placeMarket(market: Market, wanted: Wanted): Refusal {
    const { side, lots, budget, timeInForce } = wanted;
    const { terms } = market;
    const best = this.#trading.book(market).bestAgainst(side)?.priceTicks ?? 0n;
    if (budget !== null) {
      if (budget < terms.minNotionalMinor) return 'below_min_notional';
      const refusal = this.#refuseFunds(market, wanted, budget);
      if (refusal !== null) return refusal;
    } else {
      if (best === 0n) return this.#getNothing(market, wanted, 'no_liquidity');
      // Valued at the reference price, so that a thin book cannot change the minimum.
      const reference = referenceE8(market);
      const price = least(reference === 0n ? best : reference / terms.tickE8, terms.maxPriceTicks);
      if (price * lots! * terms.quoteMinorPerTickLot < terms.minNotionalMinor) return 'below_min_notional';
    }
    const taking = this.#trading.lookMarket(market, wanted);
    if (taking.lots === 0n && taking.end === 'book') return this.#getNothing(market, wanted, 'no_liquidity');
    if (taking.lots === 0n && taking.end === 'budget') return 'below_min_notional';
    if (timeInForce === 'FOK' && !fillsWhole(taking))
      return this.#getNothing(market, wanted, 'fill_or_kill_unfillable');
    const needed = side === 'buy' ? taking.value : lots! * terms.baseMinorPerLot;
    const refusal = this.#refuseFunds(market, wanted, needed);
    if (refusal !== null) return refusal;
    // Exactly what will be used is frozen.
    const frozen = side === 'buy' ? taking.value : taking.lots * terms.baseMinorPerLot;
    this.#trading.runMarket(this.#trading.create(market, wanted, frozen), taking);
    return null;
  }

  #placeStop(market: Market, wanted: Wanted, trigger: bigint): Refusal {
    const { side, price, lots, budget, customerId, asks } = wanted;
    const { terms } = market;
    const now = sourceE8(market, wanted);
    const triggerE8 = trigger * terms.tickE8;
    // Without any price yet, a buy waits for a rise and a sale for a fall.
    const above = now === 0n ? side === 'buy' : triggerE8 > now;
    const rises = asks.triggerDirection === undefined ? above : asks.triggerDirection === 'rises';
    if (now !== 0n && (rises ? triggerE8 <= now : triggerE8 >= now)) return 'trigger_would_fire';
    const value = budget ?? (price ?? trigger) * lots! * terms.quoteMinorPerTickLot;
    const frozen = side === 'buy' ? value : lots! * terms.baseMinorPerLot;
    if (value < terms.minNotionalMinor) return 'below_min_notional';
    const { lowest, highest } = bandAround(market, triggerE8);
    if (price !== null && (price < lowest || price > highest)) return 'price_out_of_band';
    const refusal = this.#refuseMore(market, customerId) ?? this.#refuseFunds(market, wanted, frozen);
    if (refusal !== null) return refusal;
    const order = this.#trading.create(market, wanted, frozen);
    order.rises = rises;
    this.#trading.keep(order);
    this.#trading.book(market).addStop(order);
    return null;
  }

  #placeTrailing(market: Market, wanted: Wanted): Refusal {
    const { side, lots, budget, trigger, customerId, asks } = wanted;
    const { terms } = market;
    const now = sourceE8(market, wanted);
    if (now === 0n) return 'no_price_yet';
    const sells = side === 'sell';
    const price = sells ? now / terms.tickE8 : ceilDivide(now, terms.tickE8);
    const { by, distance } = asks.trail!;
    if (by === 'ticks' && sells && BigInt(distance) >= (trigger ?? price)) return 'invalid_order';
    const value = budget ?? valueNow(market, wanted, lots!);
    if (value < terms.minNotionalMinor) return 'below_min_notional';
    const frozen = sells ? lots! * terms.baseMinorPerLot : value;
    const refusal = this.#refuseMore(market, customerId) ?? this.#refuseFunds(market, wanted, frozen);
    if (refusal !== null) return refusal;
    const order = this.#trading.create(market, wanted, frozen);
    order.rises = !sells;
    if (trigger === null || (sells ? price >= trigger : price <= trigger)) order.extreme = price;
    this.#trading.keep(order);
    this.#trading.book(market).addStop(order);
    return null;
  }

  /** Refused, or an order that has ended, if it asked for that. */
  #getNothing(market: Market, wanted: Wanted, refusal: string): Refusal {
    if (wanted.asks.ifUnfillable === undefined) return refusal;
    const sold = wanted.side === 'sell' ? wanted.lots! * market.terms.baseMinorPerLot : 0n;
    const poor = this.#refuseFunds(market, wanted, sold);
    if (poor === null) this.#trading.end(this.#trading.create(market, wanted, 0n));
    return poor;
  }

  #refuseMore(market: Market, customerId: number): Refusal {
    return this.#trading.ownCount(customerId, market.id) < MOST_OPEN ? null : 'too_many_open_orders';
  }

  #refuseFunds({ base, quote }: Market, { side, customerId }: Wanted, amount: bigint): Refusal {
    const currency = side === 'buy' ? quote.id : base.id;
    if (this.#world.books.available(customerId, 'spot', currency) >= amount) return null;
    return side === 'buy' ? 'insufficient_balance' : 'insufficient_sellable_balance';
  }
}
