import type { AccountIndex } from './ledger/ledger.ts';
import type { IndexTick } from './market/price-log.ts';
import type { Refusal } from './refusal.ts';
import type { SnapshotReader } from './snapshot/reader.ts';
import type { SnapshotWriter } from './snapshot/writer.ts';

/** Applies the commands of a folder's `command.ts`. */
export interface CommandOwner<C> {
  /** Null: the command was applied and its events are in the log. A refused command has changed nothing. */
  readonly apply: (command: C, atMs: number) => Refusal | null;
}

/** Something that acts by itself when its time has come. */
export interface Timed {
  /** When it next acts by itself; Infinity if never. Asked before every command, so it must not search. */
  dueAtMs(): number;
  /**
   * Whether work has begun that other commands need not wait for: whenever the rest is done, they see the same. Absent:
   * there never is such work.
   */
  hasBacklog?(): boolean;
  /**
   * Does what is due at `atMs` or before, oldest first, then the backlog. It may leave a part, so that one command
   * stays bounded: the caller asks again.
   */
  passTime(atMs: number): void;
}

/** What every product besides spot implements. */
export interface Product<C> extends CommandOwner<C>, Timed {
  /** A new index price; it is already the newest of its market. */
  indexTicked(tick: IndexTick, atMs: number): void;
  /** Checks running sums; cheap. */
  checkCheap(): void;
  /** Adds everything up again, and adds what the product holds frozen per account to `frozen`. */
  checkAll(frozen: Map<AccountIndex, bigint>): void;
  write(writer: SnapshotWriter): void;
  read(reader: SnapshotReader): void;
}

/** A part of the state that snapshots have only if it is there. */
export interface LaterPart {
  readonly isEmpty: boolean;
  write(writer: SnapshotWriter): void;
  read(reader: SnapshotReader): void;
}
