import pg from 'pg';
import { APPLICATION_NAME } from './embedded.ts';
import type { DatabaseLog } from './log.ts';

/** Resolves once the tables hold what readers must find there; null if they do already. */
export type Caught = () => Promise<void> | null;
type Callback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose queries begin only when the tables that follow from the journal hold all that this process has told
 * anybody: whoever was answered finds what was done. So no reader has to know which tables follow.
 */
export class Pool extends pg.Pool {
  readonly #waits = new Set<Caught>();

  /** From now on queries wait for it. Returns a function that ends this. */
  waitFor(caught: Caught): () => void {
    this.#waits.add(caught);
    return () => this.#waits.delete(caught);
  }

  /** Asks without waiting: for whoever finds out where the tables are. */
  async ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = await super.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      client.release();
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const waits = [...this.#waits].flatMap(caught => caught() ?? []);
    if (callback === undefined) {
      if (waits.length === 0) return super.connect();
      return Promise.all(waits).then(() => super.connect());
    }
    if (waits.length === 0) super.connect(callback);
    else void this.#connectAfter(waits, callback);
  }

  async #connectAfter(waits: readonly Promise<void>[], callback: Callback): Promise<void> {
    try {
      await Promise.all(waits);
    } catch (error) {
      callback(error as Error, undefined, () => {});
      return;
    }
    super.connect(callback);
  }
}

/**
 * A pool of at most `connections` connections to the database at an address. A failing idle connection is logged and
 * replaced. Without a listener it would end the process, even after `end`, which does not wait until the server has
 * ended its sessions.
 */
export function createPool(url: string, connections: number, log: DatabaseLog): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    // They stay: the first query of a new one takes several times as long, because it has to learn tables and partitions.
    min: connections,
    application_name: APPLICATION_NAME,
    keepAlive: true,
  });
  pool.on('error', error => log.error({ err: error }, 'an idle database connection failed'));
  // One that fails between two queries of a transaction says so there, and the next query fails, too.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}
