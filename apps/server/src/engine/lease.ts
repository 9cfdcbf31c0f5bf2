import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../database/log.ts';
import { EngineError } from './engine-error.ts';

/** Any constant: the advisory lock that a running engine's session holds. */
const ENGINE_LOCK = 7_465_121;
/** Another one, which all share whose state is ready; the number between is the worker's. */
const STANDBY_LOCK = 7_465_123;

export interface LeaseOptions {
  /** Shown to an engine that finds the lease taken. */
  readonly holder: string;
  /** Take over from an engine that is still connected: its next commit fails and it stops. */
  readonly force?: boolean;
  /**
   * It says that it lives, from now on, and may be deposed after so many milliseconds without. Left out: nobody stands by to
   * replace it, so it says nothing.
   */
  readonly silentMs?: number;
}

export interface Lease {
  readonly epoch: number;
  /** Random name of this holding of the lease: 16 hexadecimal digits. */
  readonly run: string;
}

/**
 * Makes this session the only writer. The session lock, which ends with the connection, prevents a
 * second engine from starting by accident. The epoch, checked by every batch's statement, stops an engine that lost its
 * lease without noticing. Throws EngineError while another engine is connected.
 */
export async function takeLease(client: ClientBase, options: LeaseOptions): Promise<Lease> {
  const lock = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    ENGINE_LOCK,
  ]);
  if (lock.rows[0]?.locked !== true && options.force !== true) {
    const lease = await client.query<{ holder: string; taken_at: Date }>(
      'select holder, taken_at from engine_lease',
    );
    const { holder = 'unknown', taken_at: takenAt } = lease.rows[0] ?? {};
    throw new EngineError(
      `another engine writes to this database (${holder}, since ${takenAt?.toISOString() ?? 'unknown'}): ` +
        'stop it first',
    );
  }
  const run = randomBytes(8).toString('hex');
  // Its first beat is part of it: one that froze right after would else hold the lease for ever.
  const taken = await client.query<{ epoch: string }>(
    `update engine_lease set epoch = epoch + 1, holder = $1, taken_at = now(), writer_pid = pg_backend_pid(), run = $2,
       silent_after_ms = $3::integer, beat_at = case when $3::integer is null then null else clock_timestamp() end
     where id = 1 returning epoch`,
    [options.holder, run, options.silentMs ?? null],
  );
  const epoch = taken.rows[0]?.epoch;
  if (epoch === undefined) throw new EngineError('engine_lease has no row: are the migrations applied?');
  return { epoch: Number(epoch), run };
}

/** Says with this session, until it ends or `endStandingBy`, that an engine of the same core is ready to go on at once. */
export async function beginStandingBy(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [STANDBY_LOCK]);
}

/** The session stays; undoes `beginStandingBy`. */
export async function endStandingBy(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1)', [STANDBY_LOCK]);
}

/**
 * Whether whoever gets the lease once it is released has the state in memory. False if also somebody waits who has not: an
 * engine of another core, or one that still restores, which may be the first to get it.
 */
export async function isFollowedByAll(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ waiting: number; ready: number }>(
    `select count(*) filter (where l.objid = $1 and not l.granted)::int as waiting,
       count(*) filter (where l.objid = $2 and l.granted)::int as ready
     from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
     where l.locktype = 'advisory' and l.classid = 0 and l.objsubid = 1`,
    [ENGINE_LOCK, STANDBY_LOCK],
  );
  const { waiting = 0, ready = 0 } = rows[0] ?? {};
  return waiting > 0 && ready >= waiting;
}

/** Lets another engine start while this session stays connected. */
export async function releaseLease(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [ENGINE_LOCK]);
}

/**
 * Waits until no other session holds the lease, however long that takes. A server asks meanwhile whether the one who waits
 * is still there, where its system can tell.
 */
export async function awaitLease(client: ClientBase, log: DatabaseLog): Promise<void> {
  await client
    .query(`select set_config('client_connection_check_interval', '1s', false)`)
    .catch((error: unknown) =>
      log.info({ err: error }, 'the database cannot tell whether who waits is gone'),
    );
  await client.query('select pg_advisory_lock($1)', [ENGINE_LOCK]);
}
