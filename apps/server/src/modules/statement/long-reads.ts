import type { HistoryPool, Reading } from '../../engine/replicas/history-pool.ts';
import type { Reads } from '../../database/reads.ts';
import { ConcurrencyLimiter, askerGone } from './concurrency-limiter.ts';

/** A long history keeps a connection for seconds; two of three stay free for everybody. */
const PART_OF_CONNECTIONS = 1 / 3;
const LIMITS = { waiting: 32, ofOne: 4 };
/** Who waits among these is limited by whoever asks. */
const UNLIMITED = { waiting: Infinity, ofOne: Infinity };

/** Whoever is not given up when its caller leaves. */
const NEVER_GONE = new AbortController().signal;

/**
 * Sums over whole histories, cancelled when their caller leaves, and queries of walks through them: at most a third of the
 * connections at once, over all customers.
 */
export class LongReads {
  readonly #history: HistoryPool;
  readonly #sums: ConcurrencyLimiter;
  readonly #turns: ConcurrencyLimiter;

  constructor(history: HistoryPool) {
    this.#history = history;
    const running = Math.max(1, Math.floor(history.connections * PART_OF_CONNECTIONS));
    this.#sums = new ConcurrencyLimiter({ running, ...LIMITS });
    this.#turns = new ConcurrencyLimiter({ running, ...UNLIMITED });
  }

  reading(): Reading {
    return this.#history.reading();
  }

  /** Its queries, each in its turn, so that long histories block neither short ones nor the pool. */
  inTurn({ queries }: Reading): Reads {
    return {
      query: (text, values) => this.#turns.run(0, NEVER_GONE, () => queries.query(text, values)),
    };
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
    return this.#sums.run(customerId, gone, async () => {
      try {
        return await this.#turns.run(0, gone, () => reading.read(read, gone));
      } catch (error) {
        throw gone.aborted ? askerGone() : error;
      }
    });
  }
}
