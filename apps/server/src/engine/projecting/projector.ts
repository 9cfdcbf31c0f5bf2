import type { ReadonlyExchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { SubmitError } from '../command-bus.ts';
import type { AppliedCommand } from '../follower.ts';
import { answered } from '../fence.ts';
import { AccountTotals } from '../projections/account-totals.ts';
import { Projections } from '../projections/projections.ts';
import { writeProjections } from './position.ts';

export interface ProjectorOptions {
  /** A connection of its own: see `connectProjector`. */
  readonly client: ClientBase;
  readonly epoch: number;
  /** The follower's: it has applied a command when `record` is called with it. */
  readonly exchange: ReadonlyExchange;
  /** Where tables and follower are at the beginning. */
  readonly sequence: number;
  /** Commands not in the tables yet from which on it `isFull`. */
  readonly limit: number;
  /** A transaction without an answer for this long has failed. */
  readonly deadlineMs: number;
  /** Called after each transaction. */
  readonly onWritten: (seconds: number, behind: number) => void;
  /** Called once when a transaction failed. */
  readonly onFatal: (error: unknown) => void;
}

interface Waiting {
  readonly sequence: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes what committed commands mean into the tables that lists are read from, behind the journal: while one transaction
 * is under way, the next gathers all that comes, so that rows which change often are written once. The tables can be
 * derived again from the journal, so these commits need not wait for the disk. See docs/decisions/0100.
 */
export class Projector {
  readonly #options: ProjectorOptions;
  #open: Projections;
  #spare: Projections | null;
  #sequence: number;
  /** The last row recorded. */
  #recorded: number;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #ended: unknown = null;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    const { exchange, sequence } = options;
    const totals = new AccountTotals(exchange);
    const newest = { orderId: exchange.lastOrderId };
    this.#open = new Projections(totals, newest);
    this.#spare = new Projections(totals, newest);
    this.#sequence = sequence;
    this.#recorded = sequence;
  }

  /** Of the newest journal row in the tables. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Whether so much waits that no more should be committed. */
  get isFull(): boolean {
    return this.#recorded - this.#sequence >= this.#options.limit;
  }

  /** The follower has just applied this command, and nothing after it. */
  record({ events, sequence, atMs }: Pick<AppliedCommand, 'events' | 'sequence' | 'atMs'>): void {
    this.#open.record(events, sequence, atMs);
  }

  /** A journal row ends; its commands were recorded. Returns the kinds of feed events that it adds. */
  endRow(lastSequence: number): string[] {
    this.#recorded = lastSequence;
    const { events } = this.#open;
    // As the audit does it: a row of the feed never reaches from one journal row into the next.
    events.close();
    const kinds = [...events.kinds];
    events.clear();
    this.#schedule();
    return kinds;
  }

  /**
   * Resolves once the tables hold all that was recorded so far; null if they do already. Rejects if that cannot be: the
   * engine then stops, and what the tables hold must not be taken for what is.
   */
  caughtUp(): Promise<void> | null {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    if (this.#sequence >= this.#recorded) return null;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sequence: this.#recorded, resolve, reject });
    });
  }

  /** Writes nothing more: the engine has failed. */
  end(error: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = error ?? new SubmitError('stopped');
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }

  /** After answers have gone out: they do not wait for this. */
  #schedule(): void {
    if (this.#scheduled || this.#spare === null) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#write();
    });
  }

  async #write(): Promise<void> {
    if (this.#spare === null || this.#ended !== null || this.#recorded === this.#sequence) return;
    const writing = this.#open;
    this.#open = this.#spare;
    this.#spare = null;
    const stretch = { epoch: this.#options.epoch, from: this.#sequence, to: this.#recorded };
    const startedAt = performance.now();
    try {
      writing.close();
      const { client, deadlineMs } = this.#options;
      await answered(writeProjections(client, writing.tables, stretch), deadlineMs);
      writing.clear();
    } catch (error) {
      if (this.#ended !== null) return;
      this.end(error);
      this.#options.onFatal(error);
      return;
    }
    if (this.#ended !== null) return;
    this.#sequence = stretch.to;
    this.#spare = writing;
    this.#options.onWritten((performance.now() - startedAt) / 1000, this.#recorded - this.#sequence);
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ sequence }) => sequence > this.#sequence);
    for (const { sequence, resolve } of waiting) if (sequence <= this.#sequence) resolve();
    if (this.#recorded > this.#sequence) this.#schedule();
  }
}
