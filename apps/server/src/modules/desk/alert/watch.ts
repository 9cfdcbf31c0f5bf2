import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import type { AlertKind } from '@tallystick/protocol/desk/alerts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Feed } from '../../../feed/feed.ts';
import { PeriodicJob } from '../../../timekeeping/periodic-job.ts';
import { Judge, type Reading } from './judge.ts';
import type { Limits, Source } from './readings.ts';
import { forgetResolved, openAlerts, raiseAlert, resolveAlert } from './store.ts';

export interface AlertWatchOptions {
  readonly pool: pg.Pool;
  readonly feed: Pick<Feed, 'wake'>;
  readonly sources: readonly Source[];
  readonly limits: () => Limits;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const LOOK_EVERY_MS = 15_000;
/** Resolved alerts are kept as long as visitors' feedback. */
export const RESOLVED_KEPT_MS = 180 * DAY_MS;

/** Checks for problems, one check at a time, stores alerts and announces them through the feed: docs/decisions/0061. */
export class AlertWatch {
  readonly #options: AlertWatchOptions;
  readonly #judge = new Judge();
  readonly #turns: PeriodicJob;
  #lookedAtMs: number | null = null;

  constructor(options: AlertWatchOptions) {
    this.#options = options;
    this.#turns = new PeriodicJob(() => this.#look(), {
      everyMs: LOOK_EVERY_MS,
      log: options.log,
      failure: 'alerts could not be kept; the next look will',
    });
  }

  /** Time of the last complete check; null: none since the start. */
  get lookedAtMs(): number | null {
    return this.#lookedAtMs;
  }

  /** Returns a function that stops it. */
  start(): () => Promise<void> {
    return this.#turns.start();
  }

  /** Checks now, after any check in progress. */
  look(): Promise<void> {
    return this.#turns.now();
  }

  /** Deletes alerts resolved long ago. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await forgetResolved(pool, now() - RESOLVED_KEPT_MS);
  }

  async #look(): Promise<void> {
    const { pool, now, feed } = this.#options;
    const { readings, covered } = await this.#read();
    const { raise, resolve } = this.#judge.step(await openAlerts(pool), readings, covered);
    for (const reading of raise) await inTransaction(pool, client => raiseAlert(client, reading, now()));
    for (const over of resolve) await inTransaction(pool, client => resolveAlert(client, over, now()));
    if (raise.length + resolve.length > 0) feed.wake();
    this.#lookedAtMs = now();
  }

  /** A failing source does not hide the others' readings. */
  async #read(): Promise<{ readonly readings: Reading[]; readonly covered: Set<AlertKind> }> {
    const { sources, limits, log } = this.#options;
    const readings: Reading[] = [];
    const covered = new Set<AlertKind>();
    for (const { kinds, read } of sources) {
      try {
        readings.push(...(await read(limits())));
        for (const kind of kinds) covered.add(kind);
      } catch (error) {
        log.error({ err: error, kinds }, 'what operators are to be told of could not be looked at');
      }
    }
    return { readings, covered };
  }
}
