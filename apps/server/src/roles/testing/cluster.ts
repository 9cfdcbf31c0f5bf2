import { randomBytes } from 'node:crypto';
import { needlessSecrets } from '../../config/settings.ts';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { Missing } from '../../testing/debian.ts';
import { MemoryBucket } from '../../testing/memory-bucket.ts';
import { NatsServer } from '../../testing/nats.ts';
import { runServer, type RunningServer, type RunServerOptions } from '../../testing/run-server.ts';
import { scratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';

type Role = 'core' | 'gateway' | 'worker';

/** One exchange in several processes, as on several machines: each with a folder of its own, and the secrets of its role. */
export class TestCluster {
  readonly database: Database;
  readonly nats: NatsServer;
  readonly #bucket: MemoryBucket;
  readonly #env: Readonly<Record<string, string>>;
  readonly #folders: ScratchFolder[] = [];
  readonly #processes: RunningServer[] = [];

  private constructor(database: Database, nats: NatsServer, bucket: MemoryBucket) {
    this.database = database;
    this.nats = nats;
    this.#bucket = bucket;
    const key = (): string => randomBytes(32).toString('hex');
    this.#env = {
      MODE: 'demo',
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '4',
      NATS_URL: `nats://${nats.url}`,
      BUS_KEY: key(),
      SECRET_KEY: key(),
      DATA_KEY: key(),
      PRICE_LOG_KEY: key(),
      OBJECT_STORE_URL: bucket.url,
      OBJECT_STORE_KEY_ID: 'test',
      OBJECT_STORE_SECRET: 'test',
      RATE_LIMITS: 'off',
      HOUSE: 'off',
      DEMO_TRADERS: '0',
    };
  }

  /** Or why there is none: tests skip and say so. */
  static async open(): Promise<TestCluster | Missing> {
    const nats = await NatsServer.open();
    if ('missing' in nats) return nats;
    return new TestCluster(await createTestDatabase(), nats, await MemoryBucket.open());
  }

  /** Resolves once it is ready, or with `waits` once it is started. */
  async start(role: Role, options: Pick<RunServerOptions, 'waits'> = {}): Promise<RunningServer> {
    const folder = await scratchFolder('data');
    this.#folders.push(folder);
    const needless = needlessSecrets(role, this.#env);
    const given = Object.entries(this.#env).filter(([name]) => !needless.includes(name));
    const env = { ...Object.fromEntries(given), ROLE: role };
    const servesNobody = role !== 'gateway';
    const server = await runServer({ env, dataDir: folder.path, servesNobody, ...options });
    this.#processes.push(server);
    return server;
  }

  async close(): Promise<void> {
    // Those that take commands first, the core last.
    for (const server of this.#processes.toReversed()) await server.stop();
    for (const folder of this.#folders) await folder.remove();
    await this.nats.kill();
    await this.#bucket.close();
    await this.database.close();
  }
}
