import type pg from 'pg';
import { longWork } from '../../database/bounded-client.ts';
import { ConcurrencyLimiter, askerGone } from './concurrency-limiter.ts';
import type { Reads } from './bounds.ts';

/** A long history keeps one of a dozen connections for seconds; the others stay free for everybody. */
const LIMITS = { running: 3, waiting: 32, ofOne: 4 };

/** Sums over whole histories: a limited number at once, over all customers, and cancelled when their caller leaves. */
export class LongReads {
  readonly #pool: pg.Pool;
  readonly #limiter = new ConcurrencyLimiter(LIMITS);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Inside `read` use only the given client. @throws rate_limited, busy */
  run<Result>(customerId: number, gone: AbortSignal, read: (db: Reads) => Promise<Result>): Promise<Result> {
    return this.#limiter.run(customerId, gone, () =>
      longWork('statements', () => this.#whileWanted(gone, read)),
    );
  }

  async #whileWanted<Result>(gone: AbortSignal, read: (db: Reads) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    const cancelling: Promise<unknown>[] = [];
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const cancel = (): void => {
        const asked = this.#pool.query('select pg_cancel_backend($1)', [rows[0]!.pid]);
        // If the cancellation fails, the query simply finishes.
        cancelling.push(asked.catch(() => undefined));
      };
      if (gone.aborted) throw askerGone();
      gone.addEventListener('abort', cancel, { once: true });
      try {
        return await read({ query: wanted(client, gone) });
      } finally {
        gone.removeEventListener('abort', cancel);
      }
    } catch (error) {
      throw gone.aborted ? askerGone() : error;
    } finally {
      // A late cancellation must not hit the next user of the connection.
      client.release(cancelling.length > 0);
      await Promise.all(cancelling);
    }
  }
}

function wanted(client: pg.PoolClient, gone: AbortSignal): Reads['query'] {
  const query = async (...wish: Parameters<Reads['query']>): Promise<unknown> => {
    if (gone.aborted) throw askerGone();
    return client.query(...wish);
  };
  return query as Reads['query'];
}
