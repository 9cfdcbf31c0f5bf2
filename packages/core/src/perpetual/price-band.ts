import { ASK, BID, type BookSide } from '../book/side.ts';
import type { PerpetualContract } from './terms.ts';

const MILLION = 1_000_000n;

/** From the lowest to the highest price in ticks. */
interface Range {
  readonly lowestTicks: number;
  readonly highestTicks: number;
}

/**
 * How far from the mark price orders may trade, in ticks. Without a band: everything the contract can express.
 *
 * Limit prices, which may wait in the book, must also be that near to the index. The mark is made of the book's mid
 * price and the last trade: a band around the mark alone would move with them, step by step, to anywhere.
 *
 * The band keeps nobody from closing. Closing limits may also lie between index and mark, where they do not move the
 * mark further away. Takers reach as far as the index, where others' limits are, even if it leapt out of the mark's
 * band.
 */
export class PriceBand {
  /** Band of limits that open. */
  limits: Range;
  /** Band of limits that close. */
  closingLimits: Range;
  #takes: Range;
  #aroundMark: Range;
  #contract: PerpetualContract;
  #markE8 = 0;
  #indexE8 = 0;

  constructor(contract: PerpetualContract) {
    this.#contract = contract;
    this.#aroundMark = { lowestTicks: 1, highestTicks: contract.maxPriceTicks };
    this.#takes = this.#aroundMark;
    this.limits = this.#aroundMark;
    this.closingLimits = this.#aroundMark;
  }

  reconfigure(contract: PerpetualContract): void {
    this.#contract = contract;
    this.around(this.#markE8, this.#indexE8);
  }

  /** 0 and 0: no mark price yet. */
  around(markE8: number, indexE8: number): void {
    this.#markE8 = markE8;
    this.#indexE8 = indexE8;
    const { priceBandPpm, maxPriceTicks } = this.#contract;
    if (priceBandPpm === 0 || markE8 === 0) {
      this.#aroundMark = { lowestTicks: 1, highestTicks: maxPriceTicks };
      this.#takes = this.#aroundMark;
      this.limits = this.#aroundMark;
      this.closingLimits = this.#aroundMark;
      return;
    }
    this.#aroundMark = this.#near(markE8, priceBandPpm);
    this.#takes = spanning(this.#aroundMark, this.#near(indexE8, 0));
    const near = this.#near(indexE8, priceBandPpm);
    const lowestTicks = Math.max(this.#aroundMark.lowestTicks, near.lowestTicks);
    const highestTicks = Math.min(this.#aroundMark.highestTicks, near.highestTicks);
    // The index has leapt out of the band: limits near it bring the book, and with it the mark, to the index.
    this.limits = lowestTicks > highestTicks ? near : { lowestTicks, highestTicks };
    this.closingLimits = spanning(this.limits, this.#near(markE8, 0));
  }

  /** The worst price a taker on this side may trade at. */
  worst(side: BookSide): number {
    return side === BID ? this.#takes.highestTicks : this.#takes.lowestTicks;
  }

  /** The same, but also no further than `ppm` from the mark, nor from the index. */
  worstWithin(side: BookSide, ppm: number, indexE8: number): number {
    const nearerE8 = side === BID ? Math.min(this.#markE8, indexE8) : Math.max(this.#markE8, indexE8);
    const edge = this.#edge(side, ppm, nearerE8);
    const { lowestTicks, highestTicks } = this.#aroundMark;
    return side === BID ? Math.min(edge, highestTicks) : Math.max(edge, lowestTicks);
  }

  #near(priceE8: number, ppm: number): Range {
    return { lowestTicks: this.#edge(ASK, ppm, priceE8), highestTicks: this.#edge(BID, ppm, priceE8) };
  }

  /** The last price in ticks at most `ppm` of a price above it (buying) or below it (selling). */
  #edge(side: BookSide, ppm: number, fromE8: number): number {
    const { maxPriceTicks, tickE8 } = this.#contract;
    const from = BigInt(fromE8);
    const width = (from * BigInt(ppm)) / MILLION;
    const tick = BigInt(tickE8);
    const ticks = side === BID ? (from + width) / tick : (from - width + tick - 1n) / tick;
    return Math.min(Math.max(Number(ticks), 1), maxPriceTicks);
  }
}

/** The ticks between two prices. Two prices without a tick between them give a lowest above the highest: none. */
function spanning(range: Range, price: Range): Range {
  return {
    lowestTicks: Math.min(range.lowestTicks, price.lowestTicks),
    highestTicks: Math.max(range.highestTicks, price.highestTicks),
  };
}
