import type { Event } from '@tallystick/core';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { createPool, type Pool } from '@tallystick/server/database/pool';
import type { CoreEngine } from '@tallystick/server/engine/core-engine';
import type { EngineOptions } from '@tallystick/server/engine/engine';
import { LONE_FENCE } from '@tallystick/server/engine/fence';
import type { VerifiedRow } from '@tallystick/server/engine/journal/journal-reader';
import { standBy } from '@tallystick/server/engine/standby';
import { startEngine } from '@tallystick/server/engine/start-engine';
import { Registry } from 'prom-client';
import { DESK, Door } from '../database/door.ts';

/** What is used of an engine, however it was started. */
type RunningEngine = Omit<CoreEngine, 'begin'>;

/** The simulated clock of all machines. */
export interface SimulatedClock {
  nowMs: number;
  /** Whether the machine doubts it: nothing is stamped then. */
  stopped: boolean;
}

export interface MachineOptions {
  readonly databaseUrl: string;
  readonly clock: SimulatedClock;
  readonly force?: boolean;
  /** Takes the door before anything is asked through it. */
  readonly prepare?: (door: Door) => void;
}

/** One machine with an engine: a process of its own, as far as the database and the clients can tell. */
export class Machine {
  readonly door: Door;
  /** Of people's work, apart from the engine's, whose timers ask at moments that no seed says. */
  readonly desk: Pool;
  readonly #pool: Pool;
  #engine: RunningEngine | null = null;
  /** Why it gave up; null: it has not. */
  failure: unknown = null;
  readonly #failed = Promise.withResolvers<unknown>();
  #cleared: Promise<void> | null = null;
  /** Rows that it has told, and what happened by sequence, since somebody took them. */
  #rows: VerifiedRow[] = [];
  #happened = new Map<number, readonly Event[]>();

  private constructor(door: Door) {
    this.door = door;
    this.#pool = createPool(door.url, 1, SILENT_LOG);
    const url = new URL(door.url);
    url.searchParams.set('application_name', DESK);
    this.desk = createPool(url.href, 1, SILENT_LOG);
  }

  /** Rejects if the engine does not start; nothing of it is left then. */
  static async start({ databaseUrl, clock, force = false, prepare }: MachineOptions): Promise<Machine> {
    const machine = new Machine(await Door.open(databaseUrl));
    prepare?.(machine.door);
    try {
      machine.#runs(await startEngine({ ...machine.#options(clock), force }));
      await machine.engine.wake();
      return machine;
    } catch (error) {
      await machine.#clear();
      throw error;
    }
  }

  /** Prepares to go on when the one that writes ends; `takenOver` resolves when it has. */
  static async standBy({ databaseUrl, clock }: MachineOptions): Promise<{
    readonly machine: Machine;
    readonly takenOver: Promise<void>;
  }> {
    const machine = new Machine(await Door.open(databaseUrl));
    const ready = Promise.withResolvers<unknown>();
    const taken = standBy({
      ...machine.#options(clock),
      fence: LONE_FENCE,
      onStandingBy: ready.resolve,
      onWaiting: () => ready.reject(new Error('the standby cannot follow')),
    });
    taken.catch(ready.reject);
    const goOn = async (): Promise<void> => {
      const engine = await taken;
      machine.#runs(engine);
      await engine.wake();
    };
    const takenOver = goOn();
    takenOver.catch(() => undefined);
    await ready.promise;
    return { machine, takenOver };
  }

  get engine(): RunningEngine {
    if (this.#engine === null) throw new Error('the engine has not started');
    return this.#engine;
  }

  /** Resolves to the reason why the engine gave up. */
  get failed(): Promise<unknown> {
    return this.#failed.promise;
  }

  /** Rows told since the last time. */
  takeRows(): readonly VerifiedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  takeHappened(): ReadonlyMap<number, readonly Event[]> {
    const happened = this.#happened;
    this.#happened = new Map();
    return happened;
  }

  /** The process dies: whatever its engine still knew is gone. Safe to call twice. */
  async kill(): Promise<void> {
    if (this.#cleared !== null) return this.#cleared;
    this.door.cut();
    await this.#failed.promise;
    // One that could not stop in order has said so.
    await this.#engine?.stop().catch(() => undefined);
    await this.#clear();
  }

  /** In order, with a snapshot at the end. Rejects if that fails; `kill` ends it then. */
  async stop(): Promise<void> {
    await this.engine.stop();
    await this.#clear();
  }

  #clear(): Promise<void> {
    return (this.#cleared ??= this.#end());
  }

  async #end(): Promise<void> {
    await this.door.close();
    await this.#pool.end();
    await this.desk.end();
  }

  #runs(engine: RunningEngine): void {
    this.#engine = engine;
    this.desk.waitFor(() => engine.projected());
    engine.onJournaled(row => this.#rows.push(row));
    engine.onCommitted(batch => {
      for (const { sequence, events } of batch.commands) this.#happened.set(sequence, events);
    });
  }

  #options(clock: SimulatedClock): EngineOptions {
    return {
      pool: this.#pool,
      databaseUrl: this.door.url,
      log: SILENT_LOG,
      registry: new Registry(),
      now: () => clock.nowMs,
      clockStopped: () => clock.stopped,
      onFatal: error => {
        this.failure = error;
        this.#failed.resolve(error);
      },
      // Snapshots are taken by stopping: when a thread would be done with one, no seed says.
      settings: { gatherMs: 0, snapshotEvery: Number.MAX_SAFE_INTEGER },
    };
  }
}
