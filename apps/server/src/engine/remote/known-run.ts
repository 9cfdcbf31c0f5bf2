import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';
import type { Pool } from '../../database/pool.ts';
import { SILENT_MS } from '../fence.ts';
import { NO_RUN } from './frame.ts';

/** What is believed is confirmed this often, and so often at most is looked at because of a run that is not known. */
const LOOK_EVERY_MS = 1_000;
const LOOK_AGAIN_MS = 200;
/** How much later than in the core's database its beat may be seen here, where a replica may be read. */
const LATE_MS = 10_000;
/** A copy of the database has the lease as it was, too, but nobody beats there. */
const LOOK = `select run from engine_lease where beat_at is null or
  beat_at > clock_timestamp() - (coalesce(silent_after_ms, ${SILENT_MS}) + ${LATE_MS}) * interval '1 millisecond'`;

export interface KnownRunOptions {
  readonly pool: Pick<Pool, 'ask'>;
  readonly log: DatabaseLog;
}

/**
 * Whom a process believes on the bus: the core that holds the lease in this process's own database. Any other one that
 * shares subjects and key, say on a restored copy, belongs to another exchange.
 */
export class KnownRun {
  readonly #options: KnownRunOptions;
  readonly #timer: NodeJS.Timeout;
  #run = NO_RUN;
  #looking: Promise<void> | null = null;
  #soon: NodeJS.Timeout | null = null;
  #lookedAtMs = -Infinity;
  #stopped = false;

  constructor(options: KnownRunOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
    void this.look();
  }

  /** `NO_RUN` while none is known. */
  get run(): string {
    return this.#run;
  }

  /** Whether a frame of this run counts. If not, the database is looked at soon: another core may have taken over. */
  readonly believes = (run: string): boolean => {
    if (run === this.#run) return run !== NO_RUN;
    this.#lookSoon();
    return false;
  };

  /** Never rejects: without the database, what was known stays known. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    if (this.#soon !== null) clearTimeout(this.#soon);
    await this.#looking;
  }

  #lookSoon(): void {
    if (this.#soon !== null || this.#looking !== null || this.#stopped) return;
    const leftMs = this.#lookedAtMs + LOOK_AGAIN_MS - performance.now();
    if (leftMs <= 0) void this.look();
    else {
      this.#soon = setTimeout(() => {
        this.#soon = null;
        void this.look();
      }, leftMs);
    }
  }

  async #look(): Promise<void> {
    this.#lookedAtMs = performance.now();
    try {
      const [row] = await this.#options.pool.ask<{ run: string | null }>(LOOK);
      this.#run = row?.run ?? NO_RUN;
    } catch (error) {
      if (!this.#stopped)
        this.#options.log.warn({ err: error }, 'it could not be looked who writes; it will be');
    }
  }
}
