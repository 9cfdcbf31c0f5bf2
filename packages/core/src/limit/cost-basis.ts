import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { bounded } from './valuation.ts';

interface Holding {
  quantityMinor: bigint;
  costMinor: bigint;
}

/**
 * What customers' coins cost them, by average cost: selling a part takes the same part of what all of it cost. Of
 * what came from elsewhere nobody knows the cost; it is taken to leave last.
 */
export class CostBasis {
  readonly #holdings = new Map<number, Map<number, Holding>>();

  /** `costMinor`: all that was paid, fees included, in minor units of the counting currency. */
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

  /** Of how many coins of the customer the cost is known. */
  knownMinor(customerId: number, currencyId: number): bigint {
    return this.#holdings.get(customerId)?.get(currencyId)?.quantityMinor ?? 0n;
  }

  /**
   * Takes coins that leave. Answers what they had cost, and of how many of them that is known. The cost of a part is
   * truncated, so that the rest never costs less than nothing.
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

  /** `isKnown`: whether there is such a customer and such a currency. */
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
