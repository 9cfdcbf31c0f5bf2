import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

/**
 * Practice money: numbers beside the ledger, not in it. No posting and no other command knows it, so it cannot be
 * paid in, transferred, withdrawn or counted as anything the house holds.
 */
export class Practice {
  readonly #log: EventLog;
  readonly #balances = new Map<number, bigint>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  balanceMinor(customerId: number, currencyId: number): bigint {
    return this.#balances.get(keyOf(customerId, currencyId)) ?? 0n;
  }

  /** Adds to the balance, or if negative takes from it. Zero is no change. */
  change(customerId: number, currencyId: number, amountMinor: bigint): void {
    if (amountMinor === 0n) return;
    const balanceMinor = this.balanceMinor(customerId, currencyId) + amountMinor;
    invariant(balanceMinor >= 0n, `practice money of customer ${customerId} fell below zero`);
    if (balanceMinor === 0n) this.#balances.delete(keyOf(customerId, currencyId));
    else this.#balances.set(keyOf(customerId, currencyId), balanceMinor);
    this.#log.push({ type: 'practiceChanged', customerId, currencyId, balanceMinor });
  }

  write(writer: SnapshotWriter): void {
    const balances = [...this.#balances].toSorted(([a], [b]) => a - b);
    writer.int(balances.length);
    for (const [key, balanceMinor] of balances) {
      writer.int(key);
      writer.int64(balanceMinor);
    }
  }

  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const key = reader.int();
      const balanceMinor = reader.int64();
      if (balanceMinor <= 0n || this.#balances.has(key)) throw new SnapshotUnreadable('practice money');
      this.#balances.set(key, balanceMinor);
    }
  }
}

function keyOf(customerId: number, currencyId: number): number {
  return customerId * (MAX_CURRENCY_ID + 1) + currencyId;
}
