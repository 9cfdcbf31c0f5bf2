import { randomBytes } from 'node:crypto';
import { MemoryBucket } from '../../testing/memory-bucket.ts';
import type { NatsServer } from '../../testing/nats.ts';
import { runServer, type RunningServer, type RunServerOptions } from '../../testing/run-server.ts';
import { scratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';

export type Role = 'core' | 'gateway' | 'feed' | 'worker';

/** Settings by name. */
type Environment = Readonly<Record<string, string>>;

/** The processes of one exchange, each with a folder of its own, as on machines of their own. */
export class ExchangeProcesses {
  /** Of the bus between them. */
  readonly busKey = randomBytes(32);
  readonly #bucket: MemoryBucket;
  readonly #env: Environment;
  readonly #folders: ScratchFolder[] = [];
  readonly #processes: RunningServer[] = [];

  private constructor(bucket: MemoryBucket, databaseUrl: string, nats: NatsServer, env: Environment) {
    this.#bucket = bucket;
    const key = (): string => randomBytes(32).toString('hex');
    this.#env = {
      MODE: 'demo',
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS: '4',
      NATS_URL: `nats://${nats.url}`,
      BUS_KEY: this.busKey.toString('hex'),
      SECRET_KEY: key(),
      DATA_KEY: key(),
      PRICE_LOG_KEY: key(),
      OBJECT_STORE_URL: bucket.url,
      OBJECT_STORE_KEY_ID: 'test',
      OBJECT_STORE_SECRET: 'test',
      RATE_LIMITS: 'off',
      HOUSE: 'off',
      DEMO_TRADERS: '0',
      ...env,
    };
  }

  /** None runs yet. `env`: settings that all have. */
  static async open(
    databaseUrl: string,
    nats: NatsServer,
    env: Environment = {},
  ): Promise<ExchangeProcesses> {
    return new ExchangeProcesses(await MemoryBucket.open(), databaseUrl, nats, env);
  }

  /** Resolves once it is ready, or with `waits` once it is started. */
  async start(role: Role, options: Pick<RunServerOptions, 'waits' | 'main'> = {}): Promise<RunningServer> {
    const folder = await scratchFolder('data');
    this.#folders.push(folder);
    const env = { ...this.#env, ROLE: role };
    const servesNobody = role !== 'gateway';
    const server = await runServer({ env, dataDir: folder.path, servesNobody, ...options });
    this.#processes.push(server);
    return server;
  }

  async close(): Promise<void> {
    // Those that take commands first, the core last.
    for (const server of this.#processes.toReversed()) await server.stop();
    for (const folder of this.#folders) await folder.remove();
    await this.#bucket.close();
  }
}
