import { Exchange, type Command, type Event, type Refusal } from '@tallystick/core';
import { booksLines } from '@tallystick/core/books-lines';
import { mixedSetup, MIXED_START_MS } from '@tallystick/core/testing/mixed-history';
import { isTimeDue } from '@tallystick/core/testing/time-due';
import { Checker, type Posting } from '@tallystick/audit';
import { historyCommand, type HistoryStep } from './history-step.ts';

/** The first thing in which core and checker differ. */
export interface HistoryDifference {
  /** Commands applied before, refused ones too. */
  readonly at: number;
  readonly atMs: number;
  readonly command: Command;
  readonly what: string;
  readonly core: string;
  readonly checker: string;
}

export interface HistoryOptions {
  /** Lines of the books are compared after so many accepted commands, and at the end. Default 40. */
  readonly every?: number;
  /** Only lines that begin with one of these words are compared; default all. */
  readonly lines?: readonly string[];
  /** Told of every accepted command. */
  readonly see?: (command: Command, atMs: number) => void;
  /** Told of every command that both refuse, with the core's refusal. */
  readonly seeRefused?: (command: Command, refusal: Refusal) => void;
}

/** Plays a history with core and checker as a sequencer does. Null: they agree in everything. */
export function compareHistory(
  steps: readonly HistoryStep[],
  options: HistoryOptions = {},
): HistoryDifference | null {
  const comparison = new Comparison(options);
  for (const command of mixedSetup()) {
    const difference = comparison.apply(command, MIXED_START_MS);
    if (difference !== null) return difference;
  }
  let nowMs = MIXED_START_MS;
  for (const step of steps) {
    nowMs += step.waitMs;
    while (isTimeDue(comparison.exchange, nowMs)) {
      const difference = comparison.apply({ type: 'passTime' }, nowMs);
      if (difference !== null) return difference;
    }
    const difference = comparison.apply(historyCommand(step, comparison.exchange, nowMs), nowMs);
    if (difference !== null) return difference;
  }
  return comparison.compareLines();
}

/** Core and checker side by side. */
export class Comparison {
  readonly exchange = new Exchange();
  checker = new Checker();
  /** Accepted commands. */
  accepted = 0;
  readonly #options: HistoryOptions;
  readonly #posted: Posting[] = [];
  #applied = 0;
  #last: { readonly command: Command; readonly atMs: number } = { command: { type: 'passTime' }, atMs: 0 };

  constructor(options: HistoryOptions = {}) {
    this.#options = options;
    this.#begin(this.checker);
  }

  /** Applies a command to both. Returns how they differ. */
  apply(command: Command, atMs: number): HistoryDifference | null {
    this.#last = { command, atMs };
    this.#posted.length = 0;
    const outcome = this.exchange.apply(command, atMs);
    let refusal: string | null;
    try {
      refusal = this.checker.apply(command, atMs);
    } catch (error) {
      const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return this.#difference('the checker failed', outcome.ok ? 'accepted' : outcome.refusal.code, thrown);
    }
    this.#applied++;
    // A journal has no refusals, but a replacement leaves out what would be refused, and a reason that differs is a hint.
    if ((outcome.ok ? null : outcome.refusal.code) !== refusal) {
      const core = outcome.ok
        ? 'accepted'
        : `refused: ${outcome.refusal.code} ${outcome.refusal.field ?? ''}`;
      return this.#difference('verdict', core, refusal === null ? 'accepted' : `refused: ${refusal}`);
    }
    if (!outcome.ok) {
      this.#options.seeRefused?.(command, outcome.refusal);
      return null;
    }
    this.accepted++;
    this.#options.see?.(command, atMs);
    return this.#comparePostings(outcome.events) ?? this.#compareDue() ?? this.#compareSometimes();
  }

  /** Goes on with a checker that was saved and loaded. */
  reload(): void {
    this.#begin(Checker.load(this.checker.save()));
  }

  #begin(checker: Checker): void {
    checker.world.books.posted = posting => this.#posted.push(posting);
    this.checker = checker;
  }

  /** The first line of the books in which they differ. */
  compareLines(): HistoryDifference | null {
    const wanted = [...booksLines(this.exchange)].toSorted();
    const got = this.checker.lines();
    const { lines } = this.#options;
    const isCompared = (one: string): boolean =>
      lines === undefined || lines.some(word => one.startsWith(`${word} `));
    const found = linesDiffer(wanted.filter(isCompared), got.filter(isCompared));
    return found === null ? null : this.#difference('line', found.core, found.checker);
  }

  #compareSometimes(): HistoryDifference | null {
    if (this.accepted % (this.#options.every ?? 40) !== 0) return null;
    if (this.accepted % 3 === 0) this.reload();
    return this.compareLines();
  }

  /** When time next brings something, and whether work has begun. */
  #compareDue(): HistoryDifference | null {
    const core = `${this.exchange.dueAtMs()} ${this.exchange.hasBacklog()}`;
    const checker = `${this.checker.dueAtMs()} ${this.checker.hasBacklog()}`;
    return core === checker ? null : this.#difference('due', core, checker);
  }

  #comparePostings(events: readonly Event[]): HistoryDifference | null {
    const found = postingsDiffer(events, this.#posted);
    return found === null ? null : this.#difference('posting', found.core, found.checker);
  }

  #difference(what: string, core: string, checker: string): HistoryDifference {
    return { at: this.#applied, ...this.#last, what, core, checker };
  }
}

/** The first posting that is not the same in the core's events and at the checker; null: all are. */
export function postingsDiffer(
  events: readonly Event[],
  posted: readonly Posting[],
): { readonly core: string; readonly checker: string } | null {
  const core: string[] = [];
  for (const event of events) {
    if (event.type !== 'posted' || event.entries.length === 0) continue;
    const entries = event.entries.map(
      ({ ownerId, account, currencyId, bucket, amountMinor }) =>
        [ownerId, account, currencyId, bucket, amountMinor] as const,
    );
    core.push(
      postingText({ number: event.postingId, reason: event.reason, reference: event.reference, entries }),
    );
  }
  return linesDiffer(core, posted.map(postingText));
}

/** The first line that is not the same in both; null: all are. */
export function linesDiffer(
  core: readonly string[],
  checker: readonly string[],
): { readonly core: string; readonly checker: string } | null {
  const at = core.findIndex((one, i) => one !== checker[i]);
  if (at < 0 && core.length === checker.length) return null;
  const from = at < 0 ? core.length : at;
  return { core: core[from] ?? 'none', checker: checker[from] ?? 'none' };
}

/** Entries of one part of an account are added up, as a posting may have several; their order does not count. */
function postingText({ number, reason, reference, entries }: Posting): string {
  const sums = new Map<string, bigint>();
  for (const [owner, account, currency, part, amount] of entries) {
    const key = `${owner}/${account}/${currency}/${part}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  const moved = [...sums].filter(([, amount]) => amount !== 0n).map(([key, amount]) => `${key} ${amount}`);
  return `${number} ${reason} ${reference}: ${moved.toSorted().join(', ')}`;
}
