import type { HistoryPool, Reading } from '../../engine/replicas/history-pool.ts';
import type { Reads } from '../../database/reads.ts';
import { ConcurrencyLimiter, askerGone } from './concurrency-limiter.ts';

/** A long history keeps one of a dozen connections for seconds; the others stay free for everybody. */
const LIMITS = { running: 3, waiting: 32, ofOne: 4 };

/** Sums over whole histories: a limited number at once, over all customers, and cancelled when their caller leaves. */
export class LongReads {
  readonly #history: HistoryPool;
  readonly #limiter = new ConcurrencyLimiter(LIMITS);

  constructor(history: HistoryPool) {
    this.#history = history;
  }

  /**
   * Inside `read` use only what it is given. `reading`: whoever reads on after it. @throws rate_limited, busy
   */
  run<Result>(
    customerId: number,
    gone: AbortSignal,
    read: (db: Reads) => Promise<Result>,
    reading: Reading = this.#history.reading(),
  ): Promise<Result> {
    return this.#limiter.run(customerId, gone, async () => {
      try {
        return await reading.read(read, gone);
      } catch (error) {
        throw gone.aborted ? askerGone() : error;
      }
    });
  }
}
