import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { Registry } from 'prom-client';
import type { Database } from '../../../database/database.ts';
import { SILENT_LOG, type DatabaseLog } from '../../../database/log.ts';
import { createPool } from '../../../database/pool.ts';
import { copyTestDatabase, createTestDatabase } from '../../../testing/database.ts';
import { NatsServer } from '../../../testing/nats.ts';
import type { Missing } from '../../../testing/debian.ts';
import type { EngineOptions } from '../../engine.ts';
import { NOW_MS, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { BusServer } from '../bus-server.ts';
import {
  startFollowerEngine,
  type FollowerEngine,
  type FollowerEngineOptions,
  type NatsSettings,
} from '../follower-engine.ts';
import { FrameSeal } from '../frame.ts';
import { Link } from '../link.ts';
import { subjectsOf, type Subjects } from '../subjects.ts';

const ADMISSION = 1_000;
/** Tests that are about giving up have the product's own: `PATIENCE`. */
const SLOW_MACHINE = { answerMs: 100_000, unsentMs: 100_000 };

/** A core with its end of the bus. */
export interface TestCore {
  readonly engine: TestEngine;
  readonly registry: Registry;
  /** Stops in order: answers everything, releases the lease. */
  readonly stop: () => Promise<void>;
  /** Ends its part of the bus without a word, as a crash does. */
  readonly cutOff: () => Promise<void>;
}

export interface TestGateway {
  readonly engine: FollowerEngine;
  readonly registry: Registry;
  /** Resolves to the reason why it gave up. */
  readonly fatal: Promise<unknown>;
}

/** One exchange on a database and a NATS server of its own: a core and gateways, as parts of this process. */
export class RemoteExchange {
  readonly database: Database;
  readonly nats: NatsServer;
  readonly settings: NatsSettings;
  readonly subjects: Subjects;
  readonly seal: FrameSeal;
  readonly #stops: (() => Promise<void> | void)[] = [];
  readonly #errors: object[] = [];

  readonly #original: RemoteExchange | null;

  private constructor(database: Database, nats: NatsServer, original: RemoteExchange | null = null) {
    this.database = database;
    this.nats = nats;
    this.#original = original;
    this.settings = original?.settings ?? {
      connection: this.#as('gateway'),
      prefix: 'test',
      key: randomBytes(32),
    };
    this.subjects = subjectsOf(this.settings.prefix);
    this.seal = new FrameSeal(this.settings.key);
  }

  /** Or why there is none: tests skip and say so. `configuration`: of NATS. */
  static async open(configuration?: string): Promise<RemoteExchange | Missing> {
    const nats = await NatsServer.open(configuration);
    if ('missing' in nats) return nats;
    return new RemoteExchange(await createTestDatabase(), nats);
  }

  /** On a copy of the database, as a restored backup is, with the same NATS, subjects and key. Nobody may use it meanwhile. */
  async copy(): Promise<RemoteExchange> {
    return new RemoteExchange(await copyTestDatabase(this.database), this.nats, this);
  }

  /** A connection of the test's own, for messages that no core or gateway would send. */
  link(): Link {
    const link = new Link({ connection: this.settings.connection, name: 'test', log: SILENT_LOG });
    this.#stops.push(() => link.stop());
    return link;
  }

  async core(options: Partial<EngineOptions> = {}): Promise<TestCore> {
    const registry = new Registry();
    const engine = await startTestEngine(this.database, options.settings, options);
    const link = new Link({ connection: this.#as('core'), name: 'core', log: SILENT_LOG });
    const { subjects, seal } = this;
    const server = new BusServer({ link, subjects, seal, engine, log: SILENT_LOG, registry });
    let stopped = false;
    const stop = async (): Promise<void> => {
      if (stopped) return;
      stopped = true;
      await server.stop();
      await engine.stop();
      await link.stop();
    };
    this.#stops.push(stop);
    return { engine, registry, stop, cutOff: () => link.stop() };
  }

  /** Its connections to the database refuse every change, and errors that it logs fail the test at its end. */
  async gateway(options: Partial<FollowerEngineOptions> = {}): Promise<TestGateway> {
    const fatal = Promise.withResolvers<unknown>();
    const registry = new Registry();
    const databaseUrl = readOnly(this.database.url);
    const log: DatabaseLog = {
      ...SILENT_LOG,
      error: (details, message) => this.#errors.push({ ...details, message }),
    };
    const pool = createPool(databaseUrl, 2, log);
    this.#stops.push(() => pool.end());
    const engine = await startFollowerEngine({
      pool,
      databaseUrl,
      log,
      registry,
      now: () => NOW_MS,
      onFatal: fatal.resolve,
      nats: this.settings,
      admission: ADMISSION,
      patience: SLOW_MACHINE,
      ...options,
    });
    this.#stops.push(() => engine.stop());
    return { engine, registry, fatal: fatal.promise };
  }

  /** Called when it is closed, before what was opened earlier is. */
  onClose(stop: () => void): void {
    this.#stops.push(stop);
  }

  /** A server without users takes anybody. */
  #as(user: string): NatsSettings['connection'] {
    return { servers: this.nats.url, user, pass: user };
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop();
    if (this.#original === null) await this.nats.kill();
    await this.database.close();
    if (this.#errors.length > 0) throw new Error(`gateways logged errors: ${inspect(this.#errors)}`);
  }
}

function readOnly(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  return url.href;
}
