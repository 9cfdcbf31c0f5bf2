import type { TakeTurn } from './turns.ts';

const PAGE = 500;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

export interface RunnerOptions {
  readonly name: string;
  readonly take: TakeTurn;
  /** So often at most there is a turn: what comes in between is taken together. */
  readonly gatherMs: number;
  readonly log: { error(details: object, message: string): void };
}

/**
 * Turns of one reader of the feed, one at a time. One that fails is tried again event by event, so that all before the
 * one that cannot be handled get through, and then after ever longer waits; nobody else waits for it.
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

  /** How often in a row the next event could not be handled. */
  get failures(): number {
    return this.#failures;
  }

  /** Soon. Whoever waits after a failure is not hurried. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#working !== null) this.#again = true;
    else this.#timer ??= this.#schedule(this.#options.gatherMs);
  }

  /** Everything there is, now; after a failure, too. Rejects with what cannot be handled. */
  async catchUp(): Promise<void> {
    while (this.#working !== null) await this.#working.catch(() => undefined);
    if (this.#stopped) return;
    await this.#work();
  }

  /** Waits for the turn that is going on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#working?.catch(() => undefined);
  }

  #schedule(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = null;
      // It is logged and tried again.
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
