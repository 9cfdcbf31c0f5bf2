import type { ClientBase } from 'pg';
import { patiently } from '../database/patience.ts';
import { EngineError } from './engine-error.ts';
import { commitFailure } from './failures.ts';

/** Resolves with what a statement that commits answers. Rejects with `commitFailure`, also when the time is over. */
export async function answered<T>(statement: Promise<T>, deadlineMs: number): Promise<T> {
  const late = (): Error => new Error(`the database has not answered for ${deadlineMs / 1_000} s`);
  try {
    return await patiently(statement, deadlineMs, late);
  } catch (error) {
    throw commitFailure(error);
  }
}

/** What must happen in time when another engine stands by to take over; all in milliseconds. */
export interface FenceTimes {
  /** The lease is confirmed this often. */
  readonly beatMs: number;
  /** After a confirmation was sent, this long the lease counts as held. */
  readonly validMs: number;
  /** A commit or confirmation without an answer for this long ends the engine. */
  readonly deadlineMs: number;
  /** The same for a transaction of the projector, which may be of many commands. */
  readonly projectedMs: number;
}

/** A standby takes over when it has not heard of a running engine for so long. */
export const SILENT_MS = 2_000;
/**
 * This engine is silent by the time a standby takes over (`SILENT_MS`). Its own commits fail in any case, but refusals and
 * replays need none.
 */
export const STANDBY_FENCE: FenceTimes = {
  beatMs: 400,
  validMs: 1_500,
  deadlineMs: 3_000,
  projectedMs: 10_000,
};
/** Nobody stands by: only a database that never answers ends the engine. */
export const LONE_FENCE: FenceTimes = {
  beatMs: Infinity,
  validMs: Infinity,
  deadlineMs: 30_000,
  projectedMs: 30_000,
};

/** Says that the engine of an epoch lives, and how long it may be silent from now on; changes no row if it is deposed. */
export const BEAT = `update engine_lease set beat_at = clock_timestamp(), silent_after_ms = $2
  where id = 1 and epoch = $1`;

export interface FenceOptions {
  /** The writer's connection: a confirmation waits for the commit before it. */
  readonly client: Pick<ClientBase, 'query'>;
  readonly epoch: number;
  readonly times: FenceTimes;
  /** Monotonic, in milliseconds. */
  readonly clock?: () => number;
  /** Called once: another engine has the lease, or the database does not answer. */
  readonly onLost: (error: unknown) => void;
}

/**
 * Whether this engine may still answer. An engine that was cut off or deposed does not learn of it: so it believes in its
 * lease only for a time after each confirmation, by a clock that nobody sets.
 */
export class Fence {
  readonly #options: FenceOptions;
  readonly #clock: () => number;
  #validUntil: number;
  #asking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lost = false;
  #silentMs = SILENT_MS;

  constructor(options: FenceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#validUntil = options.times.validMs === Infinity ? Infinity : -Infinity;
  }

  /** From now on the lease is confirmed again and again, and others may take it when they hear nothing. */
  start(): void {
    const { beatMs } = this.#options.times;
    if (beatMs === Infinity) return;
    // A failure is told to `onLost`.
    const beat = (): void => void this.ask().catch(() => undefined);
    beat();
    this.#timer = setInterval(beat, beatMs);
    this.#timer.unref();
  }

  /** Whether answers may leave that no commit has confirmed. */
  get isValid(): boolean {
    return !this.#lost && this.#clock() < this.#validUntil;
  }

  /** Resolves when an answer may leave; rejects if none may any more. */
  async confirmed(): Promise<void> {
    while (!this.isValid) await this.ask();
  }

  /** Runs a statement that fails unless the lease is held. Rejects with `commitFailure`, also when the time is over. */
  async hold<T>(statement: () => Promise<T>): Promise<T> {
    return answered(statement(), this.#options.times.deadlineMs);
  }

  /** Confirms the lease at the database, and says there that this engine lives. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Others let this engine be for so many milliseconds without a beat, because something long comes that stops all else. */
  async allow(silentMs: number): Promise<void> {
    if (this.#options.times.beatMs === Infinity) return;
    this.#silentMs = silentMs;
    // One that is under way does not say it yet.
    await this.#asking;
    await this.ask();
  }

  /** Confirms nothing more. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #ask(): Promise<void> {
    const { client, epoch, onLost, times } = this.#options;
    const sentAt = this.#clock();
    try {
      if (this.#lost) throw new EngineError('the lease is lost');
      const { rowCount } = await this.hold(() => client.query(BEAT, [epoch, this.#silentMs]));
      if (rowCount === 0) throw new EngineError('another engine has taken over');
      this.#validUntil = Math.max(this.#validUntil, sentAt + times.validMs);
    } catch (error) {
      this.#lost = true;
      this.stop();
      onLost(error);
      throw error;
    }
  }
}
