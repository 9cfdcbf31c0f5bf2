import { CUSTOMER_ACCOUNTS } from '../ledger/account.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/market.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { dayOf } from '../durations.ts';
import type { Customers } from '../customer/customer.ts';
import { CostBasis } from './cost-basis.ts';
import { bounded, COUNTING_CURRENCY_ID, valueOf } from './valuation.ts';

/** What `Results` needs to know about customers. */
interface Counted {
  /** Whether the customer ever set a limit: only then are their purchases and sales tracked. */
  readonly follows: (customerId: number) => boolean;
  /** Called for every tracked customer who lost or won something. */
  readonly changed: (customerId: number) => void;
}

/**
 * Customers' losses and wins by UTC day, and the cost of their coins. Products report here; a win makes up for a loss
 * of the same day.
 */
export class Results {
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #counted: Counted;
  /** Time of the command being applied. */
  nowMs = 0;
  /** The UTC day `#lost` belongs to, counted from 1970. */
  #day = 0;
  /** Lost minus won on that day, by customer. */
  readonly #lost = new Map<number, bigint>();
  readonly #costs = new CostBasis();

  constructor(ledger: Ledger, markets: Markets, customers: Customers, counted: Counted) {
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#counted = counted;
  }

  /** Lost minus won on the day of `atMs`. */
  lostOnDayOf(customerId: number, atMs: number): bigint {
    return dayOf(atMs) === this.#day ? (this.#lost.get(customerId) ?? 0n) : 0n;
  }

  /** Coins were bought for `costMinor` of the counting currency, fees included. */
  bought(customerId: number, currencyId: number, quantityMinor: bigint, costMinor: bigint): void {
    if (currencyId === COUNTING_CURRENCY_ID || !this.#counted.follows(customerId)) return;
    this.#costs.add(customerId, currencyId, quantityMinor, costMinor);
  }

  /**
   * Coins were sold, or paid with, for `proceedsMinor` of the counting currency after fees. As far as their cost is
   * known, the difference counts as lost or won.
   */
  sold(customerId: number, currencyId: number, quantityMinor: bigint, proceedsMinor: bigint): void {
    if (currencyId === COUNTING_CURRENCY_ID) return;
    const { knownMinor, costMinor } = this.#costs.take(customerId, currencyId, quantityMinor);
    if (knownMinor === 0n) return;
    this.lost(customerId, COUNTING_CURRENCY_ID, costMinor - (proceedsMinor * knownMinor) / quantityMinor);
  }

  /** Coins left the exchange and take their cost with them. */
  left(customerId: number, currencyId: number, quantityMinor: bigint): void {
    this.#costs.take(customerId, currencyId, quantityMinor);
  }

  /**
   * Coins were lost or taken back: first those of unknown cost, then others with their cost. Otherwise coins bought
   * later would seem to have cost what these did.
   */
  gone(customerId: number, currencyId: number, quantityMinor: bigint): void {
    if (!this.#counted.follows(customerId)) return;
    const known = this.#costs.knownMinor(customerId, currencyId);
    const tooManyMinor = known === 0n ? 0n : known - this.#ownMinor(customerId, currencyId);
    if (tooManyMinor <= 0n) return;
    this.#costs.take(customerId, currencyId, tooManyMinor < quantityMinor ? tooManyMinor : quantityMinor);
  }

  /** Something was closed or settled and posted: its loss in the currency, below 0 if it won. */
  lost(customerId: number, currencyId: number, amountMinor: bigint): void {
    const valueMinor = valueOf(this.#markets, currencyId, amountMinor);
    if (amountMinor > 0n) this.gone(customerId, currencyId, amountMinor);
    else if (valueMinor !== null) this.bought(customerId, currencyId, -amountMinor, -valueMinor);
    const lostMinor = valueMinor ?? 0n;
    const day = dayOf(this.nowMs);
    if (day !== this.#day) {
      this.#day = day;
      this.#lost.clear();
    }
    if (lostMinor === 0n) return;
    this.#lost.set(customerId, bounded((this.#lost.get(customerId) ?? 0n) + lostMinor));
    if (this.#counted.follows(customerId)) this.#counted.changed(customerId);
  }

  /** From now on all coins of the customer count at the current price, whatever they cost before. */
  begin(customerId: number): void {
    for (const { id } of this.#markets.currencies()) {
      if (id === COUNTING_CURRENCY_ID) continue;
      const ownMinor = this.#ownMinor(customerId, id);
      const valueMinor = valueOf(this.#markets, id, ownMinor);
      if (valueMinor !== null) this.#costs.add(customerId, id, ownMinor, valueMinor);
    }
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#day);
    const lost = [...this.#lost].toSorted(([a], [b]) => a - b);
    writer.int(lost.length);
    for (const [customerId, lostMinor] of lost) {
      writer.int(customerId);
      writer.int64(lostMinor);
    }
    this.#costs.write(writer);
  }

  read(reader: SnapshotReader): void {
    this.#day = reader.int();
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      if (!this.#customers.has(customerId) || this.#lost.has(customerId)) {
        throw new SnapshotUnreadable(`what customer ${customerId} lost`);
      }
      this.#lost.set(customerId, reader.int64());
    }
    this.#costs.read(
      reader,
      (customerId, currencyId) =>
        this.#customers.has(customerId) &&
        currencyId !== COUNTING_CURRENCY_ID &&
        this.#markets.currency(currencyId) !== undefined,
    );
  }

  /** In all accounts of the customer, available and frozen. */
  #ownMinor(customerId: number, currencyId: number): bigint {
    let sum = 0n;
    for (const account of CUSTOMER_ACCOUNTS) {
      const index = this.#ledger.find({ ownerId: customerId, account, currencyId });
      if (index !== null) sum += this.#ledger.availableMinor(index) + this.#ledger.frozenMinor(index);
    }
    return sum;
  }
}
