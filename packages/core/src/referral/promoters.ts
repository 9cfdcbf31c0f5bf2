import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { REFERRAL_STANDINGS, type ReferralStanding } from './command.ts';

/** Who invited whom, and which promoters are excluded. */
export class Promoters {
  readonly #customers: Customers;
  /** Promoter by customer: always a lower id, so every chain ends. */
  readonly #links = new Map<number, number>();
  /** Promoters that are not `open`. */
  readonly #standings = new Map<number, Exclude<ReferralStanding, 'open'>>();

  constructor(customers: Customers) {
    this.#customers = customers;
  }

  isInvited(customerId: number): boolean {
    return this.#links.has(customerId);
  }

  promoterOf(customerId: number): number | null {
    return this.#links.get(customerId) ?? null;
  }

  standing(customerId: number): ReferralStanding {
    return this.#standings.get(customerId) ?? 'open';
  }

  link(customerId: number, promoterId: number): Refusal | null {
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    if (!isIntegerWithin(promoterId, 1, customerId - 1) || !this.#customers.has(promoterId)) {
      return refuse('invalid_promoter', 'promoter_id');
    }
    if (this.#links.has(customerId)) return refuse('promoter_set', 'customer_id');
    this.#links.set(customerId, promoterId);
    return null;
  }

  setStanding(customerId: number, standing: ReferralStanding): Refusal | null {
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    if (!REFERRAL_STANDINGS.includes(standing)) return refuse('invalid_order', 'standing');
    if (standing === 'open') this.#standings.delete(customerId);
    else this.#standings.set(customerId, standing);
    return null;
  }

  get isEmpty(): boolean {
    return this.#links.size + this.#standings.size === 0;
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#links.size);
    for (const [customerId, promoterId] of byId(this.#links)) {
      writer.int(customerId);
      writer.int(promoterId);
    }
    writer.int(this.#standings.size);
    for (const [customerId, standing] of byId(this.#standings)) {
      writer.int(customerId);
      writer.word(REFERRAL_STANDINGS, standing);
    }
  }

  /** Reads into a new one. */
  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      if (this.link(customerId, reader.int()) !== null) {
        throw new SnapshotUnreadable(`promoter of customer ${customerId}`);
      }
    }
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      const standing = reader.word(REFERRAL_STANDINGS);
      if (standing === 'open' || this.setStanding(customerId, standing) !== null) {
        throw new SnapshotUnreadable(`referral standing of customer ${customerId}`);
      }
    }
  }
}

function byId<T>(map: ReadonlyMap<number, T>): (readonly [number, T])[] {
  return [...map].toSorted(([a], [b]) => a - b);
}
