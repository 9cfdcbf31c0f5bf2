import { ASK, BID, type BookSide } from '../book/side.ts';
import type { PerpetualContract } from './contract.ts';

const MILLION = 1_000_000n;

/** How far from the mark price orders may trade, in ticks. Everything the contract can express without a band. */
export class PriceBand {
  lowestTicks = 1;
  highestTicks: number;
  #contract: PerpetualContract;
  #markE8 = 0;

  constructor(contract: PerpetualContract) {
    this.#contract = contract;
    this.highestTicks = contract.maxPriceTicks;
  }

  reconfigure(contract: PerpetualContract): void {
    this.#contract = contract;
    this.around(this.#markE8);
  }

  /** 0: no mark price yet. */
  around(markE8: number): void {
    this.#markE8 = markE8;
    const { priceBandPpm, maxPriceTicks } = this.#contract;
    const isOpen = priceBandPpm === 0 || markE8 === 0;
    this.lowestTicks = isOpen ? 1 : this.#edge(ASK, priceBandPpm);
    this.highestTicks = isOpen ? maxPriceTicks : this.#edge(BID, priceBandPpm);
  }

  holds(priceTicks: number): boolean {
    return priceTicks >= this.lowestTicks && priceTicks <= this.highestTicks;
  }

  /** The worst price a taker on this side may trade at. */
  worst(side: BookSide): number {
    return side === BID ? this.highestTicks : this.lowestTicks;
  }

  /** The same, but no further from the mark than `ppm` of it, nor from the index. */
  worstWithin(side: BookSide, ppm: number, indexE8: number): number {
    const nearerE8 = side === BID ? Math.min(this.#markE8, indexE8) : Math.max(this.#markE8, indexE8);
    const edge = this.#edge(side, ppm, nearerE8);
    return side === BID ? Math.min(edge, this.highestTicks) : Math.max(edge, this.lowestTicks);
  }

  /** The last price in ticks that is at most `ppm` of a price above it (for who buys) or below. */
  #edge(side: BookSide, ppm: number, fromE8 = this.#markE8): number {
    const { maxPriceTicks, tickE8 } = this.#contract;
    const from = BigInt(fromE8);
    const width = (from * BigInt(ppm)) / MILLION;
    const tick = BigInt(tickE8);
    const ticks = side === BID ? (from + width) / tick : (from - width + tick - 1n) / tick;
    return Math.min(Math.max(Number(ticks), 1), maxPriceTicks);
  }
}
