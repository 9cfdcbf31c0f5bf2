import type { TakeTurn } from './turns.ts';

const PAGE = 500;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

export interface RunnerOptions {
  readonly name: string;
  readonly take: TakeTurn;
  /** Shortest time between turns: events in between are handled together. */
  readonly gatherMs: number;
  readonly log: { error(details: object, message: string): void };
}

/**
 * Runs one reader of the feed, one turn at a time. A failed turn is retried event by event, so that all events before
 * the failing one are handled, and then with growing pauses. Other readers are not affected.
 */
export class Runner {
  readonly name: string;
  readonly #options: RunnerOptions;
  #limit = PAGE;
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(options: RunnerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** How often in a row the next event has failed. */
  get failures(): number {
    return this.#failures;
  }

  /** Schedules a turn soon, unless the reader waits after a failure. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#working !== null) this.#again = true;
    else this.#timer ??= this.#schedule(this.#options.gatherMs);
  }

  /** Handles everything there is now, even after a failure. Rejects with the event that cannot be handled. */
  async catchUp(): Promise<void> {
    while (this.#working !== null) await this.#working.catch(() => undefined);
    if (this.#stopped) return;
    await this.#work();
  }

  /** Waits for the running turn. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#working?.catch(() => undefined);
  }

  #schedule(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = null;
      // The failure is logged, and the turn retried.
      this.#work().catch(() => undefined);
    }, afterMs).unref();
  }

  #work(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#again = false;
    this.#working = this.#turns().finally(() => {
      this.#working = null;
      if (this.#again && this.#failures === 0) this.wake();
    });
    return this.#working;
  }

  async #turns(): Promise<void> {
    try {
      await this.#all();
    } catch (error) {
      this.#failures++;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), LONGEST_WAIT_MS);
      this.#options.log.error(
        { err: error, subscriber: this.name, failures: this.#failures, waitMs },
        'an event could not be handled; it will be tried again',
      );
      if (!this.#stopped) this.#timer = this.#schedule(waitMs);
      throw error;
    }
  }

  async #all(): Promise<void> {
    for (let more = true; more && !this.#stopped;) {
      try {
        more = (await this.#options.take(this.#limit)).more;
        this.#limit = PAGE;
        this.#failures = 0;
      } catch (error) {
        if (this.#limit === 1) throw error;
        this.#limit = 1;
      }
    }
  }
}
