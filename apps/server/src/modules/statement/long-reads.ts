import type pg from 'pg';
import { AtOnce, askerGone } from './at-once.ts';
import type { Reads } from './bounds.ts';

/** Each has one of a dozen connections for seconds, if the history is long; the others are everybody's. */
const LIMITS = { running: 3, waiting: 32, ofOne: 4 };

/** Sums over a whole history: a few at once, over all customers, and each for as long as somebody wants them. */
export class LongReads {
  readonly #pool: pg.Pool;
  readonly #atOnce = new AtOnce(LIMITS);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Within `read` nothing but what it is given may be asked. @throws rate_limited, busy */
  run<Result>(customerId: number, gone: AbortSignal, read: (db: Reads) => Promise<Result>): Promise<Result> {
    return this.#atOnce.run(customerId, gone, () => this.#whileWanted(gone, read));
  }

  async #whileWanted<Result>(gone: AbortSignal, read: (db: Reads) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    const cancelling: Promise<unknown>[] = [];
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const cancel = (): void => {
        const asked = this.#pool.query('select pg_cancel_backend($1)', [rows[0]!.pid]);
        // Where that fails, the sums come to their own end.
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
      // A cancellation that comes late must not hit whoever would have the connection next.
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
