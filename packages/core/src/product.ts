import type { AccountIndex } from './ledger/ledger.ts';
import type { IndexTick } from './market/price-log.ts';
import type { Refusal } from './refusal.ts';
import type { SnapshotReader } from './snapshot/reader.ts';
import type { SnapshotWriter } from './snapshot/writer.ts';

/** What applies the commands of a folder's `command.ts`. */
export interface CommandOwner<C> {
  /** Null: it was applied, with its events in the log. A refused command has changed nothing. */
  readonly apply: (command: C, atMs: number) => Refusal | null;
}

/** What does something by itself when its time has come. */
export interface Timed {
  /** When it next has something to do by itself; Infinity if never. Asked before every command: no search. */
  dueAtMs(): number;
  /**
   * Whether something that has begun is to go on, of which the others' commands need not wait for the rest: what each
   * of them can see of it is the same whenever it is done. Without it, never.
   */
  hasBacklog?(): boolean;
  /**
   * Does what is due at `atMs` or before, oldest first, then of the backlog. It may leave part of either, so that one
   * command stays bounded: whoever passes time asks again.
   */
  passTime(atMs: number): void;
}

/** What every product beside spot is to the exchange. */
export interface Product<C> extends CommandOwner<C>, Timed {
  /** A new index price; it is the newest of its market already. */
  indexTicked(tick: IndexTick, atMs: number): void;
  /** Running sums; cheap. */
  checkCheap(): void;
  /** Adds everything up again, and what the product holds frozen to its accounts in `frozen`. */
  checkAll(frozen: Map<AccountIndex, bigint>): void;
  write(writer: SnapshotWriter): void;
  read(reader: SnapshotReader): void;
}
