import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { inTransaction } from '../../database/transaction.ts';
import { isUnsound } from '../../engine/engine-error.ts';
import { appendPublicRecord } from '../../public-log/append.ts';
import { Backoff } from '../../timekeeping/backoff.ts';
import { insertTotal, newestRecordedPoint, type AuditPoint } from './audit-points.ts';
import { choosePoint } from './choose-point.ts';
import type { MadePoint } from './make-point.ts';
import type { PointStore } from './point-files.ts';
import { liabilitiesBody } from './record-body.ts';
import { PointFailed, runWorker } from './run-worker.ts';

export interface PointMakerOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** See EngineOptions. */
  readonly unreleasedCores: boolean;
  readonly store: PointStore;
  /** Time between two audit points, in milliseconds; 0: none are made. */
  readonly everyMs: number;
  readonly now: () => number;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  /** The books do not add up: the exchange must stop. */
  readonly onFatal: (error: unknown) => void;
}

/** How often it is looked whether a point is due. */
const LOOK_MS = 5_000;
/** A thread that restores the exchange is not started every few seconds while it fails. */
const LONGEST_WAIT_MS = 10 * MINUTE_MS;
/** Trees of all points are kept so long, and of one in each UTC day so long. */
const KEEP_ALL_MS = 48 * HOUR_MS;
const KEEP_DAILY_MS = 30 * DAY_MS;

/** Makes audit points: chooses the moment, has the trees made in a thread, and publishes their roots. */
export class PointMaker {
  readonly #options: PointMakerOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<AuditPoint | null> | null = null;
  #madeAtMs = 0;
  #tookMs = 0;
  #bytes = 0;
  readonly #backoff = new Backoff({ firstMs: LOOK_MS, longestMs: LONGEST_WAIT_MS });
  /** Since when a point has been due; null: none is. */
  #dueSinceMs: number | null = null;

  constructor(options: PointMakerOptions) {
    this.#options = options;
    this.#showMetrics();
  }

  start(): void {
    if (this.#options.everyMs === 0 || this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#turn().then(() => this.start()), LOOK_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    // What it was about has been told by whoever asked.
    await this.#running?.catch(() => null);
  }

  /**
   * Makes the point that is due, if one is; null: none was.
   *
   * @throws HaltError if the books do not add up; PointFailed if it was not possible this time
   */
  async step(): Promise<AuditPoint | null> {
    this.#running ??= this.#step().finally(() => (this.#running = null));
    return this.#running;
  }

  /**
   * Deletes trees that have been kept long enough, and what attempts left that were killed. Files of a point that is not
   * recorded yet stay: any process may be about to record it.
   */
  async forgetOld(): Promise<void> {
    const { pool, store, now } = this.#options;
    const { rows: old } = await pool.query<{ folder: string }>(
      `delete from liability_trees where point in (
         select point from (
           select number as point, chosen_at_ms,
                  row_number() over (partition by chosen_at_ms / $3 order by number) as of_day
             from audit_points join liability_trees on point = number) as kept
         where chosen_at_ms < $1 and (of_day > 1 or chosen_at_ms < $2))
       returning folder`,
      [now() - KEEP_ALL_MS, now() - KEEP_DAILY_MS, DAY_MS],
    );
    for (const { folder } of old) await store.delete(folder);
    // In this order: whatever is recorded while the files are listed is known.
    const recorded = await newestRecordedPoint(pool);
    const folders = await store.folders();
    const { rows } = await pool.query<{ folder: string }>('select folder from liability_trees');
    const known = new Set(rows.map(({ folder }) => folder));
    for (const [folder, point] of folders) {
      if (!known.has(folder) && point <= (recorded?.number ?? 0)) await store.delete(folder);
    }
  }

  async #turn(): Promise<void> {
    const { now } = this.#options;
    if (!this.#backoff.isDue(now())) return;
    try {
      await this.step();
      this.#backoff.succeeded();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      if (isUnsound(error)) this.#options.onFatal(error);
      this.#backoff.failed(now());
      this.#options.log.error({ err: error }, 'the trees of an audit point could not be made this time');
    }
  }

  async #step(): Promise<AuditPoint | null> {
    const { pool, everyMs, now, store, databaseUrl, unreleasedCores } = this.#options;
    const point = await choosePoint(pool, now(), everyMs);
    if (point === null) {
      this.#dueSinceMs = null;
      return null;
    }
    const started = now();
    this.#dueSinceMs ??= started;
    const folder = store.newFolder(point.number);
    const { number, sequence, atMs } = point;
    const job = { databaseUrl, unreleased: unreleasedCores, point: number, sequence, atMs };
    const made = await runWorker(job, store, folder, this.#stopping.signal).catch(async (error: unknown) => {
      await this.#deleteUnpublished(folder);
      throw error;
    });
    // If this fails the files stay until the next tidying: the answer to a commit may be lost, and the point be recorded.
    const record = await inTransaction(pool, client =>
      // Another machine's clock may be ahead of this one's.
      publish(client, point, { folder, keyId: store.keyId }, made, Math.max(now(), atMs)),
    );
    this.#bytes = await recordBytes(pool, record);
    this.#tookMs = now() - started;
    this.#madeAtMs = point.chosenAtMs;
    this.#dueSinceMs = null;
    return { ...point, record };
  }

  async #deleteUnpublished(folder: string): Promise<void> {
    await this.#options.store.delete(folder).catch((err: unknown) => {
      this.#options.log.warn({ err, folder }, 'files of a failed audit point stay until the next tidying');
    });
  }

  #showMetrics(): void {
    const gauge = (name: string, help: string, value: () => number): void => {
      const metric = new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value());
        },
      });
      this.#options.registry.registerMetric(metric);
    };
    gauge(
      'tallystick_audit_point_at_seconds',
      'When the newest audit point of this run was chosen; 0: none yet',
      () => this.#madeAtMs / 1000,
    );
    gauge('tallystick_audit_point_seconds', 'How long its trees took to make', () => this.#tookMs / 1000);
    gauge(
      'tallystick_liabilities_record_bytes',
      'How long the newest record of liabilities of this run is, of 65,535; 0: none yet',
      () => this.#bytes,
    );
    gauge('tallystick_audit_point_late_seconds', 'For how long one has been due; 0: none is', () =>
      this.#dueSinceMs === null ? 0 : (this.#options.now() - this.#dueSinceMs) / 1000,
    );
    gauge('tallystick_audit_point_failed', '1: the newest one could not be made', () =>
      Number(this.#backoff.failures > 0),
    );
  }
}

