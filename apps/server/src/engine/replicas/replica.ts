import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isLate } from '../../database/pool.ts';
import { APPLICATION_NAME } from '../../database/embedded.ts';
import type { DatabaseLog } from '../../database/log.ts';
import type { Reads } from '../../database/reads.ts';
import type { Attempt, ReplicaMetrics } from './replica-metrics.ts';
import { sameDatabase, type DatabaseIdentity } from './identity.ts';
import { holds, tablesOf, type Told } from './told.ts';

export interface ReplicaTimes {
  /** For a connection, and for each question about where its tables are. */
  readonly answerWithinMs: number;
  /** For a replica that is behind: a reader waits so long and then reads on the primary. */
  readonly patienceMs: number;
  /** For one query of a page; one that takes longer is made on the primary. Long readings have their own. */
  readonly queryWithinMs: number;
  /** Before a replica that has failed is asked again. */
  readonly outMs: number;
}

export const REPLICA_TIMES: ReplicaTimes = {
  answerWithinMs: 1_000,
  patienceMs: 100,
  queryWithinMs: 5_000,
  outMs: 5_000,
};

/** Between two looks at how far a replica is. */
const LOOK_AGAIN_MS = 2;
const SELDOM_MS = 20;

/**
 * Nothing can be written through these sessions, and a server notices within a second that its client has gone: so a
 * reading is given up by closing its connection, whichever server stands behind a shared address.
 */
const SESSION = '-c default_transaction_read_only=on -c client_connection_check_interval=1000';

export interface ReplicaOptions {
  /** In metrics and the log. Addresses have passwords. */
  readonly name: string;
  readonly url: string;
  readonly connections: number;
  /** Of the primary. */
  readonly identity: () => Promise<DatabaseIdentity>;
  readonly metrics: ReplicaMetrics;
  readonly log: DatabaseLog;
  readonly times: ReplicaTimes;
}

/** What a reading must see. */
export interface Needed {
  readonly told: Told;
  /** What the same reader has seen already: a later page is of no earlier state. At least `told`'s sequence. */
  readonly sequence: number;
}

export interface Work<Result> {
  readonly needed: Needed;
  /** Each of its queries may take so long. */
  readonly withinMs: number;
  /** Gives it up: its connection is closed. */
  readonly gone?: AbortSignal | undefined;
  /** Whether to find out what it can have seen at most. */
  readonly thenAsk: boolean;
  readonly read: (db: Reads) => Promise<Result>;
}

export interface Served<Result> {
  readonly result: Result;
  /** Where the tables were after it; what was needed if nobody asked. */
  readonly sequence: number;
}

/** The replica did not serve: the primary will. */
export class NotServed extends Error {
  override readonly name = 'NotServed';
  readonly attempt: Exclude<Attempt, 'served'>;

  constructor(attempt: Exclude<Attempt, 'served'>, cause: unknown) {
    super(`a replica did not serve: ${attempt}`, { cause });
    this.attempt = attempt;
  }
}

/** Behind what is needed, for longer than a reader waits. */
class Lagging extends Error {
  override readonly name = 'Lagging';
  /** Otherwise it only lacks what the reader saw elsewhere, which others may not have been told. */
  readonly lacksTold: boolean;

  constructor(tables: Told, { told, sequence }: Needed) {
    super(
      `its tables are at ${tables.sequence} of epoch ${tables.epoch}; ${sequence} of ${told.epoch} is needed`,
    );
    this.lacksTold = !holds(tables, told);
  }
}

