import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { Missing } from '../../testing/debian.ts';
import { NatsServer } from '../../testing/nats.ts';
import type { RunningServer } from '../../testing/run-server.ts';
import type { Role } from '../../testing/several-processes.ts';
import { ExchangeProcesses, type StartOptions } from './exchange-processes.ts';

/** One exchange in several processes, with the database of a test. */
export class TestCluster {
  readonly database: Database;
  readonly nats: NatsServer;
  readonly #processes: ExchangeProcesses;

  private constructor(database: Database, nats: NatsServer, processes: ExchangeProcesses) {
    this.database = database;
    this.nats = nats;
    this.#processes = processes;
  }

  /** Or why there is none: tests skip and say so. */
  static async open(): Promise<TestCluster | Missing> {
    const nats = await NatsServer.open();
    if ('missing' in nats) return nats;
    const database = await createTestDatabase();
    return new TestCluster(database, nats, await ExchangeProcesses.open(database.url, nats));
  }

  /** Resolves once it is ready, or with `waits` once it is started. */
  start(role: Role, options: StartOptions = {}): Promise<RunningServer> {
    return this.#processes.start(role, options);
  }

  async close(): Promise<void> {
    await this.#processes.close();
    await this.nats.kill();
    await this.database.close();
  }
}
