import type { FastifyBaseLogger } from 'fastify';

export interface PeriodicJobOptions {
  readonly everyMs: number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** What is logged when the work failed; the next turn does it again. */
  readonly failure: string;
}

/** Work that is done every so often and when somebody asks, but only once at a time. */
export class PeriodicJob {
  readonly #work: () => Promise<void>;
  readonly #options: PeriodicJobOptions;
  #working: Promise<void> = Promise.resolve();

  constructor(work: () => Promise<void>, options: PeriodicJobOptions) {
    this.#work = work;
    this.#options = options;
  }

  /** Returns the way to stop, which waits for the work that is going on. */
  start(): () => Promise<void> {
    const { everyMs, log, failure } = this.#options;
    const timer = setInterval(() => {
      this.now().catch((error: unknown) => log.error({ err: error }, failure));
    }, everyMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await this.#working.catch(() => undefined);
    };
  }

  /** After the turn that is going on, if one is. Rejects as the work does. */
  now(): Promise<void> {
    // Whoever asked for the turn before hears of its failure.
    this.#working = this.#working.catch(() => undefined).then(() => this.#work());
    return this.#working;
  }
}
