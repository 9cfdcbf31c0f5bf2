import type { Currency } from '../money/currency.ts';
import { formatMinor, parseDecimal } from '../money/decimal.ts';
import { ceilDivide, divideWhole, ppmOf } from '../money/ppm.ts';
import type { Halt } from './halt.ts';
import { PRICE_DECIMALS } from './derive-terms.ts';
import type { Market, MarketStatus } from './terms.ts';
import type { IndexTick } from './price-log.ts';

/**
 * A market with its current configuration, status and prices. Orders are computed with plain numbers; `deriveMarket`
 * chose the market's limits so that their products are exact.
 */
export class ListedMarket {
  readonly base: Currency;
  readonly quote: Currency;
  readonly baseMinorPerLot: number;
  readonly quoteMinorPerTickLot: number;
  readonly maxPriceTicks: number;
  readonly maxQuantityLots: number;
  /** One tick in 1e-8 quote units. */
  readonly tickE8: number;
  config: Market;
  status: MarketStatus = 'open';
  /** Why it is stopped; null while it is open, and for stops without a reason. */
  halt: Halt | null = null;
  makerFeePpm = 0;
  takerFeePpm = 0;
  minNotionalMinor = 0;
  /** Newest tick of the price log for this market. */
  indexTick: IndexTick | null = null;
  /** 0 before the first trade. */
  lastPriceTicks = 0;
  /** The opening price in 1e-8 quote units: the issue price of a launched currency; 0 for all others. */
  #openingE8 = 0;
  /** Range of accepted prices. Without a reference price or a band: everything the market can express. */
  lowestPriceTicks = 1;
  highestPriceTicks: number;

  constructor(market: Market, base: Currency, quote: Currency) {
    this.base = base;
    this.quote = quote;
    this.baseMinorPerLot = Number(market.baseMinorPerLot);
    this.quoteMinorPerTickLot = Number(market.quoteMinorPerTickLot);
    this.maxPriceTicks = market.maxPriceTicks;
    this.maxQuantityLots = market.maxQuantityLots;
    this.tickE8 = Number(parseDecimal(market.tickSize, PRICE_DECIMALS));
    this.highestPriceTicks = market.maxPriceTicks;
    this.config = market;
    this.reconfigure(market);
  }

  /** Changes the terms that may change while orders rest: fees, band and minimum. */
  reconfigure(market: Market): void {
    this.config = market;
    this.makerFeePpm = market.makerFeePpm;
    this.takerFeePpm = market.takerFeePpm;
    this.minNotionalMinor = Number(market.minNotionalMinor);
    this.#updateBand();
  }

  indexTicked(tick: IndexTick): void {
    this.indexTick = tick;
    this.#updateBand();
  }

  /** A launched currency starts trading around its issue price. */
  openAt(priceE8: number): void {
    this.#openingE8 = priceE8;
    this.#updateBand();
  }

  traded(priceTicks: number): void {
    this.lastPriceTicks = priceTicks;
    if (this.indexTick === null) this.#updateBand();
  }

  /**
   * The price that bands are measured from, in 1e-8 quote units: the latest index tick, else the last trade, else the
   * opening price, else 0.
   */
  referenceE8(): number {
    if (this.indexTick !== null) return this.indexTick.priceE8;
    return this.lastPriceTicks === 0 ? this.#openingE8 : this.lastPriceTicks * this.tickE8;
  }

  /** The reference price truncated to ticks, null before the first tick, trade or opening. */
  referencePriceTicks(): number | null {
    const reference = this.referenceE8();
    return reference === 0 ? null : divideWhole(reference, this.tickE8);
  }

  /**
   * The price that stops watch, in 1e-8 quote units: the last trade; before the first trade the index, before that the
   * opening price, else 0.
   */
  triggerSourceE8(): number {
    if (this.lastPriceTicks !== 0) return this.lastPriceTicks * this.tickE8;
    return this.indexTick === null ? this.#openingE8 : this.indexTick.priceE8;
  }

  /** The index in ticks, rounded up. A falling price has reached a trigger once this is at or below it. */
  indexTicksUp(): number {
    return this.indexTick === null ? 0 : ceilDivide(this.indexTick.priceE8, this.tickE8);
  }

  /** The index in ticks, truncated. A rising price has reached a trigger once this is at or above it. */
  indexTicksDown(): number {
    return this.indexTick === null ? 0 : divideWhole(this.indexTick.priceE8, this.tickE8);
  }

  /** Quote minor units, exact. */
  valueMinor(priceTicks: number, lots: number): number {
    return priceTicks * lots * this.quoteMinorPerTickLot;
  }

  formatPrice(priceTicks: number): string {
    return formatMinor(BigInt(priceTicks) * BigInt(this.tickE8), PRICE_DECIMALS);
  }

  formatQuote(amountMinor: number): string {
    return formatMinor(BigInt(amountMinor), this.quote.decimals);
  }

  /** The lowest and highest price in ticks that the band allows around a reference. */
  bandAround(referenceE8: number): { readonly lowest: number; readonly highest: number } {
    const ppm = this.config.priceBandPpm;
    if (referenceE8 === 0 || ppm === 0) return { lowest: 1, highest: this.maxPriceTicks };
    const width = ppmOf(referenceE8, ppm);
    const highest = divideWhole(Math.min(referenceE8 + width, Number.MAX_SAFE_INTEGER), this.tickE8);
    return {
      lowest: Math.max(1, ceilDivide(referenceE8 - width, this.tickE8)),
      highest: Math.min(highest, this.maxPriceTicks),
    };
  }

  #updateBand(): void {
    const band = this.bandAround(this.referenceE8());
    this.lowestPriceTicks = band.lowest;
    this.highestPriceTicks = band.highest;
  }
}
