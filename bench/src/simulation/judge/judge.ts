import { createHash, type Hash } from 'node:crypto';
import { CheckFailed, Checker, DUMP_KIND, JournalLines, type Posting } from '@tallystick/audit';
import type { Command, Event, ReadonlyExchange } from '@tallystick/core';
import { booksLines } from '@tallystick/core/books-lines';
import { rowLine } from '@tallystick/server/audit/dump/dump-format';
import { linesDiffer, postingsDiffer } from '@tallystick/server/audit/testing/compare-history';
import type { VerifiedRow } from '@tallystick/server/engine/journal/journal-reader';
import { Finding, plain } from './finding.ts';

/** A command that the exchange refused, and after which sequence it was judged. */
export interface Refused {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: Command;
  readonly code: string;
}

/** What the engine said that happened, by sequence. */
export type Happened = ReadonlyMap<number, readonly Event[]>;

/** Nobody's wish is refused for these: the exchange would have got them wrong by itself. */
const NEVER: ReadonlySet<string> = new Set(['time_went_backwards', 'nothing_due']);
/** Books are compared after so many commands, and whenever somebody asks. */
const EVERY = 250;

/**
 * Plays the journal with the independent checker, a row at a time as they are written, and holds against it what the exchange
 * accepted, refused, posted and has. Every method throws a Finding at the first difference.
 */
export class Judge {
  readonly checker = new Checker();
  readonly #lines = new JournalLines();
  readonly #posted: Posting[] = [];
  readonly #history: Hash = createHash('sha256');
  #commands = 0;
  #comparedAt = 0;

  constructor() {
    this.checker.world.books.posted = posting => this.#posted.push(posting);
    this.#drain(JSON.stringify({ kind: DUMP_KIND }));
  }

  /** The journal's end, as far as it was played. */
  get at(): { readonly sequence: number; readonly hash: string } {
    return this.#lines.at;
  }

  /**
   * Plays the next row, and between its commands those that were refused there. `happened` may lack commands whose engine
   * died before it told.
   */
  play(row: VerifiedRow, refused: Refusals, happened: Happened): void {
    refused.takeUpTo(row.firstSequence - 1, one => this.#refuse(one));
    for (const { sequence, atMs, command } of this.#read(row)) {
      refused.takeUpTo(sequence - 1, one => this.#refuse(one));
      this.#apply(command as Command, atMs, sequence, happened.get(sequence) ?? null);
    }
    refused.takeUpTo(row.lastSequence, one => this.#refuse(one));
  }

  /** The refusals after the last row. */
  settle(refused: Refusals): void {
    refused.takeUpTo(this.at.sequence, one => this.#refuse(one));
  }

  /** Of all commands so far with their times: the same seed has the same. */
  get history(): string {
    return this.#history.copy().digest('hex');
  }

  /** Compares the books line by line, if enough has happened since; `now`: in any case. */
  compare(exchange: ReadonlyExchange, now = false): void {
    if (!now && this.#commands - this.#comparedAt < EVERY) return;
    this.#comparedAt = this.#commands;
    const found = linesDiffer([...booksLines(exchange)].toSorted(), this.checker.lines());
    if (found !== null) throw new Finding('a line of the books differs', found.core, found.checker);
    const core = `${exchange.dueAtMs()} ${exchange.hasBacklog()}`;
    const checker = `${this.checker.dueAtMs()} ${this.checker.hasBacklog()}`;
    if (core !== checker) throw new Finding('what is due next differs', core, checker);
  }

  #apply(command: Command, atMs: number, sequence: number, events: readonly Event[] | null): void {
    const written = plain(command);
    const what = `command ${sequence} ${written}`;
    this.#history.update(`${atMs} ${written}\n`);
    if (command.type !== 'passTime' && this.checker.dueAtMs() <= atMs) {
      throw new Finding(`${what} came before what was due`, `${atMs}`, `${this.checker.dueAtMs()}`);
    }
    this.#posted.length = 0;
    const refusal = this.#judged(command, atMs, what);
    if (refusal !== null) throw new Finding(`${what} is in the journal`, 'accepted', `refused: ${refusal}`);
    this.#commands++;
    if (events === null) return;
    const found = postingsDiffer(events, this.#posted);
    if (found !== null) throw new Finding(`a posting of ${what} differs`, found.core, found.checker);
  }

  #refuse({ command, atMs, code, sequence }: Refused): void {
    const what = `a command after ${sequence} ${plain(command)}`;
    const refusal = this.#judged(command, atMs, what);
    if (refusal === code && !NEVER.has(code)) return;
    throw new Finding(`${what} was refused`, code, refusal ?? 'accepted');
  }

  #judged(command: Command, atMs: number, what: string): string | null {
    try {
      return this.checker.apply(command, atMs);
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new Finding(`the checker failed at ${what}`, 'applied', words, { cause });
    }
  }

  #read(row: VerifiedRow) {
    return this.#drain(JSON.stringify(rowLine(row)));
  }

  #drain(line: string) {
    try {
      return [...this.#lines.take(line)];
    } catch (cause) {
      if (!(cause instanceof CheckFailed)) throw cause;
      throw new Finding('the journal is not whole', 'a row', cause.message, { cause });
    }
  }
}

/** Refusals that wait for the place in the journal at which they were decided, in the order of the answers. */
export class Refusals {
  #waiting: Refused[] = [];
  #passed = 0;

  /** One of a place that was passed, known only from a repeated answer, cannot be judged any more. */
  add(one: Refused): void {
    if (one.sequence >= this.#passed) this.#waiting.push(one);
  }

  takeUpTo(sequence: number, judge: (one: Refused) => void): void {
    if (this.#waiting.length > 0) {
      const due = this.#waiting.filter(one => one.sequence <= sequence);
      this.#waiting = this.#waiting.filter(one => one.sequence > sequence);
      for (const one of due) judge(one);
    }
    this.#passed = sequence + 1;
  }
}
