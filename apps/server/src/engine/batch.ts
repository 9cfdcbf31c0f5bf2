import type { Command, Event, Refusal } from '@tallystick/core';
import { batchParameters, type BatchHead } from './batch-statement.ts';
import type { Committed, Idempotency } from './command-bus.ts';
import type { KnownKey } from './idempotency/deduplicator.ts';
import { encodeRefusal } from './idempotency/refusal-codec.ts';
import { encodeEvents, essentialEvents } from './idempotency/result-codec.ts';
import type { AppliedCommand, Follower, RowPlace } from './follower.ts';
import { encodeEntry } from './journal/command-codec.ts';
import { encodeMark, type JournalMark, type Mark } from './journal/mark.ts';
import type { Projector } from './projecting/projector.ts';
import { BOUND_SNAPSHOTS } from './projections/bound-snapshots.ts';
import { IdempotencyRows } from './projections/idempotency.ts';
import { clearColumns, type ProjectionTable } from './projections/table.ts';

/** A command being processed, with the callbacks that settle its promise. */
export interface Pending {
  readonly command: Command;
  readonly idempotency: Idempotency | null;
  /** Null if the command came without a key. */
  readonly known: KnownKey | null;
  readonly queuedAt: number;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (error: unknown) => void;
}

/** A mark waiting to be journaled; its text is made when it gets its sequence. */
export interface PendingMark {
  readonly make: (sequence: number) => Mark;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: unknown) => void;
}

/** What market data and sockets learn, once the batch is on disk and applied by the follower. */
export interface CommittedBatch {
  readonly commands: readonly AppliedCommand[];
  /** Kinds of events that the feed will have, once the tables have got here. */
  readonly fedKinds: readonly string[];
}

interface Answer {
  readonly pending: Pending;
  readonly committed: Committed;
}

/** Commands applied together and committed together. Reused: opened, closed, sent, cleared. */
export class Batch {
  readonly #idempotency = new IdempotencyRows();
  readonly #boundSnapshots = BOUND_SNAPSHOTS.updates('snapshots_bound');
  /** What is written with the journal row: without these rows an answer could not be given again. */
  readonly tables: readonly ProjectionTable[] = [this.#idempotency.table, this.#boundSnapshots];
  #entries: (AppliedCommand | JournalMark)[] = [];
  #commands: AppliedCommand[] = [];
  #texts: string[] = [];
  #answers: Answer[] = [];
  #marks: { readonly pending: PendingMark; readonly sequence: number }[] = [];
  #keys = 0;

  /** Commands taken, including refused ones. */
  get size(): number {
    return this.#answers.length + this.#marks.length;
  }

  /** What goes into the journal: commands and marks. */
  get journaled(): number {
    return this.#entries.length;
  }

  /** Number of commands among the journal entries. */
  get accepted(): number {
    return this.#commands.length;
  }

  /** Whether anything must be written: commands for the journal, or refusals, whose keys are then used up. */
  get hasRows(): boolean {
    return this.#entries.length > 0 || this.#keys > 0;
  }

  /** `digest`: of the command's events, as `Exchange.digest`. */
  accept(pending: Pending, sequence: number, atMs: number, events: readonly Event[], digest: number): void {
    const { command, idempotency } = pending;
    const entry = { sequence, atMs, command, idempotency, events, digest };
    this.#entries.push(entry);
    this.#commands.push(entry);
    this.#texts.push(encodeEntry(entry));
    const committed: Committed = { sequence, atMs, outcome: { ok: true, events }, replayed: false };
    const result = idempotency === null ? '' : encodeEvents(essentialEvents(command, events));
    this.#answer(pending, committed, result);
  }

  /** What the journal says about itself; `atMs` is the time of the newest command. */
  mark(pending: PendingMark, sequence: number, atMs: number): void {
    const mark = pending.make(sequence);
    const entry = { sequence, atMs, mark };
    this.#entries.push(entry);
    this.#texts.push(encodeMark(entry));
    this.#marks.push({ pending, sequence });
    if (mark.type === 'state') this.#boundSnapshots.push({ sequence: mark.sequence, boundBy: sequence });
  }

  marks(): readonly { readonly pending: PendingMark; readonly sequence: number }[] {
    return this.#marks;
  }

  refuse(pending: Pending, sequence: number, atMs: number, refusal: Refusal): void {
    const committed: Committed = { sequence, atMs, outcome: { ok: false, refusal }, replayed: false };
    this.#answer(pending, committed, pending.idempotency === null ? '' : encodeRefusal(refusal));
  }

  /** Adds the result under the command's key, if it has one. */
  #answer(pending: Pending, committed: Committed, result: string): void {
    if (pending.idempotency !== null) {
      const { scope, key, inputHash } = pending.idempotency;
      const { sequence, atMs } = committed;
      this.#idempotency.add({ scope, key, inputHash, sequence, atMs, result });
      this.#keys++;
    }
    this.#answers.push({ pending, committed });
  }

  /** The journal row's text. */
  commandsText(): string {
    return `[${this.#texts.join(',\n')}]`;
  }

  parameters(head: BatchHead): unknown[] {
    return batchParameters(head, this.tables);
  }

  /**
   * Lets the follower apply the batch, whose journal row is on disk, and the projector record it. Throws HaltError if the
   * follower's result differs from the live exchange's.
   */
  follow(follower: Follower, projector: Projector, row: RowPlace): CommittedBatch {
    follower.takeApplied(row, this.#entries, entry => projector.record(entry));
    return { commands: this.#commands, fedKinds: projector.endRow(row.lastSequence) };
  }

  answers(): readonly Answer[] {
    return this.#answers;
  }

  clear(): void {
    this.#entries = [];
    this.#texts = [];
    this.#commands = [];
    this.#answers = [];
    this.#marks = [];
    this.#keys = 0;
    for (const table of this.tables) clearColumns(table);
  }
}
