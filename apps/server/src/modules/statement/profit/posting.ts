import type { EntryReason } from '../../../engine/projections/ledger-entries.ts';

/** One posting's net change of the customer's money over all accounts; moves between accounts cancel out. */
export interface Posting {
  readonly reason: EntryReason;
  readonly reference: string;
  readonly atMs: number;
  /** Signed, never zero. */
  readonly changes: ReadonlyMap<number, bigint>;
}

interface Entry {
  readonly postingId: number;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly atMs: number;
}

/** Groups entries by posting. The last posting may be incomplete and stays in `open`. */
export class PostingGatherer {
  #open: Entry[] = [];

  add(entries: readonly Entry[]): Posting[] {
    const done: Posting[] = [];
    for (const entry of entries) {
      if (this.#open[0] !== undefined && this.#open[0].postingId !== entry.postingId)
        done.push(...this.end());
      this.#open.push(entry);
    }
    return done;
  }

  /** The last posting. */
  end(): Posting[] {
    const [first] = this.#open;
    if (first === undefined) return [];
    const changes = new Map<number, bigint>();
    for (const { currencyId, amountMinor } of this.#open) {
      const minor = (changes.get(currencyId) ?? 0n) + amountMinor;
      if (minor === 0n) changes.delete(currencyId);
      else changes.set(currencyId, minor);
    }
    this.#open = [];
    const { reason, reference, atMs } = first;
    return [{ reason, reference, atMs, changes }];
  }
}

/** The values needed to book a posting: currency and time. Trades against the reporting currency need none. */
export function valuedCurrencies(posting: Posting, reportingId: number): readonly number[] {
  if (posting.changes.has(reportingId)) return [];
  return [...posting.changes.keys()];
}
