import type { DatabaseLog } from '../database/log.ts';
import { saySeldom } from '../database/seldom.ts';

export interface PeriodicJobOptions {
  readonly everyMs: number;
  readonly log: Pick<DatabaseLog, 'error'>;
  /** Logged when the work failed; the next turn repeats it. */
  readonly failure: string;
}

/** Work done periodically and on demand, but only once at a time. */
export class PeriodicJob {
  readonly #work: () => Promise<void>;
  readonly #options: PeriodicJobOptions;
  #working: Promise<void> = Promise.resolve();

  constructor(work: () => Promise<void>, options: PeriodicJobOptions) {
    this.#work = work;
    this.#options = options;
  }

  /** Returns a function that stops it and waits for the running turn. */
  start(): () => Promise<void> {
    const { everyMs, log, failure } = this.#options;
    const say = saySeldom((details, message) => log.error(details, message));
    const timer = setInterval(() => {
      this.now().catch((error: unknown) => say({ err: error }, failure));
    }, everyMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await this.#working.catch(() => undefined);
    };
  }

  /** Runs after the current turn, if there is one. Rejects as the work does. */
  now(): Promise<void> {
    // The caller of the previous turn gets its failure.
    this.#working = this.#working.catch(() => undefined).then(() => this.#work());
    return this.#working;
  }
}
