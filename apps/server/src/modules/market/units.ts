import type { Currency, ReadonlyExchange, Market } from '@tallystick/core';
import { formatFixed, formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import { CallFailure } from '../../http/call-failure.ts';
import { inSteps, stepOf, trimmed, type Step } from './steps.ts';

/** Converts a market's ticks, lots and minor units to and from the wire's decimal strings. */
export class MarketUnits {
  readonly market: Market;
  readonly base: Currency;
  readonly quote: Currency;
  /** Whether a feed's index is its reference price; a launched currency has only its own trades. */
  readonly hasIndex: boolean;
  readonly #tick: Step;
  readonly #lot: Step;

  constructor(market: Market, base: Currency, quote: Currency, hasIndex = true) {
    this.market = market;
    this.base = base;
    this.quote = quote;
    this.hasIndex = hasIndex;
    this.#tick = stepOf(market.tickSize);
    this.#lot = stepOf(market.lotSize);
  }

  /** Always with all decimals of the tick: `64250.0`. */
  price(ticks: number): string {
    return fixed(ticks * this.#tick.units, this.#tick.decimals);
  }

  /** Without trailing zeros: `0.5`, `0`. */
  quantity(lots: number): string {
    return trimmed(fixed(lots * this.#lot.units, this.#lot.decimals));
  }

  quoteAmount(minor: bigint): string {
    return formatMinor(minor, this.quote.decimals);
  }

  baseAmount(minor: bigint): string {
    return formatMinor(minor, this.base.decimals);
  }

  /** An index price, truncated to the tick's decimals. */
  indexPrice(priceE8: number): string {
    return formatFixed(BigInt(priceE8), 8, this.#tick.decimals);
  }

  /** Quote paid per base, truncated to the tick's decimals; null while nothing is filled. */
  averagePrice(filledQuoteMinor: bigint, filledLots: number): string | null {
    if (filledLots === 0) return null;
    const perTick = BigInt(filledLots) * this.market.quoteMinorPerTickLot;
    return formatMinorFixed((filledQuoteMinor * BigInt(this.#tick.units)) / perTick, this.#tick.decimals);
  }

  /** Throws invalid_price, naming the step, for a price between two ticks or above the market's maximum. */
  priceTicks(text: string, field: string): number {
    const ticks = inSteps(text, this.#tick);
    if (typeof ticks !== 'number' || ticks > this.market.maxPriceTicks) {
      throw new CallFailure('invalid_price', { field, step: this.#tick.text });
    }
    return ticks;
  }

  /** Throws invalid_quantity, naming the step, between two lots; quantity_too_large above the maximum. */
  quantityLots(text: string, field = 'quantity'): number {
    const lots = inSteps(text, this.#lot);
    if (lots === 'too_large' || (lots !== null && lots > this.market.maxQuantityLots)) {
      throw new CallFailure('quantity_too_large', {
        field,
        maximum: this.quantity(this.market.maxQuantityLots),
      });
    }
    if (lots === null) throw new CallFailure('invalid_quantity', { field, step: this.#lot.text });
    return lots;
  }

  budgetMinor(text: string): bigint {
    return amountMinor(text, this.quote, 'budget');
  }
}

/** An amount in minor units. Throws invalid_amount, naming the allowed decimals, if it has more. */
export function amountMinor(text: string, currency: Currency, field: string): bigint {
  const minor = parseDecimal(trimmed(text), currency.decimals);
  if (minor === null) throw new CallFailure('invalid_amount', { field, decimals: currency.decimals });
  return minor;
}

/** The units of all markets, made once: a market's tick and lot never change. */
export class MarketUnitsTable {
  readonly #exchange: ReadonlyExchange;
  readonly #units = new Map<number, MarketUnits>();

  constructor(exchange: ReadonlyExchange) {
    this.#exchange = exchange;
  }

  /** Throws unknown_market. */
  of(marketId: number): MarketUnits {
    const known = this.#units.get(marketId);
    if (known !== undefined) return known;
    const market = this.#exchange.market(marketId);
    if (market === null) throw new CallFailure('unknown_market', { field: 'market_id' });
    const base = this.#exchange.currency(market.baseCurrencyId);
    const quote = this.#exchange.currency(market.quoteCurrencyId);
    if (base === null || quote === null) throw new Error(`market ${marketId} lacks a currency`);
    const units = new MarketUnits(market, base, quote, this.#exchange.launch.issuePriceE8(marketId) === null);
    this.#units.set(marketId, units);
    return units;
  }

  currency(id: number, field = 'currency_id'): Currency {
    const currency = this.#exchange.currency(id);
    if (currency === null) throw new CallFailure('unknown_currency', { field });
    return currency;
  }
}

/** A safe integer of 10^-decimals units, printed with exactly that many decimals. */
function fixed(units: number, decimals: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not exact`);
  const digits = units.toString();
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

function formatMinorFixed(units: bigint, decimals: number): string {
  return formatFixed(units, decimals, decimals);
}
