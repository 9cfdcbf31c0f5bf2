import { CallFailure } from '../../http/call-failure.ts';

export interface ConcurrencyLimits {
  /** Running at once, over all customers. */
  readonly running: number;
  /** Waiting, over all customers; anything more is refused. */
  readonly waiting: number;
  /** Of one customer, running and waiting. */
  readonly ofOne: number;
}

/** The caller has left: nobody reads this error, and the server is not at fault. */
export function askerGone(): CallFailure {
  return new CallFailure('statement_busy');
}

/** Runs a limited amount of work at once, in order of arrival. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #of = new Map<number, number>();
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /**
   * Runs the work when its turn comes; a caller who has left by then is removed from the queue. @throws rate_limited if
   * the customer has too much work, busy if everybody together has
   */
  async run<Result>(customerId: number, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const { ofOne } = this.#limits;
    const own = this.#of.get(customerId) ?? 0;
    if (own >= ofOne) throw new CallFailure('rate_limited', { retry_after_s: 1 });
    this.#of.set(customerId, own + 1);
    try {
      await this.#enter(gone);
      try {
        return await work();
      } finally {
        this.#leave();
      }
    } finally {
      const left = (this.#of.get(customerId) ?? 1) - 1;
      if (left > 0) this.#of.set(customerId, left);
      else this.#of.delete(customerId);
    }
  }

  async #enter(gone: AbortSignal): Promise<void> {
    if (gone.aborted) throw askerGone();
    if (this.#running < this.#limits.running) {
      this.#running++;
      return;
    }
    if (this.#waiting.size >= this.#limits.waiting) throw new CallFailure('busy');
    await new Promise<void>((enter, reject) => {
      const leave = (): void => {
        this.#waiting.delete(next);
        reject(askerGone());
      };
      const next = (): void => {
        gone.removeEventListener('abort', leave);
        enter();
      };
      gone.addEventListener('abort', leave, { once: true });
      this.#waiting.add(next);
    });
  }

  /** Gives the free place to the longest waiting. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
