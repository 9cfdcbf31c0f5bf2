import type { ReadonlyExchange } from '@tallystick/core';
import type { JournalMark } from '../journal/mark.ts';
import type { BadSnapshot, UnnamedSnapshot } from './snapshot-store.ts';

/**
 * During replay, checks snapshots that no entry names. If the journal leads to a snapshot's state, the process was
 * killed before it wrote the entry; otherwise somebody else wrote the snapshot.
 */
export class UnnamedSnapshots {
  readonly #open: readonly UnnamedSnapshot[];
  readonly #computed = new Map<number, string>();
  readonly #named = new Set<number>();

  constructor(open: readonly UnnamedSnapshot[]) {
    this.#open = open;
  }

  /** A journal entry about the journal. */
  heard({ sequence, mark }: JournalMark): void {
    this.#named.add(mark.type === 'state' ? mark.sequence : sequence);
  }

  /** The state after a journal row. */
  reached(sequence: number, exchange: ReadonlyExchange): void {
    if (this.#open.some(one => one.sequence === sequence)) this.#computed.set(sequence, exchange.stateHash());
  }

  /** Called once the journal has ended. */
  judge(): { readonly leftOver: readonly number[]; readonly bad: readonly BadSnapshot[] } {
    const leftOver: number[] = [];
    const bad: BadSnapshot[] = [];
    for (const { sequence, stateHash } of this.#open) {
      const computed = this.#computed.get(sequence);
      if (computed !== stateHash)
        bad.push({ sequence, reason: `the journal leads to another state, ${computed}` });
      // Its row says that no entry names it, but one does.
      else if (this.#named.has(sequence))
        bad.push({ sequence, reason: 'the entry that names its state was taken from it' });
      else leftOver.push(sequence);
    }
    return { leftOver, bad };
  }
}
