import type { Event, Exchange, ReadonlyExchange, Refusal } from '@tallystick/core';
import { HaltError } from './engine-error.ts';
import type { JournalEntry } from './journal/command-codec.ts';
import type { JournalPosition, VerifiedRow } from './journal/journal-reader.ts';
import type { JournalMark } from './journal/mark.ts';

/** A journal row's place in the chain. */
export type RowPlace = Pick<VerifiedRow, 'firstSequence' | 'lastSequence' | 'previousHash' | 'hash'>;

/** A command that another exchange has applied. */
export interface AppliedEntry extends JournalEntry {
  /** Digest of its events, as `Exchange.digest`. */
  readonly digest: number;
}

/** The same with what happened. */
export interface AppliedCommand extends AppliedEntry {
  readonly events: readonly Event[];
}

export interface FollowerHooks {
  /** A command is about to be applied. */
  readonly applying?: (entry: JournalEntry) => void;
  /** A command was applied. */
  readonly applied?: (entry: JournalEntry, events: readonly Event[]) => void;
  /** Nobody wants the events: they are not made, which is faster. */
  readonly silent?: boolean;
  /** A command was applied, with `silent` too. */
  readonly passed?: (sequence: number) => void;
  /** A journal entry about the journal; the state is the one before the mark. */
  readonly marked?: (mark: JournalMark) => void;
}

/**
 * An exchange that holds only what is on disk. It applies committed journal rows in order and checks that each continues
 * the one before. Rows come from the sequencer after each commit, or are read from the journal.
 */
export class Follower {
  readonly #exchange: Exchange;
  readonly #onTaken: ((row: RowPlace) => void) | undefined;
  #position: JournalPosition;

  /**
   * `exchange` has the state at `position`; nobody else may change it. `onTaken` is called with each row once it is
   * applied, marks alone as well.
   */
  constructor(exchange: Exchange, position: JournalPosition, onTaken?: (row: RowPlace) => void) {
    this.#exchange = exchange;
    this.#position = position;
    this.#onTaken = onTaken;
  }

  get exchange(): ReadonlyExchange {
    return this.#exchange;
  }

  get position(): JournalPosition {
    return this.#position;
  }

  /**
   * Throws HaltError if the row does not continue from here, or if the exchange refuses one of its commands: the journal
   * holds accepted commands only, so something else wrote it. After an error the state must not be used.
   */
  take(row: RowPlace, entries: readonly (JournalEntry | JournalMark)[], hooks: FollowerHooks = {}): void {
    this.#demandNext(row, entries.length);
    for (const entry of entries) {
      if ('mark' in entry) {
        hooks.marked?.(entry);
        hooks.passed?.(entry.sequence);
        continue;
      }
      hooks.applying?.(entry);
      if (hooks.silent === true) this.#applySilently(entry);
      else {
        const outcome = this.#exchange.apply(entry.command, entry.atMs);
        if (!outcome.ok) throw refused(entry, outcome.refusal);
        hooks.applied?.(entry, outcome.events);
      }
      hooks.passed?.(entry.sequence);
    }
    this.#moveTo(row);
  }

  #applySilently(entry: JournalEntry): void {
    const exchange: Exchange & Partial<Pick<Exchange, 'follow'>> = this.#exchange;
    // Cores of some years ago have no such method.
    if (exchange.follow === undefined) {
      const outcome = this.#exchange.apply(entry.command, entry.atMs);
      if (!outcome.ok) throw refused(entry, outcome.refusal);
      return;
    }
    const refusal = exchange.follow(entry.command, entry.atMs);
    if (refusal !== null) throw refused(entry, refusal);
  }

  /**
   * As `take`, for commands that another exchange of the same core has applied. Throws HaltError if the results differ.
   * `applied` is called after each command.
   */
  takeApplied<E extends AppliedEntry>(
    row: RowPlace,
    entries: readonly (E | JournalMark)[],
    applied: (entry: E) => void = () => {},
  ): void {
    this.#demandNext(row, entries.length);
    const exchange = this.#exchange;
    for (const entry of entries) {
      if ('mark' in entry) continue;
      const refusal = exchange.follow(entry.command, entry.atMs);
      if (refusal !== null) throw refused(entry, refusal);
      if (exchange.digest !== entry.digest)
        throw new HaltError(
          `the follower came to something else with command ${entry.sequence} (${entry.command.type})`,
        );
      applied(entry);
    }
    this.#moveTo(row);
  }

  #moveTo(row: RowPlace): void {
    this.#position = { sequence: row.lastSequence, hash: row.hash };
    this.#onTaken?.(row);
  }

  #demandNext({ firstSequence, lastSequence, previousHash }: RowPlace, entries: number): void {
    const { sequence, hash } = this.#position;
    if (firstSequence !== sequence + 1) {
      throw new HaltError(`the journal has a gap: after ${sequence} comes ${firstSequence}`);
    }
    if (!previousHash.equals(hash)) {
      throw new HaltError(`the journal was changed: the row from sequence ${firstSequence} breaks the chain`);
    }
    if (entries !== lastSequence - sequence) {
      throw new HaltError(`the journal row from sequence ${firstSequence} has ${entries} commands`);
    }
  }
}

function refused({ sequence, command }: JournalEntry, { code }: Refusal): HaltError {
  return new HaltError(`replay refuses what was accepted: command ${sequence} (${command.type}): ${code}`);
}
