import { statSync } from 'node:fs';
import { Checker, type CheckerOptions } from './checker.ts';
import { check, CheckFailed, demand } from './check-failed.ts';
import { HeadsComparison, type HeadsCompared } from './heads-comparison.ts';
import type { JournalHead } from './journal-heads.ts';
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
  /** Signed heads of the journal, in the public log's order: the dump's rows must be those of their trees. */
  readonly heads?: AsyncIterable<JournalHead>;
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
  /** How many of `books` were compared, in earlier runs with the same state file too. */
  readonly compared: number;
  /** Points of `books` that lie beyond the dump. */
  readonly beyond: readonly number[];
  /** Those before the place where this run began, which no earlier run has compared. */
  readonly passed: readonly number[];
  /** Null: none were given. */
  readonly heads: HeadsCompared | null;
}

const PROGRESS_EVERY_MS = 2_000;
const SAVE_EVERY_MS = 60_000;

/**
 * Plays a dump of the journal by the rules. Throws CheckFailed naming the sequence at the first contradiction: a broken
 * chain, a command that had to be refused, books that do not balance, another hash than `books` says, or another tree of
 * rows than was signed. Throws CannotCheck for what cannot be used: a state of another journal, a dump without commands.
 */
export async function checkJournal(file: string, options: CheckOptions = {}): Promise<CheckResult> {
  const run = new Run(file, options);
  return run.whole();
}

/** A dump begins with commands from before client order ids had to be unique. */
const OF_ANY_AGE: CheckerOptions = { anyNames: true };

class Run {
  readonly #file: string;
  readonly #options: CheckOptions;
  readonly #size: number;
  readonly #lines = new JournalLines();
  #checker = new Checker(OF_ANY_AGE);
  #from: Place = START;
  #commands = 0;
  #before = 0;
  /** Where books are compared, the next one last. */
  #points: number[] = [];
  readonly #compared = new Map<number, string>();
  #heads: HeadsComparison | null = null;
  #toldAt = 0;
  #savedAt = performance.now();

  constructor(file: string, options: CheckOptions) {
    this.#file = file;
    this.#options = options;
    this.#size = statSync(file).size;
  }

  async whole(): Promise<CheckResult> {
    const { stateFile, books = new Map<number, string>() } = this.#options;
    if (stateFile !== undefined) await this.#resume(stateFile);
    const points = [...books.keys()].toSorted((a, b) => b - a);
    this.#points = points.filter(point => point > this.#from.sequence || this.#from === START);
    let read = 0;
    for await (const lines of linesOf(this.#file, bytes => (read = bytes))) {
      for (const line of lines) if (line !== '') await this.#line(line);
      this.#tell(read);
      await this.#save(false);
    }
    const { at, end } = this.#lines;
    check(end !== null, `the dump is cut off after sequence ${at.sequence}`);
    demand(at.sequence >= this.#from.sequence, 'the saved state is of a later place than the dump has');
    demand(this.#commands > 0, 'the dump has no commands');
    await this.#save(true);
    return {
      at,
      commands: this.#commands,
      now: this.#commands - this.#before,
      booksHash: this.#checker.booksHash(),
      compared: points.filter(point => this.#compared.has(point)).length,
      beyond: this.#points,
      passed: points.filter(point => point <= this.#from.sequence && !this.#compared.has(point)),
      heads: (await this.#heads?.end()) ?? null,
    };
  }

  async #resume(file: string): Promise<void> {
    const saved = await readState(file);
    if (saved === null) return;
    this.#checker = Checker.load(saved.checker, OF_ANY_AGE);
    this.#from = saved.at;
    this.#commands = saved.commands;
    this.#before = saved.commands;
    for (const [point, hash] of saved.compared) {
      const wanted = this.#options.books?.get(point) ?? hash;
      check(hash === wanted, `the books after sequence ${point} had the hash ${hash}, not ${wanted}`);
      this.#compared.set(point, hash);
    }
  }

  async #line(text: string): Promise<void> {
    const before = this.#lines.at;
    if (before.sequence < this.#from.sequence) this.#pass(text);
    else {
      for (const entry of this.#lines.take(text)) {
        this.#compareUntil(entry.sequence - 1);
        this.#apply(entry);
      }
      this.#compareUntil(this.#lines.at.sequence);
    }
    const { at, blinding } = this.#lines;
    const { heads } = this.#options;
    if (heads !== undefined && this.#heads === null) {
      demand(
        blinding !== null,
        'the dump has no secret with which its rows could be found in the signed heads',
      );
      this.#heads = await HeadsComparison.begin(heads, blinding);
    }
    const reached = at === before ? null : this.#heads?.row(at);
    if (reached) await reached;
  }

  /** A line from before the saved place. */
  #pass(text: string): void {
    const from = this.#from;
    this.#lines.pass(text);
    const { sequence, hash } = this.#lines.at;
    demand(sequence <= from.sequence, 'the saved state lies within a row of the dump');
    demand(sequence < from.sequence || hash === from.hash, 'the saved state is of another journal');
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
      this.#compared.set(point, hash);
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
    await saveState(stateFile, {
      at: this.#lines.at,
      commands: this.#commands,
      checker: this.#checker.save(),
      compared: [...this.#compared],
    });
    this.#savedAt = performance.now();
  }
}
