import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import type { Markets } from '../market/market.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import type { ResetPractice } from './command.ts';

const MAX_PRACTICE_MINOR = 2n ** 53n;

/**
 * Practice money: numbers outside the ledger. No posting and no other command knows them, so they cannot be paid in,
 * transferred, withdrawn or counted as something the house holds.
 */
export class Practice {
  readonly #log: EventLog;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #balances = new Map<number, bigint>();

  constructor(log: EventLog, markets: Markets, customers: Customers) {
    this.#log = log;
    this.#markets = markets;
    this.#customers = customers;
  }

  reset(command: ResetPractice): Refusal | null {
    const { customerId, currencyId, amountMinor } = command;
    const refusal = this.#customers.refuseActing(customerId);
    if (refusal !== null) return refusal;
    if (this.#markets.currency(currencyId) === undefined) return refuse('unknown_currency', 'currency_id');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    if (amountMinor > MAX_PRACTICE_MINOR) return refuse('amount_too_large', 'amount');
    this.change(customerId, currencyId, amountMinor - this.balanceMinor(customerId, currencyId));
    return null;
  }

  balanceMinor(customerId: number, currencyId: number): bigint {
    return this.#balances.get(keyOf(customerId, currencyId)) ?? 0n;
  }

  /** Adds to the balance; negative amounts subtract. Zero is no change. */
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
