import pg from 'pg';
import { BoundedClient, isLoss, ordinaryWork } from './bounded-client.ts';
import { DatabaseBusy } from './database-busy.ts';
import { APPLICATION_NAME } from './embedded.ts';
import type { DatabaseLog } from './log.ts';
import { patiently } from './patience.ts';

/** Resolves once the tables hold what readers must find there; null if they do already. */
export type Caught = () => Promise<void> | null;
type Callback = Parameters<pg.Pool['connect']>[0];

/** For a free connection, or a new one. */
const CONNECTED_WITHIN_MS = 5_000;
/** For the tables, which are behind by the time of one transaction. */
const CAUGHT_WITHIN_MS = 10_000;

/**
 * Of each session: one whose process is gone, or stands still within a transaction, must let go of its locks. A statement
 * is not bounded here, because the server sees that nobody waits for it any more: see `SEES_THE_ASKER`.
 */
const SESSION = `select set_config('idle_in_transaction_session_timeout', '60s', false),
  set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false)`;
/** Not every system's server can. */
const SEES_THE_ASKER = `select set_config('client_connection_check_interval', '1s', false)`;

/**
 * A pool whose queries begin only when the tables that follow from the journal hold all that this process has told
 * anybody: whoever was answered finds what was done. So no reader has to know which tables follow. Nobody waits for
 * ever: a query rejects with DatabaseBusy, or DatabaseOutcomeUnknown if something may have been done.
 */
export interface Pool extends pg.Pool {
  /** From now on queries wait for it, ten seconds at most. Returns a function that ends this. */
  waitFor(caught: Caught): () => void;
  /** Asks without waiting, with the ordinary bound: for whoever finds out where the tables are, often for many. */
  ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

class GatedPool extends pg.Pool {
  readonly #waits = new Set<Caught>();

  waitFor(caught: Caught): () => void {
    this.#waits.add(caught);
    return () => this.#waits.delete(caught);
  }

  async ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = await this.#connected();
    return ordinaryWork(() => using(client, async asked => (await asked.query<Row>(text)).rows));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (callback === undefined) return this.#connectAfter();
    void this.#callBack(callback);
  }

  /** As `pg.Pool`'s with a promise, whose overloads all fit. */
  override query(...wish: unknown[]): never {
    const ask = (client: pg.PoolClient): unknown =>
      (client.query as (...wish: unknown[]) => unknown).apply(client, wish);
    return this.connect().then(client => using(client, ask)) as never;
  }

  async #callBack(callback: Callback): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#connectAfter();
    } catch (error) {
      callback(error as Error, undefined, () => {});
      return;
    }
    callback(undefined, client, client.release);
  }

  async #connectAfter(): Promise<pg.PoolClient> {
    const waits = [...this.#waits].flatMap(caught => caught() ?? []);
    if (waits.length > 0) {
      const busy = (cause?: unknown): DatabaseBusy =>
        new DatabaseBusy('the tables do not hold what was told', { cause });
      await patiently(Promise.all(waits), CAUGHT_WITHIN_MS, busy).catch((error: unknown) => {
        throw error instanceof DatabaseBusy ? error : busy(error);
      });
    }
    return this.#connected();
  }

  async #connected(): Promise<pg.PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      if (!isLoss(error) && !isLate(error)) throw error;
      throw new DatabaseBusy((error as Error).message, { cause: error });
    }
  }
}

/** The driver's word on `connectionTimeoutMillis` of a pool whose connections are all in use. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** A connection on which something failed is not used again. */
async function using<Result>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Result,
): Promise<Awaited<Result>> {
  let failure: unknown;
  try {
    return await work(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.release(failure !== undefined);
  }
}

/**
 * A pool of at most `connections` connections to the database at an address. A failing idle connection is logged and
 * replaced. Without a listener it would end the process, even after `end`, which does not wait until the server has
 * ended its sessions; then it is nobody's any more, and not logged.
 */
export function createPool(url: string, connections: number, log: DatabaseLog): Pool {
  const pool: pg.Pool = new GatedPool({
    connectionString: url,
    max: connections,
    // They stay: the first query of a new one takes several times as long, because it has to learn tables and partitions.
    min: connections,
    application_name: APPLICATION_NAME,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    Client: BoundedClient,
    // Whoever's work made it, others may get it.
    onConnect: client => ordinaryWork(() => prepareSession(client)),
  });
  pool.on('error', error => {
    if (!pool.ending) log.error({ err: error }, 'an idle database connection failed');
  });
  return pool as Pool;
}

async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(SESSION);
  await client.query(SEES_THE_ASKER).catch((error: unknown) => {
    // Refused by the server's system: its own keepalives notice, later.
    if (!(error instanceof pg.DatabaseError)) throw error;
  });
}
