import { HOUR_MS } from '../durations.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

/** Pending rebates of one promoter in one currency. */
export interface PendingRebate {
  readonly promoterId: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

type Amounts = Map<number, bigint>;

/**
 * Pending rebates: those of the running hour, those of finished hours that are due, and those held back because their
 * promoter is frozen. Each is in exactly one place. Promoters are paid in the order of their first rebate, which is
 * part of the state.
 */
export class Pending {
  #running: Amounts = new Map();
  /** Hours since 1970; meaningless while `running` is empty. */
  #runningHour = 0;
  #due: Amounts = new Map();
  /** The newest hour contained in `due`. */
  #dueHour = 0;
  readonly #held: Amounts = new Map();
  /** All three together, by currency. */
  readonly #sums = new Map<number, bigint>();

  add(rebate: PendingRebate, atMs: number): void {
    this.roll(atMs);
    if (this.#running.size === 0) this.#runningHour = hourOf(atMs);
    increase(this.#running, keyOf(rebate.promoterId, rebate.currencyId), rebate.amountMinor);
    increase(this.#sums, rebate.currencyId, rebate.amountMinor);
  }

  /** Makes rebates of finished hours due. */
  roll(atMs: number): void {
    if (this.#running.size === 0 || hourOf(atMs) === this.#runningHour) return;
    if (this.#due.size === 0) [this.#due, this.#running] = [this.#running, this.#due];
    else for (const [key, minor] of this.#running) increase(this.#due, key, minor);
    this.#running.clear();
    this.#dueHour = this.#runningHour;
  }

  /** End of the running hour, Infinity if nothing was earned in it. */
  get endsAtMs(): number {
    return this.#running.size === 0 ? Infinity : (this.#runningHour + 1) * HOUR_MS;
  }

  get hasDue(): boolean {
    return this.#due.size > 0;
  }

  /** Passes up to `count` due promoters to `pay`, with the end of their rebates' hours; `false` holds one back. */
  take(count: number, pay: (rebate: PendingRebate, untilMs: number) => boolean): void {
    let left = count;
    for (const [key, amountMinor] of this.#due) {
      if (left-- === 0) return;
      const rebate = { ...partsOf(key), amountMinor };
      this.#due.delete(key);
      if (pay(rebate, (this.#dueHour + 1) * HOUR_MS)) increase(this.#sums, rebate.currencyId, -amountMinor);
      else increase(this.#held, key, amountMinor);
    }
  }

  /**
   * What was held back joins the rebates that are due, or else the running hour: a payment always covers everything
   * earned up to its end.
   */
  release(promoterId: number, currencyId: number, atMs: number): void {
    const key = keyOf(promoterId, currencyId);
    const amountMinor = this.#held.get(key);
    if (amountMinor === undefined) return;
    this.#held.delete(key);
    this.roll(atMs);
    if (this.#due.has(key)) {
      increase(this.#due, key, amountMinor);
      return;
    }
    increase(this.#sums, currencyId, -amountMinor);
    this.add({ promoterId, currencyId, amountMinor }, atMs);
  }

  ofMinor(promoterId: number, currencyId: number): bigint {
    const key = keyOf(promoterId, currencyId);
    let minor = 0n;
    for (const amounts of this.#all()) minor += amounts.get(key) ?? 0n;
    return minor;
  }

  /** Calls `visit` with every amount that is kept. */
  each(visit: (rebate: PendingRebate) => void): void {
    for (const amounts of this.#all()) {
      for (const [key, amountMinor] of amounts) visit({ ...partsOf(key), amountMinor });
    }
  }

  /** Running sums by currency id. */
  get sums(): ReadonlyMap<number, bigint> {
    return this.#sums;
  }

  /** The same, added up again. */
  addUp(): Map<number, bigint> {
    const sums = new Map<number, bigint>();
    for (const amounts of this.#all()) {
      for (const [key, minor] of amounts) increase(sums, partsOf(key).currencyId, minor);
    }
    return sums;
  }

  get isEmpty(): boolean {
    return this.#all().every(amounts => amounts.size === 0);
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#running.size === 0 ? 0 : this.#runningHour);
    writer.int(this.#due.size === 0 ? 0 : this.#dueHour);
    for (const amounts of this.#all()) {
      writer.int(amounts.size);
      for (const [key, minor] of amounts) {
        writer.int(key);
        writer.int64(minor);
      }
    }
  }

  /** Reads into a new one. `isKnown`: whether this promoter and this currency exist. */
  read(reader: SnapshotReader, isKnown: (promoterId: number, currencyId: number) => boolean): void {
    this.#runningHour = reader.int();
    this.#dueHour = reader.int();
    for (const amounts of this.#all()) {
      for (let left = reader.int(); left > 0; left--) {
        const key = reader.int();
        const minor = reader.int64();
        const { promoterId, currencyId } = partsOf(key);
        if (minor <= 0n || amounts.has(key) || !isKnown(promoterId, currencyId)) {
          throw new SnapshotUnreadable(`rebate of ${promoterId} in ${currencyId}`);
        }
        amounts.set(key, minor);
        increase(this.#sums, currencyId, minor);
      }
    }
  }

  #all(): readonly Amounts[] {
    return [this.#running, this.#due, this.#held];
  }
}

function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS);
}

function increase(amounts: Amounts, key: number, minor: bigint): void {
  amounts.set(key, (amounts.get(key) ?? 0n) + minor);
}

function keyOf(promoterId: number, currencyId: number): number {
  return promoterId * (MAX_CURRENCY_ID + 1) + currencyId;
}

function partsOf(key: number): { readonly promoterId: number; readonly currencyId: number } {
  const currencyId = key % (MAX_CURRENCY_ID + 1);
  return { promoterId: (key - currencyId) / (MAX_CURRENCY_ID + 1), currencyId };
}