/**
 * One server that replays the primary's log, or an address behind which are several: each reading asks on its own
 * connection how far the tables there are. One that is away or behind is out of use until it answers again, which no
 * reader waits for.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #pool: pg.Pool;
  /** Connections that are known to be to the primary's database. */
  readonly #known = new WeakSet<pg.PoolClient>();
  #outUntilMs = 0;
  #isOut = false;
  #probing: Promise<void> | null = null;
  #closed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    const { url, connections, log, name, times } = options;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      // A new one has to learn tables and partitions first.
      min: connections,
      // Behind an address there may be another replica tomorrow.
      maxLifetimeSeconds: 3_600,
      application_name: APPLICATION_NAME,
      options: SESSION,
      keepAlive: true,
      // A machine that is gone is noticed after some ten seconds, also by a reading that waits for its answer.
      keepAliveInitialDelayMillis: 2_000,
      connectionTimeoutMillis: times.answerWithinMs,
    });
    this.#pool.on('error', error => log.warn({ err: error, replica: name }, 'an idle connection failed'));
    // A server that ends a connection between two queries says so there, and only the next query would fail.
    this.#pool.on('connect', client => client.on('error', () => {}));
    options.metrics.out(name, false);
  }

  /**
   * Whether it is worth asking. While it is out of use this finds out, every few seconds and beside the caller, whether
   * it is back.
   */
  isInUse(told: Told): boolean {
    if (!this.#isOut) return true;
    if (this.#probing === null && performance.now() >= this.#outUntilMs && !this.#closed) {
      this.#probing = this.#probe(told).finally(() => {
        this.#probing = null;
      });
    }
    return false;
  }

  /** @throws NotServed; what the work throws by itself; the signal's reason once it is given up */
  async serve<Result>(work: Work<Result>): Promise<Served<Result>> {
    const { name, metrics } = this.#options;
    try {
      const served = await this.#serve(work);
      metrics.attempted(name, 'served');
      return served;
    } catch (error) {
      if (!(error instanceof NotServed)) throw error;
      metrics.attempted(name, error.attempt);
      // A conflict ends one reading, and an error of a query says nothing about the server.
      const { attempt, cause } = error;
      if (attempt === 'away' || (cause instanceof Lagging && cause.lacksTold)) this.#leaveOut(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#probing;
    await this.#pool.end();
  }

  async #serve<Result>({ needed, withinMs, gone, thenAsk, read }: Work<Result>): Promise<Served<Result>> {
    const { answerWithinMs } = this.#options.times;
    const client = await this.#connect();
    let failed: { readonly error: unknown } | null = null;
    let broken = false;
    let reads = false;
    const leave = (): void => {
      broken = true;
      client.release(true);
    };
    try {
      gone?.throwIfAborted();
      gone?.addEventListener('abort', leave, { once: true });
      const noted = (ms: number) => noting(client, ms, error => (failed = { error }));
      await this.#reach(noted(answerWithinMs), needed);
      reads = true;
      const result = await read(noted(withinMs));
      reads = false;
      const sequence = thenAsk ? (await tablesOf(noted(answerWithinMs))).sequence : needed.sequence;
      return { result, sequence };
    } catch (error) {
      gone?.throwIfAborted();
      if (error instanceof Lagging) throw new NotServed('lagging', error);
      const cause = (failed as { readonly error: unknown } | null)?.error;
      if (cause === undefined) throw error;
      const attempt = attemptOf(cause);
      // Somebody writes through a connection that is there to read: the primary must not do it either.
      if (attempt === null) throw error;
      // One reader's query that takes too long, or ends its session, takes the replica from nobody else.
      throw new NotServed(attempt === 'away' && reads ? 'conflict' : attempt, cause);
    } finally {
      gone?.removeEventListener('abort', leave);
      if (!broken) client.release(failed !== null);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const { identity, times } = this.#options;
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      // While others read there, it is not away. Those that connect in vain say so themselves.
      throw new NotServed(isLate(error) ? 'conflict' : 'away', error);
    }
    if (this.#known.has(client)) return client;
    try {
      const asked = noting(client, times.answerWithinMs, () => {});
      await sameDatabase(asked, await identity());
    } catch (error) {
      client.release(true);
      throw new NotServed('away', error);
    }
    this.#known.add(client);
    return client;
  }

  /** Waits until it has what is needed. @throws Lagging */
  async #reach(db: Reads, needed: Needed): Promise<void> {
    const { told, sequence } = needed;
    const { name, metrics, times } = this.#options;
    const untilMs = performance.now() + times.patienceMs;
    for (let pauseMs = LOOK_AGAIN_MS; ; pauseMs = Math.min(pauseMs * 1.5, SELDOM_MS)) {
      const tables = await tablesOf(db);
      metrics.behind(name, Math.max(told.sequence - tables.sequence, 0));
      if (holds(tables, { ...told, sequence })) return;
      if (performance.now() > untilMs) throw new Lagging(tables, needed);
      await pause(pauseMs);
    }
  }

  #leaveOut({ cause }: NotServed): void {
    const { name, metrics, log, times } = this.#options;
    this.#outUntilMs = performance.now() + times.outMs;
    if (this.#isOut) return;
    this.#isOut = true;
    metrics.out(name, true);
    log.warn({ err: cause, replica: name }, 'a replica is out of use: the primary reads in its place');
  }

  /** Never rejects. */
  async #probe(told: Told): Promise<void> {
    const { name, metrics, log, times } = this.#options;
    try {
      await this.#serve({
        needed: { told, sequence: told.sequence },
        withinMs: times.answerWithinMs,
        thenAsk: false,
        read: async () => null,
      });
    } catch (error) {
      this.#outUntilMs = performance.now() + times.outMs;
      log.info({ err: error, replica: name }, 'the replica stays out of use');
      return;
    }
    this.#isOut = false;
    metrics.out(name, false);
    log.info({ replica: name }, 'the replica is in use again');
  }
}

/** Queries of a client, each with its limit; what fails in the database is noted, unlike what the reader throws. */
function noting(client: pg.PoolClient, withinMs: number, failed: (error: unknown) => void): Reads {
  return {
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      try {
        return await client.query<Row>({ text, values, query_timeout: withinMs } as pg.QueryConfig);
      } catch (error) {
        failed(error);
        throw error;
      }
    },
  };
}

/** What an error of a query says about the replica; null: about the statement, which writes. */
function attemptOf(error: unknown): Exclude<Attempt, 'served' | 'lagging'> | null {
  if (!(error instanceof pg.DatabaseError)) return 'away';
  const code = error.code ?? '';
  if (code === '25006') return null;
  // Cancelled, for what is replayed or by a limit of the server.
  if (code === '40001' || code === '40P01' || code === '57014') return 'conflict';
  // Connection, resources, intervention of operators, the system, internal errors.
  return /^(?:08|53|57|58|XX)/.test(code) ? 'away' : 'refused';
}
