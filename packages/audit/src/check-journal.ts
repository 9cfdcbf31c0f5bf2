import { statSync } from 'node:fs';
import { Checker } from './checker.ts';
import { check, CheckFailed } from './check-failed.ts';
import { JournalLines, START, type Entry, type Place } from './journal.ts';
import { linesOf } from './lines-of.ts';
import type { Command, Refusal } from './part.ts';
import { readState, saveState } from './state-file.ts';

export interface Progress {
  readonly sequence: number;
  readonly commands: number;
  /** Of the file, from 0 to 1. */
  readonly part: number;
}

export interface CheckOptions {
  /** Sequence → the hash that the books must have there. */
  readonly books?: ReadonlyMap<number, string>;
  /** Continues from this file if it exists, and saves into it now and then and at the end. */
  readonly stateFile?: string;
  readonly saveEveryMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Told of every books hash that was compared. */
  readonly onBooks?: (sequence: number, hash: string) => void;
}

export interface CheckResult {
  /** The end of the dump, and the hash of its last row. */
  readonly at: Place;
  /** Commands of the whole journal, and of this run. */
  readonly commands: number;
  readonly now: number;
  readonly booksHash: string;
  /** Points of `books` that lie beyond the dump. */
  readonly beyond: readonly number[];
}

const PROGRESS_EVERY_MS = 2_000;
const SAVE_EVERY_MS = 60_000;

/**
 * Plays a dump of the journal by the rules. Throws CheckFailed naming the sequence at the first contradiction: a broken
 * chain, a command that had to be refused, books that do not balance, or another hash than `books` says.
 */
export async function checkJournal(file: string, options: CheckOptions = {}): Promise<CheckResult> {
  const run = new Run(file, options);
  return run.whole();
}

class Run {
  readonly #file: string;
  readonly #options: CheckOptions;
  readonly #size: number;
  readonly #lines = new JournalLines();
  #checker = new Checker();
  #from: Place = START;
  #commands = 0;
  #before = 0;
  /** Where books are compared, the next one last. */
  #points: number[] = [];
  #toldAt = 0;
  #savedAt = performance.now();

  constructor(file: string, options: CheckOptions) {
    this.#file = file;
    this.#options = options;
    this.#size = statSync(file).size;
  }

  async whole(): Promise<CheckResult> {
    const { stateFile, books } = this.#options;
    if (stateFile !== undefined) await this.#resume(stateFile);
    const points = [...(books?.keys() ?? [])].toSorted((a, b) => b - a);
    this.#points = points.filter(point => point > this.#from.sequence);
    let read = 0;
    for await (const lines of linesOf(this.#file, bytes => (read = bytes))) {
      for (const line of lines) if (line !== '') this.#line(line);
      this.#tell(read);
      await this.#save(false);
    }
    const { at, end } = this.#lines;
    check(end !== null, `the dump is cut off after sequence ${at.sequence}`);
    check(at.sequence >= this.#from.sequence, 'the saved state is of a later place than the dump has');
    await this.#save(true);
    const beyond = this.#points;
    const now = this.#commands - this.#before;
    return { at, commands: this.#commands, now, booksHash: this.#checker.booksHash(), beyond };
  }

  async #resume(file: string): Promise<void> {
    const saved = await readState(file);
    if (saved === null) return;
    this.#checker = Checker.load(saved.checker);
    this.#from = saved.at;
    this.#commands = saved.commands;
    this.#before = saved.commands;
  }

  #line(text: string): void {
    const from = this.#from;
    if (this.#lines.at.sequence < from.sequence) {
      this.#lines.pass(text);
      const { sequence, hash } = this.#lines.at;
      check(sequence <= from.sequence, 'the saved state lies within a row of the dump');
      check(sequence < from.sequence || hash === from.hash, 'the saved state is of another journal');
      return;
    }
    for (const entry of this.#lines.take(text)) {
      this.#compareUntil(entry.sequence - 1);
      this.#apply(entry);
    }
    this.#compareUntil(this.#lines.at.sequence);
  }

  #apply({ sequence, atMs, command }: Entry): void {
    const what = `command ${sequence} (${command.type})`;
    // What is due happens before everything later.
    const isLate = command.type !== 'passTime' && this.#checker.dueAtMs() <= atMs;
    check(!isLate, `${what} came before what was due at ${this.#checker.dueAtMs()}`);
    const refusal = this.#applied(command, atMs, what);
    check(refusal === null, `${what} had to be refused: ${refusal}`);
    this.#commands++;
  }

  #applied(command: Command, atMs: number, what: string): Refusal {
    try {
      return this.#checker.apply(command, atMs);
    } catch (cause) {
      throw new CheckFailed(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }

  /** Compares the books that are named for a sequence up to this one; the commands after it are not applied yet. */
  #compareUntil(sequence: number): void {
    while (this.#points.length > 0 && this.#points.at(-1)! <= sequence) {
      const point = this.#points.pop()!;
      const wanted = this.#options.books!.get(point)!;
      const hash = this.#checker.booksHash();
      check(hash === wanted, `the books after sequence ${point} have the hash ${hash}, not ${wanted}`);
      this.#options.onBooks?.(point, hash);
    }
  }

  #tell(read: number): void {
    if (performance.now() - this.#toldAt < PROGRESS_EVERY_MS) return;
    this.#toldAt = performance.now();
    const part = this.#size === 0 ? 1 : read / this.#size;
    this.#options.onProgress?.({ sequence: this.#lines.at.sequence, commands: this.#commands, part });
  }

  async #save(atEnd: boolean): Promise<void> {
    const { stateFile, saveEveryMs = SAVE_EVERY_MS } = this.#options;
    if (stateFile === undefined || this.#lines.at.sequence < this.#from.sequence) return;
    if (!atEnd && performance.now() - this.#savedAt < saveEveryMs) return;
    await saveState(stateFile, this.#lines.at, this.#commands, this.#checker.save());
    this.#savedAt = performance.now();
  }
}
