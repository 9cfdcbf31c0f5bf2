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
  #working: Promise<void> | null = null;
  /** The turn that begins when the running one has ended. */
  #next: Promise<void> | null = null;

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
      // Their failures are told to those who asked for them.
      await Promise.allSettled([this.#working, this.#next]);
    };
  }

  /**
   * Runs after the current turn, if there is one. All who ask meanwhile share that next turn, so a turn that hangs lets
   * nothing pile up. Rejects as the work does.
   */
  now(): Promise<void> {
    if (this.#next !== null) return this.#next;
    if (this.#working === null) return this.#run();
    this.#next = this.#working
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.#run();
      });
    return this.#next;
  }

  #run(): Promise<void> {
    const working = this.#work().finally(() => {
      if (this.#working === working) this.#working = null;
    });
    this.#working = working;
    return working;
  }
}
