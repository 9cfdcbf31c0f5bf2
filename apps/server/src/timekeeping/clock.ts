import type pg from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import { inTransaction } from '../database/transaction.ts';
import { readState, writeState } from '../database/server-state.ts';
import { SteadyClock } from './steady-clock.ts';

/**
 * Names in `server_state`: how far the exchange's clock is ahead of the machine's; what the core says of the clock it stamps
 * by, and which doubt of it people have confirmed last (`core-clock.ts`).
 */
export const CLOCK_STATES = {
  ahead: 'clock-ahead',
  said: 'core-clock',
  confirmed: 'core-clock-confirmed',
} as const;
const STATE = CLOCK_STATES.ahead;

interface ClockState {
  readonly aheadMs: number;
}

/**
 * Why no command is stamped:
 * - `jumped`: the machine's clock was set, or the machine slept.
 * - `database`: at the start, the database server's clock differs.
 * - `uptime`: at the start, the machine's count since the last run differs.
 * - `long_gap`: at a live start, the last command is more than a day old.
 * - `journal_ahead`: the last command is later than the clock, which must first reach it.
 */
export type ClockStopReason = 'jumped' | 'database' | 'uptime' | 'long_gap' | 'journal_ahead';

export interface ClockStop {
  readonly reason: ClockStopReason;
  /** By the exchange's clock. */
  readonly sinceMs: number;
  /** How far the machine's clock is ahead of what it is compared with; for `journal_ahead`, how far ours is. */
  readonly differenceMs: number;
}

type StepOf = (nowMs: number) => number;
type StepWriter = (client: pg.ClientBase, step: { beforeMs: number; afterMs: number }) => Promise<void>;

/**
 * The server's two clocks. `now` is the exchange's time, by which promises, journal and displays go. In a demo it can
 * be advanced, only forward and for good. `machineNow` is for people and machines: sessions, codes, second factors,
 * attempts, and the feed's pace.
 *
 * Both continue whatever is done to the machine's clock, but while that is in doubt (`stop`), no command is stamped.
 */
export class Clock {
  readonly machineNow: () => number;
  /** Bound, so that it can be handed on as a function. */
  readonly now = (): number => this.machineNow() + this.#aheadMs;
  readonly aheadMs = (): number => this.#aheadMs;
  readonly #pool: pg.Pool;
  readonly #machine: SteadyClock;
  readonly #listeners = new Set<() => Promise<void> | void>();
  readonly #hereListeners = new Set<() => Promise<void> | void>();
  readonly #confirmedListeners = new Set<() => void>();
  #aheadMs: number;
  #turn: Promise<void> = Promise.resolve();
  /** What contradicted the machine's clock at the start, until somebody confirms it. */
  #doubt: ClockStop | null = null;
  /** What the process that stamps says of its clock, where that is another one. */
  #core: ClockStop | null = null;
  /** The highest stamp so far: nothing is stamped earlier than this minus the limit. */
  #stampedMs = 0;
  /** When nothing contradicted the clock before this start; 0: unknown. */
  #wasRightMs = 0;

  private constructor(pool: pg.Pool, aheadMs: number, machine: SteadyClock) {
    this.#pool = pool;
    this.#aheadMs = aheadMs;
    this.#machine = machine;
    this.machineNow = machine.now;
  }

  /** Throws in live if this database's clock was ever advanced: what was promised in it happened too early. */
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

  /** The machine's clock minus ours, at the last reading. */
  get differenceMs(): number {
    return this.#machine.differenceMs;
  }

  /** How much two clocks may differ, in milliseconds. */
  get limitMs(): number {
    return this.#machine.limitMs;
  }

  /** Call before anything is stamped: time of the journal's last command, 0 if it is empty. */
  follow(lastAtMs: number, mode: 'demo' | 'live'): void {
    this.#stampedMs = lastAtMs;
    this.wasRight(lastAtMs);
    const gapMs = this.now() - lastAtMs;
    if (mode === 'live' && lastAtMs > 0 && gapMs > DAY_MS) this.doubt('long_gap', gapMs);
  }

  /** Call before anything is stamped: the exchange's time when nothing contradicted the clock. */
  wasRight(atMs: number): void {
    this.#wasRightMs = Math.max(this.#wasRightMs, atMs);
  }

  /**
   * The latest time that is beyond doubt: waits that end by then are over. It is now, even after the machine's clock
   * was set. Only if something contradicted the clock at the start, it is when the clock was last right.
   */
  readonly certainNow = (): number => {
    const nowMs = this.now();
    return this.#doubt === null || this.#wasRightMs === 0 ? nowMs : Math.min(nowMs, this.#wasRightMs);
  };

