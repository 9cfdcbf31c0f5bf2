import { COUNTING_CURRENCY } from './limits.ts';
import { bandAround, referenceE8 } from './markets.ts';
import { isAmount, isWhole, least, MAX_SAFE, ppmOf } from './numbers.ts';
import type { Command, Part, Refusal } from './part.ts';
import type { Market, WholeOrder, World } from './world.ts';

interface Convert extends Command {
  readonly type: 'convert';
  readonly customerId: number;
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  /** The most that is paid, and the least that is received after fees. */
  readonly amountMinor: bigint;
  readonly minReceivedMinor: bigint;
  readonly expiresAtMs: number;
}

/** One market order as the book would fill it now. */
interface Leg extends WholeOrder {
  /** After the fee, in the other currency. */
  readonly received: bigint;
}

/** More makers than this are refused. */
const MOST_FILLS = 1_000;

/** Conversions: decision 0059. Market orders in one market or two, all or none, by the way that brings most. */
export class Conversions implements Part {
  readonly commands = ['convert'];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: Convert): Refusal {
    const { customerId, fromCurrencyId, toCurrencyId, amountMinor, minReceivedMinor } = command;
    const { now, currencies, books, limits, spot } = this.#world;
    const acting = this.#world.refuseActing(customerId);
    if (acting !== null) return acting;
    if (!isWhole(command.expiresAtMs, now, Number.MAX_SAFE_INTEGER)) return 'quote_expired';
    if (!isAmount(minReceivedMinor)) return 'invalid_amount';
    if (!currencies.has(fromCurrencyId) || !currencies.has(toCurrencyId)) return 'unknown_currency';
    if (fromCurrencyId === toCurrencyId) return 'same_currency';
    if (!isAmount(amountMinor)) return 'invalid_amount';
    if (amountMinor > MAX_SAFE) return 'amount_too_large';
    const legs = this.#best(command);
    if (typeof legs === 'string') return legs;
    const limited = legs.some(leg => leg.side === 'buy') ? limits.refuseBuying(customerId) : null;
    if (limited !== null) return limited;
    if (books.available(customerId, 'spot', fromCurrencyId) < legs[0]!.paidMinor)
      return 'insufficient_balance';
    if (legs.at(-1)!.received < minReceivedMinor) return 'quote_outdated';
    // They are in different markets: the first changes nothing that the second was measured by.
    for (const leg of legs) spot.takeWhole(customerId, leg);
    return null;
  }

  /** The way that brings most, the direct one among equals; or why the first way does not work if none does. */
  #best({ customerId, fromCurrencyId, toCurrencyId, amountMinor }: Convert): readonly Leg[] | string {
    let best: readonly Leg[] | string = 'no_route';
    for (const way of this.#ways(fromCurrencyId, toCurrencyId)) {
      const legs = this.#walk(way, customerId, fromCurrencyId, amountMinor);
      if (typeof legs === 'string') {
        if (best === 'no_route') best = legs;
      } else if (typeof best === 'string' || legs.at(-1)!.received > best.at(-1)!.received) best = legs;
    }
    return best;
  }

  /** The market of the two, and the two markets by way of the counting currency. */
  #ways(from: number, to: number): Market[][] {
    const markets = this.#world.marketsById();
    const between = (one: number, other: number): Market | undefined =>
      markets.find(
        ({ base, quote }) =>
          (base.id === one && quote.id === other) || (base.id === other && quote.id === one),
      );
    const direct = between(from, to);
    const first = between(from, COUNTING_CURRENCY);
    const second = between(COUNTING_CURRENCY, to);
    const ways = direct === undefined ? [] : [[direct]];
    return first === undefined || second === undefined ? ways : [...ways, [first, second]];
  }

  /** Each order is given what the one before brought. */
  #walk(way: readonly Market[], customerId: number, from: number, amount: bigint): Leg[] | string {
    const legs: Leg[] = [];
    let currencyId = from;
    let given = amount;
    for (const market of way) {
      const leg = this.#look(market, customerId, currencyId, given);
      if (typeof leg === 'string') return leg;
      legs.push(leg);
      currencyId = market.base.id === currencyId ? market.quote.id : market.base.id;
      given = leg.received;
    }
    return legs;
  }

  /** A market order of all that is given, within the price band; or why it cannot be. */
  #look(market: Market, customerId: number, from: number, given: bigint): Leg | string {
    const { terms, status } = market;
    const { baseMinorPerLot, quoteMinorPerTickLot, maxQuantityLots, minNotionalMinor } = terms;
    if (status !== 'open') return status === 'halted' ? 'market_halted' : 'market_cancel_only';
    const buys = market.quote.id === from;
    const book = this.#world.spot.book(market.id, buys ? 'sell' : 'buy');
    const first = book[0];
    if (first === undefined) return 'no_liquidity';
    const wanted = buys ? maxQuantityLots : given / baseMinorPerLot;
    if (wanted > maxQuantityLots) return 'convert_exceeds_depth';
    const centreE8 = referenceE8(market);
    const reference = least(
      centreE8 === 0n ? first.priceTicks : centreE8 / terms.tickE8,
      terms.maxPriceTicks,
    );
    const value = buys ? given : reference * wanted * quoteMinorPerTickLot;
    if (value < minNotionalMinor || wanted === 0n) return 'below_min_notional';

    const { lowest, highest } = bandAround(market, centreE8);
    let lots = 0n;
    let quote = 0n;
    let fee = 0n;
    let isEnough = false;
    for (const [fills, maker] of book.entries()) {
      const price = maker.priceTicks;
      if (buys ? price > highest : price < lowest) break;
      if (maker.customerId === customerId) return 'convert_own_order';
      if (fills === MOST_FILLS) break;
      const lotValue = price * quoteMinorPerTickLot;
      const offered = least(maker.lots, wanted - lots);
      const take = buys ? least(offered, (given - quote) / lotValue) : offered;
      lots += take;
      quote += take * lotValue;
      // Truncated for each fill, as the orders' fees are.
      fee += ppmOf(buys ? take * baseMinorPerLot : take * lotValue, terms.config.takerFeePpm);
      isEnough = take < offered || lots === wanted;
      if (isEnough) break;
    }
    if (!isEnough) return 'convert_exceeds_depth';
    if (lots === 0n) return 'below_min_notional';
    return {
      marketId: market.id,
      side: buys ? 'buy' : 'sell',
      lots,
      givenMinor: given,
      paidMinor: buys ? quote : lots * baseMinorPerLot,
      received: (buys ? lots * baseMinorPerLot : quote) - fee,
    };
  }
}
