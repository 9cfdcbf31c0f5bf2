import type { ReadonlyExchange } from '@tallystick/core';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { parseDecimal } from '@tallystick/core/money/decimal';

/** How many minor units of another currency one minor unit is worth, as an exact fraction. */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const ONE: Rate = { numerator: 1n, denominator: 1n };
/** `last`: the last trade, else the index, else the issue price. `open`: 24 hours ago. */
export type PriceOf = 'last' | 'open';

/** Values amounts in other currencies through the markets between them; exact until the final truncation. */
export class Valuation {
  readonly #exchange: ReadonlyExchange;
  readonly #marketData: Pick<MarketData, 'ticker'>;

  constructor(exchange: ReadonlyExchange, marketData: Pick<MarketData, 'ticker'>) {
    this.#exchange = exchange;
    this.#marketData = marketData;
  }

  /** Null when no priced markets connect the two. The shortest path counts. */
  rate(fromId: number, toId: number, priceOf: PriceOf = 'last'): Rate | null {
    const rates = new Map<number, Rate>([[fromId, ONE]]);
    let reached = [fromId];
    while (reached.length > 0 && !rates.has(toId)) {
      const next: number[] = [];
      for (const currencyId of reached) {
        for (const [neighbourId, step] of this.#steps(currencyId, priceOf)) {
          if (rates.has(neighbourId)) continue;
          rates.set(neighbourId, product(rates.get(currencyId) ?? ONE, step));
          next.push(neighbourId);
        }
      }
      reached = next;
    }
    return rates.get(toId) ?? null;
  }

  /** Minor units of `toId`, truncated; null if unknown. */
  value(amountMinor: bigint, fromId: number, toId: number, priceOf: PriceOf = 'last'): bigint | null {
    const rate = this.rate(fromId, toId, priceOf);
    return rate === null ? null : worth(amountMinor, rate);
  }

  *#steps(currencyId: number, priceOf: PriceOf): Generator<[currencyId: number, rate: Rate]> {
    for (const market of this.#exchange.markets()) {
      const buys = market.quoteCurrencyId === currencyId;
      if (!buys && market.baseCurrencyId !== currencyId) continue;
      const price = this.#quotePerBase(market.id, priceOf);
      if (price === null) continue;
      yield buys
        ? [market.baseCurrencyId, { numerator: price.denominator, denominator: price.numerator }]
        : [market.quoteCurrencyId, price];
    }
  }

  /** Quote minor units per base minor unit. */
  #quotePerBase(marketId: number, priceOf: PriceOf): Rate | null {
    const market = this.#exchange.market(marketId);
    const ticker = this.#marketData.ticker(marketId);
    if (market === null || ticker === null) return null;
    const ticks = priceOf === 'last' ? ticker.lastTicks : ticker.openTicks;
    if (ticks !== null) {
      return { numerator: BigInt(ticks) * market.quoteMinorPerTickLot, denominator: market.baseMinorPerLot };
    }
    if (priceOf === 'open') return null;
    // A launched currency without an index is worth its issue price until its first trade.
    const priceE8 = ticker.indexPriceE8 ?? this.#exchange.launch.issuePriceE8(marketId);
    if (priceE8 === null) return null;
    // priceE8 × 10^-8 quote units per base unit, expressed in ticks: price / tickSize.
    const tickE18 = parseDecimal(market.tickSize, 18);
    if (tickE18 === null || tickE18 === 0n) return null;
    return {
      numerator: BigInt(priceE8) * 10n ** 10n * market.quoteMinorPerTickLot,
      denominator: tickE18 * market.baseMinorPerLot,
    };
  }
}

export function worth(amountMinor: bigint, rate: Rate): bigint {
  return (amountMinor * rate.numerator) / rate.denominator;
}

function product(a: Rate, b: Rate): Rate {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}
