import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { bounded } from './valuation.ts';

interface Holding {
  quantityMinor: bigint;
  costMinor: bigint;
}

/**
 * What customers' coins cost them, by average cost: selling a part of the coins takes the same part of their cost. The
 * cost of coins from elsewhere is unknown; they are taken to leave last.
 */
export class CostBasis {
  readonly #holdings = new Map<number, Map<number, Holding>>();

  /** `costMinor`: total paid for them, fees included, in minor units of the counting currency. */
  add(customerId: number, currencyId: number, quantityMinor: bigint, costMinor: bigint): void {
    if (quantityMinor === 0n) return;
    let own = this.#holdings.get(customerId);
    if (own === undefined) this.#holdings.set(customerId, (own = new Map<number, Holding>()));
    const holding = own.get(currencyId);
    if (holding === undefined) {
      own.set(currencyId, { quantityMinor, costMinor });
      return;
    }
    holding.quantityMinor += quantityMinor;
    holding.costMinor = bounded(holding.costMinor + costMinor);
  }

  /** How many of the customer's coins have a known cost. */
  knownMinor(customerId: number, currencyId: number): bigint {
    return this.#holdings.get(customerId)?.get(currencyId)?.quantityMinor ?? 0n;
  }

  /**
   * Removes coins that leave. Returns their cost, and how many of them had a known cost. The cost of a part is
   * truncated, so the cost of the rest is never negative.
   */
  take(
    customerId: number,
    currencyId: number,
    quantityMinor: bigint,
  ): { readonly knownMinor: bigint; readonly costMinor: bigint } {
    const own = this.#holdings.get(customerId);
    const holding = own?.get(currencyId);
    if (own === undefined || holding === undefined) return { knownMinor: 0n, costMinor: 0n };
    if (quantityMinor >= holding.quantityMinor) {
      own.delete(currencyId);
      if (own.size === 0) this.#holdings.delete(customerId);
      return { knownMinor: holding.quantityMinor, costMinor: holding.costMinor };
    }
    const costMinor = (holding.costMinor * quantityMinor) / holding.quantityMinor;
    holding.quantityMinor -= quantityMinor;
    holding.costMinor -= costMinor;
    return { knownMinor: quantityMinor, costMinor };
  }

  write(writer: SnapshotWriter): void {
    const byId = <T>([a]: readonly [number, T], [b]: readonly [number, T]) => a - b;
    writer.int(this.#holdings.size);
    for (const [customerId, own] of [...this.#holdings].toSorted(byId)) {
      writer.int(customerId);
      writer.int(own.size);
      for (const [currencyId, { quantityMinor, costMinor }] of [...own].toSorted(byId)) {
        writer.int(currencyId);
        writer.int64(quantityMinor);
        writer.int64(costMinor);
      }
    }
  }

  /** `isKnown`: whether this customer and this currency exist. */
  read(reader: SnapshotReader, isKnown: (customerId: number, currencyId: number) => boolean): void {
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      for (let currencies = reader.int(); currencies > 0; currencies--) {
        const currencyId = reader.int();
        const quantityMinor = reader.int64();
        const costMinor = reader.int64();
        const isTwice = this.#holdings.get(customerId)?.has(currencyId) === true;
        if (isTwice || !isKnown(customerId, currencyId) || quantityMinor <= 0n || costMinor < 0n) {
          throw new SnapshotUnreadable(`what customer ${customerId} paid for currency ${currencyId}`);
        }
        this.add(customerId, currencyId, quantityMinor, costMinor);
      }
    }
  }
}
