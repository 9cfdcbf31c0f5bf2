import type { Registry } from 'prom-client';
import { longWork, ordinaryWork } from '../../database/bounded-client.ts';
import type { DatabaseLog } from '../../database/log.ts';
import type { Pool } from '../../database/pool.ts';
import type { Reads } from '../../database/reads.ts';
import { identityOf, type DatabaseIdentity } from './identity.ts';
import { NotServed, Replica, REPLICA_TIMES, type ReplicaTimes } from './replica.ts';
import { replicaMetrics } from './replica-metrics.ts';
import { tablesOf, type Told } from './told.ts';
import { whileWanted } from './while-wanted.ts';

/** One query of a reading that adds up a whole history. */
const LONG_QUERY_WITHIN_MS = 120_000;

export interface HistoryPoolOptions {
  /** Its queries wait for the tables. */
  readonly primary: Pool;
  /** Addresses of replicas; none: everything is read on the primary. */
  readonly replicas: readonly string[];
  /** To each server, at most: as many as the primary's pool has. */
  readonly connections: number;
  /** What this process has told anybody. */
  readonly told: () => Told;
  readonly registry: Registry;
  readonly log: DatabaseLog;
  /** For tests. */
  readonly times?: ReplicaTimes;
}

/** What is read at once, on one server. Asked again on the primary if a replica fails, so it must have no effects. */
export type HistoryWork<Result> = (db: Reads) => Promise<Result>;

/** One after another, by one reader. */
export interface Reading {
  /** Reads a state that is at least as new as what was read before, and as what was told. */
  read<Result>(work: HistoryWork<Result>, gone?: AbortSignal): Promise<Result>;
  /** The same, query by query: each may be on another server. */
  readonly queries: Reads;
}

/** Where history is read: nothing can be written through it, and no decision about money may be taken from it. */
export interface HistoryPool {
  /** To each server, at most, for all that this process reads there. */
  readonly connections: number;
  /** A page. */
  read<Result>(work: HistoryWork<Result>): Promise<Result>;
  /** Files and sums, which take several looks. Their queries may take two minutes each. */
  reading(): Reading;
}

/**
 * Reads on replicas, in turns, those that have replayed what this process has told anybody; else, and whenever one fails,
 * on the primary. So a reader finds what they were told, and never learns which server it was.
 */
export class ReplicatedHistory implements HistoryPool {
  readonly #options: HistoryPoolOptions;
  readonly #replicas: readonly Replica[];
  #identity: Promise<DatabaseIdentity> | null = null;
  #turn = 0;

  constructor(options: HistoryPoolOptions) {
    this.#options = options;
    const { replicas, connections, registry, log, times = REPLICA_TIMES } = options;
    if (replicas.length === 0) {
      this.#replicas = [];
      return;
    }
    const metrics = replicaMetrics(registry);
    const identity = (): Promise<DatabaseIdentity> => this.#primaryIdentity();
    this.#replicas = replicas.map(
      (url, index) => new Replica({ name: `${index + 1}`, url, connections, identity, metrics, log, times }),
    );
  }

  get connections(): number {
    return this.#options.connections;
  }

  async read<Result>(work: HistoryWork<Result>): Promise<Result> {
    const { queryWithinMs } = this.#options.times ?? REPLICA_TIMES;
    return (await this.#read(work, { withinMs: queryWithinMs, sequence: 0, thenAsk: false })).result;
  }

  reading(): Reading {
    let seen = 0;
    const read = async <Result>(work: HistoryWork<Result>, gone?: AbortSignal): Promise<Result> => {
      const asked = { withinMs: LONG_QUERY_WITHIN_MS, sequence: seen, thenAsk: true, gone };
      const { result, sequence } = await longWork('statements', () => this.#read(work, asked));
      seen = Math.max(seen, sequence);
      return result;
    };
    return { read, queries: { query: (text, values) => read(db => db.query(text, values)) } };
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(replica => replica.close()));
  }

  async #read<Result>(
    read: HistoryWork<Result>,
    {
      sequence: seen,
      ...asked
    }: {
      readonly withinMs: number;
      readonly sequence: number;
      readonly thenAsk: boolean;
      readonly gone?: AbortSignal | undefined;
    },
  ): Promise<{ readonly result: Result; readonly sequence: number }> {
    const told = this.#options.told();
    const replica = this.#next(told);
    if (replica !== null) {
      const sequence = Math.max(seen, told.sequence);
      try {
        return await replica.serve({ ...asked, needed: { told, sequence }, read });
      } catch (error) {
        if (!(error instanceof NotServed)) throw error;
      }
    }
    return this.#onPrimary(read, asked);
  }

  async #onPrimary<Result>(
    read: HistoryWork<Result>,
    { thenAsk, gone }: { readonly thenAsk: boolean; readonly gone?: AbortSignal | undefined },
  ) {
    const { primary } = this.#options;
    const result = await (gone === undefined ? read(primary) : whileWanted(primary, gone, read));
    // Only replicas can be behind it.
    const sequence = thenAsk && this.#replicas.length > 0 ? (await tablesOf(primary)).sequence : 0;
    return { result, sequence };
  }

  /** In turns; null: none is in use. */
  #next(told: Told): Replica | null {
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      const replica = this.#replicas[this.#turn++ % this.#replicas.length]!;
      if (replica.isInUse(told)) return replica;
    }
    return null;
  }

  #primaryIdentity(): Promise<DatabaseIdentity> {
    return (this.#identity ??= ordinaryWork(() => identityOf(this.#options.primary)).catch(
      (error: unknown) => {
        this.#identity = null;
        throw error;
      },
    ));
  }
}

/** Everything on one server, to its end: for tools, and for tests of what reads. */
export function historyOn(db: Reads, connections = 1): HistoryPool {
  const read = <Result>(work: HistoryWork<Result>): Promise<Result> => work(db);
  return { connections, read, reading: () => ({ read, queries: db }) };
}
