import { BID, type BookSide } from '../book/side.ts';
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
    const { priceBandPpm, maxPriceTicks, tickE8 } = this.#contract;
    this.lowestTicks = 1;
    this.highestTicks = maxPriceTicks;
    if (priceBandPpm === 0 || markE8 === 0) return;
    const mark = BigInt(markE8);
    const width = (mark * BigInt(priceBandPpm)) / MILLION;
    const tick = BigInt(tickE8);
    const lowest = Number((mark - width + tick - 1n) / tick);
    const highest = Number((mark + width) / tick);
    this.lowestTicks = Math.min(Math.max(lowest, 1), maxPriceTicks);
    this.highestTicks = Math.min(Math.max(highest, 1), maxPriceTicks);
  }

  holds(priceTicks: number): boolean {
    return priceTicks >= this.lowestTicks && priceTicks <= this.highestTicks;
  }

  /** The worst price a taker on this side may trade at. */
  worst(side: BookSide): number {
    return side === BID ? this.highestTicks : this.lowestTicks;
  }
}
