import { spotCommands, type TimedCommand } from '@tallystick/core/testing/spot-commands';
import { openDatabase, type Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import type { Engine } from '@tallystick/server/engine/engine';
import { startEngine } from '@tallystick/server/engine/start-engine';
import { Registry } from 'prom-client';

const CUSTOMERS = 200;
/** Orders on their way at a time. */
const AT_ONCE = 100;

/** An engine whose customers place order after order, and the hash of its state after each commit. */
export class LiveExchange {
  /** By the sequence that a commit ended with. */
  readonly hashes = new Map<number, string>();
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #commands: readonly TimedCommand[];
  #next = 0;
  #failed: unknown = null;
  #going: Promise<void> | null = null;
  #ends = false;

  private constructor(database: Database, engine: Engine, commands: readonly TimedCommand[]) {
    this.#database = database;
    this.#engine = engine;
    this.#commands = commands;
  }

  /** Empty database, migrated here. @param commands how many there are at most. */
  static async start(url: string, commands: number): Promise<LiveExchange> {
    const database = await openDatabase({ url, dataDir: '', connections: 6 }, SILENT_LOG);
    let live: LiveExchange | null = null;
    const engine = await startEngine({
      pool: database.pool,
      databaseUrl: url,
      log: SILENT_LOG,
      registry: new Registry(),
      onFatal: error => {
        if (live !== null) live.#failed ??= error;
      },
    });
    const workload = spotCommands({ seed: 5, commands, customers: CUSTOMERS, waitingOrders: 1_000 });
    live = new LiveExchange(database, engine, workload.commands);
    const { hashes } = live;
    engine.onCommitted(() => hashes.set(engine.sequence(), engine.exchange.stateHash()));
    for (const { command } of workload.setup) await engine.bus.submit(command);
    return live;
  }

  /** Of the newest acknowledged commit. */
  get sequence(): number {
    return this.#engine.sequence();
  }

  /** Submits this many; resolves once all are acknowledged. */
  async submit(count: number): Promise<void> {
    const end = Math.min(this.#next + count, this.#commands.length);
    while (this.#next < end) {
      const wave = this.#commands.slice(this.#next, Math.min(this.#next + AT_ONCE, end));
      this.#next += wave.length;
      // Refused ones are acknowledged, too.
      await Promise.allSettled(wave.map(({ command }) => this.#engine.bus.submit(command)));
      if (this.#failed !== null) throw this.#failed;
    }
  }

  /** Submits while the work goes on and orders are left; resolves with its result once nothing is on its way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#ends = false;
    this.#going = this.#goOn();
    try {
      return await work();
    } finally {
      this.#ends = true;
      await this.#going;
    }
  }

  async stop(): Promise<void> {
    await this.#engine.stop();
    await this.#database.close();
  }

  async #goOn(): Promise<void> {
    while (!this.#ends && this.#next < this.#commands.length) await this.submit(AT_ONCE);
  }
}
