import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { MAX_CUSTOMER_ID } from '../ledger/ledger.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { CustomerCommand } from './command.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

/** Who the customers are, and which of them are frozen. */
export class Customers implements CommandOwner<CustomerCommand> {
  readonly #log: EventLog;
  readonly #known = new Set<number>();
  readonly #frozen = new Set<number>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  has(customerId: number): boolean {
    return this.#known.has(customerId);
  }

  isFrozen(customerId: number): boolean {
    return this.#frozen.has(customerId);
  }

  /** By id. */
  ids(): number[] {
    return sorted(this.#known);
  }

  /** By id. */
  frozen(): number[] {
    return sorted(this.#frozen);
  }

  /** Why the customer may not use their money; null if they may. */
  refuseActing(customerId: number): Refusal | null {
    if (!this.#known.has(customerId)) return refuse('unknown_customer', 'customer_id');
    return this.#frozen.has(customerId) ? refuse('customer_frozen') : null;
  }

  apply(command: CustomerCommand): Refusal | null {
    return command.type === 'openCustomer' ? this.#open(command.customerId) : this.#setFrozen(command);
  }

  #open(customerId: number): Refusal | null {
    if (!isIntegerWithin(customerId, 1, MAX_CUSTOMER_ID)) return refuse('unknown_customer', 'customer_id');
    if (this.#known.has(customerId)) return refuse('customer_exists', 'customer_id');
    this.#known.add(customerId);
    this.#log.push({ type: 'customerOpened', customerId });
    return null;
  }

  /** Setting the current value again changes nothing. */
  #setFrozen(command: CommandOf<'setCustomerFrozen'>): Refusal | null {
    const { customerId, frozen } = command;
    if (!this.#known.has(customerId)) return refuse('unknown_customer', 'customer_id');
    if (typeof frozen !== 'boolean') return refuse('invalid_order', 'frozen');
    if (this.#frozen.has(customerId) === frozen) return null;
    if (frozen) this.#frozen.add(customerId);
    else this.#frozen.delete(customerId);
    this.#log.push({ type: 'customerFrozenSet', customerId, frozen });
    return null;
  }

  write(writer: SnapshotWriter): void {
    for (const customers of [this.#known, this.#frozen]) {
      writer.int(customers.size);
      for (const customerId of sorted(customers)) writer.int(customerId);
    }
  }

  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      if (this.#open(customerId) !== null) {
        throw new SnapshotUnreadable(`customer ${customerId}`);
      }
    }
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      if (!this.#known.has(customerId) || this.#frozen.has(customerId)) {
        throw new SnapshotUnreadable(`frozen customer ${customerId}`);
      }
      this.#frozen.add(customerId);
    }
  }
}

function sorted(ids: ReadonlySet<number>): number[] {
  return [...ids].toSorted((a, b) => a - b);
}
