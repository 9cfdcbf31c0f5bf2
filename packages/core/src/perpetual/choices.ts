import { isIntegerWithin } from '../money/integer.ts';
import type { Customers } from '../customer/customer.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { ContractChoice } from './contract-choice.ts';

const NOTHING_CHOSEN: ContractChoice = { multiple: null, topUpLimitMinor: 0n };

/** The highest leverage any contract may offer. */
const MAX_LEVERAGE = 1_000;
/** No limit is larger: sums of it stay exact everywhere. */
export const MAX_TOP_UP_MINOR = BigInt(Number.MAX_SAFE_INTEGER);

/** Customers' choices, by customer and contract. Only those that differ from none are kept. */
export class Choices {
  readonly #customers: Customers;
  readonly #chosen = new Map<number, Map<number, ContractChoice>>();

  constructor(customers: Customers) {
    this.#customers = customers;
  }

  of(customerId: number, marketId: number): ContractChoice {
    return this.#chosen.get(customerId)?.get(marketId) ?? NOTHING_CHOSEN;
  }

  /** Of one customer, by market. */
  all(customerId: number): (readonly [marketId: number, choice: ContractChoice])[] {
    return [...(this.#chosen.get(customerId) ?? [])].toSorted(([a], [b]) => a - b);
  }

  set(customerId: number, marketId: number, choice: ContractChoice): void {
    const isNothing = choice.multiple === null && choice.topUpLimitMinor === 0n;
    const own = this.#chosen.get(customerId) ?? new Map<number, ContractChoice>();
    if (isNothing) own.delete(marketId);
    else own.set(marketId, choice);
    if (own.size === 0) this.#chosen.delete(customerId);
    else this.#chosen.set(customerId, own);
  }

  get isEmpty(): boolean {
    return this.#chosen.size === 0;
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#chosen.size);
    for (const customerId of [...this.#chosen.keys()].toSorted((a, b) => a - b)) {
      const all = this.all(customerId);
      writer.int(customerId);
      writer.int(all.length);
      for (const [marketId, { multiple, topUpLimitMinor }] of all) {
        writer.int(marketId);
        writer.optionalInt(multiple);
        writer.int64(topUpLimitMinor);
      }
    }
  }

  read(reader: SnapshotReader, isListed: (marketId: number) => boolean): void {
    for (let customers = reader.int(); customers > 0; customers--) {
      const customerId = reader.int();
      for (let left = reader.int(); left > 0; left--) {
        const marketId = reader.int();
        const choice = { multiple: reader.optionalInt(), topUpLimitMinor: reader.int64() };
        const { multiple, topUpLimitMinor } = choice;
        const isRight =
          this.#customers.has(customerId) &&
          isListed(marketId) &&
          (multiple === null || isIntegerWithin(multiple, 1, MAX_LEVERAGE)) &&
          isTopUpLimit(topUpLimitMinor) &&
          this.of(customerId, marketId) === NOTHING_CHOSEN;
        if (!isRight) throw new SnapshotUnreadable(`choice of customer ${customerId}`);
        this.set(customerId, marketId, choice);
      }
    }
  }
}

export function isTopUpLimit(limitMinor: bigint): boolean {
  return typeof limitMinor === 'bigint' && limitMinor >= 0n && limitMinor <= MAX_TOP_UP_MINOR;
}
