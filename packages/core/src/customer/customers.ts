import type { Command } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { MAX_CUSTOMER_ID } from '../ledger/ledger.ts';
import { isWhole } from '../money/whole.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;

/** Who the customers are, and which of them are frozen. */
export class Customers {
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

  /** Why the customer may not act on their money; null if they may. */
  refuseActing(customerId: number): Refusal | null {
    if (!this.#known.has(customerId)) return refuse('unknown_customer', 'customer_id');
    return this.#frozen.has(customerId) ? refuse('customer_frozen') : null;
  }

  open(command: CommandOf<'openCustomer'>): Refusal | null {
    const { customerId } = command;
    if (!isWhole(customerId, 1, MAX_CUSTOMER_ID)) return refuse('unknown_customer', 'customer_id');
    if (this.#known.has(customerId)) return refuse('customer_exists', 'customer_id');
    this.#known.add(customerId);
    this.#log.push({ type: 'customerOpened', customerId });
    return null;
  }

  /** Setting what is set already changes nothing. */
  setFrozen(command: CommandOf<'setCustomerFrozen'>): Refusal | null {
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
      if (this.open({ type: 'openCustomer', customerId }) !== null) {
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
