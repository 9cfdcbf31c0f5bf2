import type pg from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import { inTransaction } from '../database/transaction.ts';
import { readState, writeState } from '../database/server-state.ts';
import { SteadyClock } from './steady-clock.ts';

/** In `server_state`: by how much the exchange's clock is ahead of the machine's. */
const STATE = 'clock-ahead';

interface ClockState {
  readonly aheadMs: number;
}

/**
 * Why nothing is stamped:
 * - `jumped`: the machine's clock was set, or the machine slept.
 * - `database`: at the start, the database server's clock says otherwise.
 * - `uptime`: at the start, the machine has counted otherwise since the last run.
 * - `long_gap`: at a live start, the last command is more than a day old.
 * - `journal_ahead`: the last command is later than the clock: it waits until time has come there.
 */
export type ClockStopReason = 'jumped' | 'database' | 'uptime' | 'long_gap' | 'journal_ahead';

export interface ClockStop {
  readonly reason: ClockStopReason;
  /** By the exchange's clock. */
  readonly sinceMs: number;
  /** By how much the machine's clock, or for `journal_ahead` ours, is ahead of what speaks against it. */
  readonly differenceMs: number;
}

type StepOf = (nowMs: number) => number;
type StepWriter = (client: pg.ClientBase, step: { beforeMs: number; afterMs: number }) => Promise<void>;

/**
 * The server's two clocks. `now` is the exchange's time: what customers are promised, journaled and shown goes by it.
 * In a demo it can be put ahead of the machine's, for good and only ever forward. `machineNow` is for what belongs to
 * people and machines rather than to the exchange: sessions, codes, second factors, tries, and the feed's own pace.
 *
 * Both go on whatever somebody does to the machine's clock; but while that is in doubt (`stop`), no command is stamped.
 */
export class Clock {
  readonly machineNow: () => number;
  /** Bound, so that it can be handed on as a function. */
  readonly now = (): number => this.machineNow() + this.#aheadMs;
  readonly aheadMs = (): number => this.#aheadMs;
  readonly #pool: pg.Pool;
  readonly #machine: SteadyClock;
  readonly #listeners = new Set<() => Promise<void> | void>();
  #aheadMs: number;
  #turn: Promise<void> = Promise.resolve();
  /** What spoke against the machine's clock at the start, until somebody says that it is right. */
  #doubt: ClockStop | null = null;
  /** Stamps reach up to here: nothing is stamped with less, by more than the limit. */
  #stampedMs = 0;
  /** When nothing spoke against the clock before this start; 0: nobody knows. */
  #wasRightMs = 0;

  private constructor(pool: pg.Pool, aheadMs: number, machine: SteadyClock) {
    this.#pool = pool;
    this.#aheadMs = aheadMs;
    this.#machine = machine;
    this.machineNow = machine.now;
  }

  /** Throws in live if the clock of this database was ever put forward: what was promised in it happened too early. */
  static async load(
    pool: pg.Pool,
    mode: 'demo' | 'live',
    machine: SteadyClock = new SteadyClock(),
  ): Promise<Clock> {
    const { aheadMs } = (await readState<ClockState>(pool, STATE)) ?? { aheadMs: 0 };
    if (mode === 'live' && aheadMs > 0) {
      throw new Error('the clock of this database was put forward in a demo: it cannot serve live customers');
    }
    return new Clock(pool, aheadMs, machine);
  }

  /** The machine's clock less ours, at the last reading. */
  get differenceMs(): number {
    return this.#machine.differenceMs;
  }

  /** How much two clocks may differ, in milliseconds. */
  get limitMs(): number {
    return this.#machine.limitMs;
  }

  /** Before anything is stamped: what the journal ends with, 0 if it is empty. */
  follow(lastAtMs: number, mode: 'demo' | 'live'): void {
    this.#stampedMs = lastAtMs;
    this.wasRight(lastAtMs);
    const gapMs = this.now() - lastAtMs;
    if (mode === 'live' && lastAtMs > 0 && gapMs > DAY_MS) this.doubt('long_gap', gapMs);
  }

  /** Before anything is stamped: at that time, the exchange's, nothing spoke against the clock. */
  wasRight(atMs: number): void {
    this.#wasRightMs = Math.max(this.#wasRightMs, atMs);
  }

  /**
   * The latest time that nobody doubts: who has waited until then has waited. Now, unless something spoke against the
   * clock at the start: then when it was last right. While the server runs, time goes on whatever is done to the clock.
   */
  readonly certainNow = (): number => {
    const nowMs = this.now();
    return this.#doubt === null || this.#wasRightMs === 0 ? nowMs : Math.min(nowMs, this.#wasRightMs);
  };

  /** Stops until `goOn`; the first doubt counts. */
  doubt(reason: ClockStopReason, differenceMs: number): void {
    this.#doubt ??= { reason, sinceMs: this.now(), differenceMs: Math.round(differenceMs) };
  }

  /** Why nothing may be stamped now; null if it may. Reads both clocks: never later than the jump itself. */
  readonly stop = (): ClockStop | null => {
    const jump = this.#machine.jump();
    if (this.#doubt !== null) return this.#doubt;
    if (jump !== null) {
      const { differenceMs } = jump;
      return { reason: 'jumped', sinceMs: jump.sinceMs + this.#aheadMs, differenceMs };
    }
    const nowMs = this.now();
    const behindMs = nowMs - this.#stampedMs;
    if (behindMs >= -this.limitMs) return null;
    return { reason: 'journal_ahead', sinceMs: nowMs, differenceMs: behindMs };
  };

  /** Somebody says that the machine's clock is right: time goes on from there, stamps not before it is past them. */
  goOn(): void {
    const stop = this.stop();
    if (stop?.reason === 'jumped') this.#stampedMs = Math.max(this.#stampedMs, stop.sinceMs);
    this.#doubt = null;
    this.#machine.anchor();
  }

  /** Whether what was true at `atMs` (null: nothing) is too old. While the clock is in doubt, everything is. */
  readonly isStale = (atMs: number | null, afterMs: number): boolean =>
    atMs === null || this.stop() !== null || this.now() - atMs > afterMs;

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
