import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { inTransaction } from '../../database/transaction.ts';
import { isUnsound } from '../../engine/engine-error.ts';
import { appendPublicRecord } from '../../public-log/append.ts';
import type { AuditPoint } from './audit-points.ts';
import { choosePoint } from './choose-point.ts';
import type { MadePoint, MadeTotal } from './make-point.ts';
import type { PointStore } from './point-files.ts';
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
  #failed = false;

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

  /** Deletes trees that have been kept long enough, and what attempts left that were killed. */
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
    if (this.#running !== null) return;
    const { rows } = await pool.query<{ folder: string }>('select folder from liability_trees');
    const known = new Set(rows.map(({ folder }) => folder));
    for (const folder of await store.folders()) if (!known.has(folder)) await store.delete(folder);
  }

  async #turn(): Promise<void> {
    try {
      await this.step();
      this.#failed = false;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      if (isUnsound(error)) this.#options.onFatal(error);
      this.#failed = true;
      this.#options.log.error({ err: error }, 'the trees of an audit point could not be made this time');
    }
  }

  async #step(): Promise<AuditPoint | null> {
    const { pool, everyMs, now, store, databaseUrl, unreleasedCores } = this.#options;
    const point = await choosePoint(pool, now(), everyMs);
    if (point === null) return null;
    const started = now();
    const folder = store.newFolder(point.number);
    const { number, sequence, atMs } = point;
    const job = { databaseUrl, unreleased: unreleasedCores, point: number, sequence, atMs };
    try {
      const made = await runWorker(job, store, folder, this.#stopping.signal);
      const record = await inTransaction(pool, client =>
        publish(client, point, { folder, keyId: store.keyId }, made, now()),
      );
      this.#tookMs = now() - started;
      this.#madeAtMs = point.chosenAtMs;
      return { ...point, record };
    } catch (error) {
      await store.delete(folder).catch((cause: unknown) => {
        this.#options.log.warn(
          { err: cause, folder },
          'files of a failed audit point stay until the next tidying',
        );
      });
      throw error;
    }
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
    gauge('tallystick_audit_point_failed', '1: the newest one could not be made', () => Number(this.#failed));
  }
}

/** Amounts that stand beside the trees, by name. */
type Beside = RecordBody<'liabilities'>['beside'];

/** Keeps the totals and appends the record to the public log; returns its number. */
async function publish(
  client: pg.PoolClient,
  point: AuditPoint,
  { folder, keyId }: { readonly folder: string; readonly keyId: Buffer },
  { totals, firsts }: MadePoint,
  nowMs: number,
): Promise<number> {
  const chosen = await client.query(
    'select 1 from audit_points where number = $1 and sequence = $2 and public_record is null for update',
    [point.number, point.sequence],
  );
  if (chosen.rowCount !== 1) throw new PointFailed('another process has chosen the point again');
  const pending = await pendingDeposits(client);
  for (const total of totals) {
    await client.query(
      `insert into liability_totals (point, currency_id, code, decimals, root, total_minor, leaves, house_minor,
         pending_deposits_minor, unrealised_minor, owed_by_customers_minor)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        point.number,
        total.currencyId,
        total.code,
        total.decimals,
        total.root,
        total.totalMinor,
        total.leaves,
        total.houseMinor,
        pending.get(total.currencyId) ?? 0n,
        total.unrealisedMinor,
        total.owedByCustomersMinor,
      ],
    );
  }
  // Refused if the key was given up while the point was made.
  await client.query(
    'insert into liability_trees (point, folder, firsts, data_key_id) values ($1, $2, $3, $4)',
    [point.number, folder, firsts, keyId],
  );
  const record = await appendPublicRecord(client, {
    kind: 'liabilities',
    atMs: nowMs,
    body: {
      point: point.number,
      sequence: point.sequence,
      at_ms: point.atMs,
      tree: totals.flatMap(({ root, code, decimals, totalMinor, leaves }) =>
        root === null
          ? []
          : [{ currency: code, decimals, root: root.toString('hex'), total: String(totalMinor), leaves }],
      ),
      beside: totals.flatMap(total => besideOf(total, pending.get(total.currencyId) ?? 0n)),
    },
  });
  await client.query('update audit_points set public_record = $2 where number = $1', [point.number, record]);
  return record;
}

function besideOf(
  { code, decimals, houseMinor, unrealisedMinor, owedByCustomersMinor }: MadeTotal,
  pendingMinor: bigint,
): Beside {
  const amounts = [
    ['house', houseMinor],
    ['pending_deposits', pendingMinor],
    ['unrealised_profit', unrealisedMinor ?? 0n],
    ['owed_by_customers', owedByCustomersMinor],
  ] as const;
  return amounts.flatMap(([name, minor]) =>
    minor === 0n ? [] : [{ currency: code, decimals, name, total: String(minor) }],
  );
}

/** Deposits that were seen or claimed and are not booked, of customers, by currency. */
async function pendingDeposits(client: pg.PoolClient): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ currency_id: number; minor: string }>(
    `select currency_id, sum(amount_minor)::text as minor from deposits
      where state in ('processing', 'approving') group by currency_id`,
  );
  return new Map(rows.map(({ currency_id: id, minor }) => [id, BigInt(minor)]));
}
