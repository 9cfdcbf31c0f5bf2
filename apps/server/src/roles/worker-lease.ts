import pg from 'pg';
import type { DatabaseLog } from '../database/log.ts';
import { EngineError } from '../engine/engine-error.ts';

/** Any constant besides the engine's: the advisory lock that the working worker's session holds. */
const WORKER_LOCK = 7_465_122;
/** The database lets go of a session whose machine is gone after six seconds: this end gives up earlier. */
const BEAT_EVERY_MS = 500;
/** Turns without an answer, not time: while this process itself stands still, nothing is known of the connection. */
const MOST_UNANSWERED = 10;
const CONNECT_WITHIN_MS = 10_000;

export interface WorkerLeaseOptions {
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  /** Called once when the lease is lost: the process has to end, because another worker may have begun. */
  readonly onLost: (error: EngineError) => void;
}

export interface WorkerLease {
  /** Lets the next worker begin. */
  release(): Promise<void>;
}

/** Waits until no other process is the worker, however long that takes, and keeps others from it until `release`. */
export async function takeWorkerLease({
  databaseUrl,
  log,
  onLost,
}: WorkerLeaseOptions): Promise<WorkerLease> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'tallystick worker',
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  let beating: NodeJS.Timeout | null = null;
  let isTaken = false;
  let isOver = false;
  const lost = (cause: unknown): void => {
    if (isOver) return;
    isOver = true;
    if (beating !== null) clearInterval(beating);
    // Before it is taken, whoever waits for it hears of it.
    if (isTaken) onLost(new EngineError('the worker has lost its lease', { cause }));
  };
  client.on('error', lost);
  await client.connect();
  try {
    await client.query(
      `select set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '2', false),
        set_config('tcp_keepalives_count', '2', false), set_config('tcp_user_timeout', '6000', false)`,
    );
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      WORKER_LOCK,
    ]);
    if (rows[0]?.taken !== true) {
      log.info({}, 'another worker works: this one waits until it ends');
      await client.query('select pg_advisory_lock($1)', [WORKER_LOCK]);
    }
  } catch (error) {
    isOver = true;
    await client.end();
    throw error;
  }
  isTaken = true;
  let unanswered = 0;
  beating = setInterval(() => {
    if (unanswered++ === 0) client.query('select 1').then(() => (unanswered = 0), lost);
    else if (unanswered > MOST_UNANSWERED) lost(new Error('the database does not answer'));
  }, BEAT_EVERY_MS);
  return {
    async release() {
      isOver = true;
      if (beating !== null) clearInterval(beating);
      await client.end();
    },
  };
}
