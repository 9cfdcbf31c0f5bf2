import type { COST_METHODS } from '@tallystick/protocol/calls/statement';

export type CostMethod = (typeof COST_METHODS)[number];

/** Coins that left: how many have a known cost, and that cost. */
export interface Taken {
  readonly knownMinor: bigint;
  readonly costMinor: bigint;
}

/** One currency's coins and their cost, in minor units of the coin and of the reporting currency. */
export interface CoinCost {
  /** `costMinor` null: unknown. */
  add(quantityMinor: bigint, costMinor: bigint | null): void;
  /** @throws RangeError for more coins than there are. */
  take(quantityMinor: bigint): Taken;
  readonly quantityMinor: bigint;
  readonly unknownMinor: bigint;
  /** Cost of the coins with known cost. */
  readonly costMinor: bigint;
}

export function coinCost(method: CostMethod): CoinCost {
  return method === 'average' ? new AverageCost() : new FifoCost();
}

/**
 * Average cost. A part that leaves takes its share of the total cost, truncated; the remainder stays and leaves with
 * the last coins, so that all costs out equal all costs in. Coins of unknown cost leave last.
 */
class AverageCost implements CoinCost {
  #knownMinor = 0n;
  costMinor = 0n;
  unknownMinor = 0n;

  get quantityMinor(): bigint {
    return this.#knownMinor + this.unknownMinor;
  }

  add(quantityMinor: bigint, costMinor: bigint | null): void {
    if (costMinor === null) {
      this.unknownMinor += quantityMinor;
      return;
    }
    this.#knownMinor += quantityMinor;
    this.costMinor += costMinor;
  }

  take(quantityMinor: bigint): Taken {
    mustHold(quantityMinor, this.quantityMinor);
    const knownMinor = quantityMinor < this.#knownMinor ? quantityMinor : this.#knownMinor;
    const costMinor = partOf(this.costMinor, knownMinor, this.#knownMinor);
    this.#knownMinor -= knownMinor;
    this.costMinor -= costMinor;
    this.unknownMinor -= quantityMinor - knownMinor;
    return { knownMinor, costMinor };
  }
}

interface Lot {
  quantityMinor: bigint;
  costMinor: bigint | null;
}

/** Lots before this index are used up; they are removed once they are half of the list. */
const SLACK = 1_024;

/** First in, first out. A part of a lot takes its share of the lot's cost, truncated; the rest keeps the remainder. */
class FifoCost implements CoinCost {
  #lots: Lot[] = [];
  #first = 0;
  quantityMinor = 0n;
  unknownMinor = 0n;
  costMinor = 0n;

  add(quantityMinor: bigint, costMinor: bigint | null): void {
    if (quantityMinor === 0n && costMinor === null) return;
    this.#lots.push({ quantityMinor, costMinor });
    this.quantityMinor += quantityMinor;
    if (costMinor === null) this.unknownMinor += quantityMinor;
    else this.costMinor += costMinor;
  }

  take(quantityMinor: bigint): Taken {
    mustHold(quantityMinor, this.quantityMinor);
    let leftMinor = quantityMinor;
    let knownMinor = 0n;
    let costMinor = 0n;
    // Remove a used-up lot with its whole cost, even when rounding left a cost without coins.
    for (
      let lot = this.#lots[this.#first];
      lot !== undefined && leftMinor > 0n;
      lot = this.#lots[this.#first]
    ) {
      const partMinor = leftMinor < lot.quantityMinor ? leftMinor : lot.quantityMinor;
      if (lot.costMinor === null) this.unknownMinor -= partMinor;
      else {
        const part = partOf(lot.costMinor, partMinor, lot.quantityMinor);
        knownMinor += partMinor;
        costMinor += part;
        lot.costMinor -= part;
      }
      lot.quantityMinor -= partMinor;
      leftMinor -= partMinor;
      if (lot.quantityMinor === 0n) this.#drop();
    }
    this.quantityMinor -= quantityMinor;
    this.costMinor -= costMinor;
    return { knownMinor, costMinor };
  }

  #drop(): void {
    this.#first++;
    if (this.#first < SLACK || this.#first * 2 < this.#lots.length) return;
    this.#lots = this.#lots.slice(this.#first);
    this.#first = 0;
  }
}

function partOf(costMinor: bigint, partMinor: bigint, wholeMinor: bigint): bigint {
  return partMinor === wholeMinor ? costMinor : (costMinor * partMinor) / wholeMinor;
}

function mustHold(quantityMinor: bigint, heldMinor: bigint): void {
  if (quantityMinor < 0n || quantityMinor > heldMinor) {
    throw new RangeError(`${quantityMinor} leave where ${heldMinor} are`);
  }
}
