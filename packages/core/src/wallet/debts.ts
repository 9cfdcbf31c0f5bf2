import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import { MAX_CURRENCY_ID, type AccountIndex, type Ledger } from '../ledger/ledger.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import type { Debt } from './event.ts';

/** Which customer owes what: the account `receivable` by customer. Debts of zero are removed. */
export class Debts {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #owed = new Map<number, bigint>();

  constructor(log: EventLog, ledger: Ledger) {
    this.#log = log;
    this.#ledger = ledger;
  }

  owedMinor(customerId: number, currencyId: number): bigint {
    return this.#owed.get(keyOf(customerId, currencyId)) ?? 0n;
  }

  account(currencyId: number): AccountIndex {
    return this.#ledger.platform('receivable', currencyId);
  }

  /** Adds to a customer's debt; negative amounts subtract. The caller makes the posting. Zero is no change. */
  change(customerId: number, currencyId: number, amountMinor: bigint): void {
    if (amountMinor === 0n) return;
    const owedMinor = this.owedMinor(customerId, currencyId) + amountMinor;
    invariant(owedMinor >= 0n, `customer ${customerId} paid more than they owed`);
    if (owedMinor === 0n) this.#owed.delete(keyOf(customerId, currencyId));
    else this.#owed.set(keyOf(customerId, currencyId), owedMinor);
    this.#log.push({ type: 'debtChanged', customerId, currencyId, owedMinor });
  }

  /** By customer, then currency. */
  all(): Debt[] {
    return [...this.#owed]
      .toSorted(([a], [b]) => a - b)
      .map(([key, owedMinor]) => ({
        customerId: Math.floor(key / (MAX_CURRENCY_ID + 1)),
        currencyId: key % (MAX_CURRENCY_ID + 1),
        owedMinor,
      }));
  }

  /** Checks that debts add up to `receivable` in each currency. */
  checkAll(currencyIds: readonly number[]): void {
    const owed = new Map<number, bigint>();
    for (const { currencyId, owedMinor } of this.all()) {
      owed.set(currencyId, (owed.get(currencyId) ?? 0n) + owedMinor);
    }
    for (const currencyId of currencyIds) {
      const key = { ownerId: PLATFORM_OWNER, account: 'receivable', currencyId } as const;
      const account = this.#ledger.find(key);
      const receivable = account === null ? 0n : -this.#ledger.availableMinor(account);
      const sum = owed.get(currencyId) ?? 0n;
      invariant(receivable === sum, `receivable of currency ${currencyId} is ${receivable}, debts ${sum}`);
    }
  }

  write(writer: SnapshotWriter): void {
    const debts = this.all();
    writer.int(debts.length);
    for (const { customerId, currencyId, owedMinor } of debts) {
      writer.int(customerId);
      writer.int(currencyId);
      writer.int64(owedMinor);
    }
  }

  read(reader: SnapshotReader, customers: Customers, knowsCurrency: (id: number) => boolean): void {
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      const currencyId = reader.int();
      const owedMinor = reader.int64();
      const known = customers.has(customerId) && knowsCurrency(currencyId);
      if (!known || owedMinor <= 0n || this.owedMinor(customerId, currencyId) !== 0n) {
        throw new SnapshotUnreadable(`debt of customer ${customerId}`);
      }
      this.#owed.set(keyOf(customerId, currencyId), owedMinor);
    }
  }
}

function keyOf(customerId: number, currencyId: number): number {
  return customerId * (MAX_CURRENCY_ID + 1) + currencyId;
}