/** Keeps the totals and appends the records to the public log; returns the number of that of the liabilities. */
async function publish(
  client: pg.PoolClient,
  point: AuditPoint,
  { folder, keyId }: { readonly folder: string; readonly keyId: Buffer },
  { totals: made, firsts, booksHash }: MadePoint,
  nowMs: number,
): Promise<number> {
  const chosen = await client.query(
    'select 1 from audit_points where number = $1 and sequence = $2 and public_record is null for update',
    [point.number, point.sequence],
  );
  if (chosen.rowCount !== 1) throw new PointFailed('another process has chosen the point again');
  const pending = await pendingDeposits(client);
  const totals = made.map(total => ({
    ...total,
    pendingDepositsMinor: pending.get(total.currencyId) ?? 0n,
  }));
  for (const total of totals) await insertTotal(client, point.number, total);
  // Refused if the key was given up while the point was made.
  await client.query(
    'insert into liability_trees (point, folder, firsts, data_key_id) values ($1, $2, $3, $4)',
    [point.number, folder, firsts, keyId],
  );
  const body = liabilitiesBody(point, totals);
  const record = await appendPublicRecord(client, { kind: 'liabilities', atMs: nowMs, body });
  await client.query('update audit_points set public_record = $2 where number = $1', [point.number, record]);
  const books = { sequence: point.sequence, hash: booksHash };
  await appendPublicRecord(client, { kind: 'books', atMs: nowMs, body: books });
  return record;
}

/** Deposits that were seen or claimed and are not booked, of customers, by currency. */
async function pendingDeposits(client: pg.PoolClient): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ currency_id: number; minor: string }>(
    `select currency_id, sum(amount_minor)::text as minor from deposits
      where state in ('processing', 'approving') group by currency_id`,
  );
  return new Map(rows.map(({ currency_id: id, minor }) => [id, BigInt(minor)]));
}

/** How long a record of the public log is, without its head. */
async function recordBytes(pool: pg.Pool, number: number): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select octet_length(body) as bytes from public_records where number = $1',
    [number],
  );
  return rows[0]?.bytes ?? 0;
}
