import { CallFailure } from '../../http/call-failure.ts';

export interface AtOnceLimits {
  /** Over all customers. */
  readonly running: number;
  /** Over all customers; what comes beyond it is refused. */
  readonly waiting: number;
  /** Of one customer, running and waiting. */
  readonly ofOne: number;
}

/** Nobody asks any more: whatever is thrown at them is read by nobody, and is no fault of the server's. */
export function askerGone(): CallFailure {
  return new CallFailure('statement_busy');
}

/** Work of which only so much is done at once, in the order in which it came. */
export class AtOnce {
  readonly #limits: AtOnceLimits;
  readonly #of = new Map<number, number>();
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: AtOnceLimits) {
    this.#limits = limits;
  }

  /**
   * Does the work when it is its turn; who is gone by then has left the queue.
   * @throws rate_limited the customer has too much of it under way, busy everybody together has
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

  /** The place goes to whoever has waited longest. */
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
