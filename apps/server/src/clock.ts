import type pg from 'pg';
import { inTransaction } from './database/transaction.ts';
import { readState, writeState } from './modules/server-state.ts';

/** In `server_state`: by how much the exchange's clock is ahead of the machine's. */
const STATE = 'clock-ahead';

interface ClockState {
  readonly aheadMs: number;
}

type StepOf = (nowMs: number) => number;
type StepWriter = (client: pg.ClientBase, step: { beforeMs: number; afterMs: number }) => Promise<void>;

/**
 * The server's two clocks. `now` is the exchange's time: what customers are promised, journaled and shown goes by it.
 * In a demo it can be put ahead of the machine's, for good and only ever forward. `machineNow` is for what belongs to
 * people and machines rather than to the exchange: sessions, codes, second factors, tries, and the feed's own pace.
 */
export class Clock {
  readonly machineNow: () => number;
  /** Bound, so that it can be handed on as a function. */
  readonly now = (): number => this.machineNow() + this.#aheadMs;
  readonly aheadMs = (): number => this.#aheadMs;
  readonly #pool: pg.Pool;
  readonly #listeners = new Set<() => Promise<void> | void>();
  #aheadMs: number;
  #turn: Promise<void> = Promise.resolve();

  private constructor(pool: pg.Pool, aheadMs: number, machineNow: () => number) {
    this.#pool = pool;
    this.#aheadMs = aheadMs;
    this.machineNow = machineNow;
  }

  /** Throws in live if the clock of this database was ever put forward: what was promised in it happened too early. */
  static async load(
    pool: pg.Pool,
    mode: 'demo' | 'live',
    machineNow: () => number = Date.now,
  ): Promise<Clock> {
    const { aheadMs } = (await readState<ClockState>(pool, STATE)) ?? { aheadMs: 0 };
    if (mode === 'live' && aheadMs > 0) {
      throw new Error('the clock of this database was put forward in a demo: it cannot serve live customers');
    }
    return new Clock(pool, aheadMs, machineNow);
  }

  /** Called after each advance, before `advance` resolves. */
  onAdvanced(listener: () => Promise<void> | void): void {
    this.#listeners.add(listener);
  }

  /**
   * Puts the clock forward by what `byMs` says of the time it is then, once what is written with it is on disk.
   * Resolves when all that became due by it is done. One at a time.
   */
  advance(byMs: StepOf, writeWith: StepWriter): Promise<void> {
    const mine = this.#step(this.#turn, byMs, writeWith);
    // Whoever comes next only waits for its end.
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #step(turn: Promise<void>, byMs: StepOf, writeWith: StepWriter): Promise<void> {
    await turn;
    const beforeMs = this.now();
    const step = byMs(beforeMs);
    if (!Number.isSafeInteger(step) || step <= 0) throw new RangeError(`a clock cannot go by ${step} ms`);
    const aheadMs = this.#aheadMs + step;
    await inTransaction(this.#pool, async client => {
      await writeState(client, STATE, { aheadMs } satisfies ClockState);
      await writeWith(client, { beforeMs, afterMs: beforeMs + step });
    });
    this.#aheadMs = aheadMs;
    for (const listener of this.#listeners) await listener();
  }
}
