import type { DatabaseLog } from '../database/log.ts';
import { readState } from '../database/server-state.ts';
import type { Pool } from '../database/pool.ts';
import type { ClientBase } from 'pg';
import { CLOCK_STATES, type Clock, type ClockStop } from './clock.ts';
import { PeriodicJob } from './periodic-job.ts';

const EVERY_MS = 1_000;

interface Said {
  readonly epoch: number;
  readonly stop: ClockStop | null;
}

/** What the core says of its clock; null: nothing is in doubt, or there was no core yet. */
export async function readCoreClock(pool: Pick<ClientBase, 'query'>): Promise<ClockStop | null> {
  return (await readState<Said>(pool, CLOCK_STATES.said))?.stop ?? null;
}

export interface CoreClockOptions {
  readonly pool: Pool;
  readonly clock: Pick<Clock, 'stop' | 'isAsSeen' | 'goOn'>;
  /** Of the lease: what an older core still says does not count. */
  readonly epoch: number;
  /** Others should look at once. */
  readonly tell: () => void;
  readonly log: DatabaseLog;
}

/** The core's end: it has no desk, so whoever has one is told of its clock's doubt, and tells it what people have confirmed. */
export class CoreClock {
  readonly #options: CoreClockOptions;
  readonly #saying: PeriodicJob;
  readonly #stop: () => Promise<void>;
  /** Undefined until something was said: of the core before there may stand anything. */
  #said: ClockStop | null | undefined;

  constructor(options: CoreClockOptions) {
    this.#options = options;
    const failure = 'gateways could not be told of the clock; they will be';
    this.#saying = new PeriodicJob(() => this.#say(), { everyMs: EVERY_MS, log: options.log, failure });
    this.#stop = this.#saying.start();
  }

  /** Call it when the clock stops or goes on. Rejects if it cannot be said; the next turn says it. */
  changed(): Promise<void> {
    return this.#saying.now();
  }

  /** Something may have been confirmed. */
  async catchUp(): Promise<void> {
    const { pool, clock } = this.#options;
    const confirmed = await readState<ClockStop>(pool, CLOCK_STATES.confirmed);
    if (confirmed === null || !clock.isAsSeen(confirmed)) return;
    clock.goOn();
    await this.changed();
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  async #say(): Promise<void> {
    const { pool, clock, epoch, tell } = this.#options;
    const stop = clock.stop();
    // While it stands, the difference is told as it changes.
    if (stop === null && this.#said === null) return;
    await pool.query(
      `insert into server_state (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value
       where (server_state.value ->> 'epoch')::bigint <= (excluded.value ->> 'epoch')::bigint`,
      [CLOCK_STATES.said, JSON.stringify({ epoch, stop } satisfies Said)],
    );
    const isNews = stop?.reason !== this.#said?.reason;
    this.#said = stop;
    if (isNews) tell();
  }
}
