import type { PostingReason } from '@tallystick/core';

/** One posting as it changed what the customer has, all accounts together; moves between them change nothing. */
export interface Posting {
  readonly reason: PostingReason;
  readonly reference: string;
  readonly atMs: number;
  /** Signed, none zero. */
  readonly changes: ReadonlyMap<number, bigint>;
}

interface Entry {
  readonly postingId: number;
  readonly reason: PostingReason;
  readonly reference: string;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly atMs: number;
}

/** Entries in the order of their postings, put together; what the last posting may still get stays in `open`. */
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

/** What the posting's effect is worth has to be known: which currency, and when. Of trades against the counting currency, nothing. */
export function valuedCurrencies(posting: Posting, countingId: number): readonly number[] {
  if (posting.changes.has(countingId)) return [];
  return [...posting.changes.keys()];
}