  /** Stops stamping until `goOn`; the first doubt counts. */
  doubt(reason: ClockStopReason, differenceMs: number): void {
    this.#doubt ??= { reason, sinceMs: this.now(), differenceMs: Math.round(differenceMs) };
  }

  /**
   * Why nothing may be stamped now; null if it may. Reads both clocks, so that a jump is found before a stamp. Where another
   * process stamps, its word goes first.
   */
  readonly stop = (): ClockStop | null => this.#core ?? this.ownStop();

  /** What is in doubt about this process's own clock. */
  ownStop(): ClockStop | null {
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
  }

  /** Whether it is still stopped for what somebody has looked at. */
  isAsSeen(seen: ClockStop): boolean {
    const stop = this.stop();
    return (
      stop !== null &&
      stop.reason === seen.reason &&
      stop.sinceMs === seen.sinceMs &&
      Math.abs(stop.differenceMs - seen.differenceMs) <= this.limitMs
    );
  }

  /** Another process stamps, and says this of its clock. */
  toldOf(core: ClockStop | null): void {
    this.#core = core;
  }

  /** People confirm what they have seen of the clock that stamps. Their word is with the transaction, if it is not this one. */
  async confirm(client: Pick<pg.ClientBase, 'query'>, seen: ClockStop): Promise<void> {
    if (this.#core !== null) await writeState(client, CLOCK_STATES.confirmed, seen);
  }

  /**
   * Judges this process's clock anew, by what is said from now on: whatever was in doubt was so while nobody stamped by it.
   */
  forget(): void {
    this.#doubt = null;
    this.#machine.anchor();
  }

  /** The machine's own clock, which `machineNow` may not follow. */
  readonly wall = (): number => this.machineNow() + this.differenceMs;

  /**
   * Somebody confirms the machine's clock: time continues from it; stamping resumes after the last stamp. Where another
   * process stamps, that one goes on, once it has looked.
   */
  goOn(): void {
    if (this.#core !== null) {
      for (const listener of this.#confirmedListeners) listener();
      return;
    }
    const stop = this.stop();
    if (stop?.reason === 'jumped') this.#stampedMs = Math.max(this.#stampedMs, stop.sinceMs);
    this.#doubt = null;
    this.#machine.anchor();
  }

  /** Whether something that was true at `atMs` (null: never) is too old. While the clock is in doubt, everything is. */
  readonly isStale = (atMs: number | null, afterMs: number): boolean =>
    atMs === null || this.stop() !== null || this.now() - atMs > afterMs;

  /** Called after each advance, before `advance` resolves. */
  onAdvanced(listener: () => Promise<void> | void): void {
    this.#listeners.add(listener);
  }

  /** Called after each advance that was made here, not by another process; all at once, before those of `onAdvanced`. */
  onAdvancedHere(listener: () => Promise<void> | void): void {
    this.#hereListeners.add(listener);
  }

  /** Called after each confirmation that was made here of another process's clock. */
  onConfirmedHere(listener: () => void): void {
    this.#confirmedListeners.add(listener);
  }

  /** Another process may have advanced the clock. Resolves when all that became due here is done. */
  catchUp(): Promise<void> {
    const mine = this.#follow(this.#turn);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Advances the clock by what `byMs` returns for the current time, after everything stamped so far is on disk.
   * Resolves when all that became due is done. One at a time.
   */
  advance(byMs: StepOf, writeWith: StepWriter): Promise<void> {
    const mine = this.#step(this.#turn, byMs, writeWith);
    // The next caller only waits for its end.
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #step(turn: Promise<void>, byMs: StepOf, writeWith: StepWriter): Promise<void> {
    await turn;
    const aheadMs = await inTransaction(this.#pool, async client => {
      // One process after the other, each from where the one before has left it.
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [STATE]);
      const stored = (await readState<ClockState>(client, STATE))?.aheadMs ?? 0;
      const beforeMs = this.machineNow() + stored;
      const step = byMs(beforeMs);
      if (!Number.isSafeInteger(step) || step <= 0) throw new RangeError(`a clock cannot go by ${step} ms`);
      await writeState(client, STATE, { aheadMs: stored + step } satisfies ClockState);
      await writeWith(client, { beforeMs, afterMs: beforeMs + step });
      return stored + step;
    });
    await this.#set(aheadMs, this.#hereListeners);
  }

  async #follow(turn: Promise<void>): Promise<void> {
    await turn;
    const { aheadMs } = (await readState<ClockState>(this.#pool, STATE)) ?? { aheadMs: 0 };
    if (aheadMs > this.#aheadMs) await this.#set(aheadMs);
  }

  async #set(aheadMs: number, first: Iterable<() => Promise<void> | void> = []): Promise<void> {
    this.#aheadMs = aheadMs;
    await Promise.all(Array.from(first, listener => listener()));
    for (const listener of this.#listeners) await listener();
  }
}
