import { needlessSecrets } from '../../config/settings.ts';
import type { NatsSettings } from '../../engine/remote/follower-engine.ts';
import { MemoryBucket } from '../../testing/memory-bucket.ts';
import type { NatsServer } from '../../testing/nats.ts';
import { runServer, type RunningServer, type RunServerOptions } from '../../testing/run-server.ts';
import { alike, newKeys, type Role } from '../../testing/several-processes.ts';
import { scratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';

/** Settings by name. */
type Environment = Readonly<Record<string, string>>;

/** `dataDir`: of an earlier run. */
export type StartOptions = Pick<RunServerOptions, 'waits' | 'main'> & { readonly dataDir?: string };

/** The processes of one exchange, each with a folder of its own and the secrets of its role, as on machines of their own. */
export class ExchangeProcesses {
  /** For an engine of a test's own beside them. */
  readonly bus: Pick<NatsSettings, 'prefix' | 'key'>;
  readonly #bucket: MemoryBucket;
  readonly #env: Environment;
  readonly #folders: ScratchFolder[] = [];
  readonly #processes: RunningServer[] = [];

  private constructor(bucket: MemoryBucket, databaseUrl: string, nats: NatsServer, env: Environment) {
    this.#bucket = bucket;
    const shared = alike({ databaseUrl, natsUrl: nats.url, bucketUrl: bucket.url });
    this.bus = { prefix: shared.NATS_SUBJECT, key: Buffer.from(shared.BUS_KEY, 'hex') };
    this.#env = {
      ...shared,
      ...newKeys(),
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
  async start(role: Role, { dataDir, ...options }: StartOptions = {}): Promise<RunningServer> {
    const folder = dataDir ?? (await this.#folder());
    const needless = needlessSecrets(role, this.#env);
    const given = Object.entries(this.#env).filter(([name]) => !needless.includes(name));
    const env = { ...Object.fromEntries(given), ROLE: role };
    const servesNobody = role !== 'gateway';
    const server = await runServer({ env, dataDir: folder, servesNobody, ...options });
    this.#processes.push(server);
    return server;
  }

  async #folder(): Promise<string> {
    const folder = await scratchFolder('data');
    this.#folders.push(folder);
    return folder.path;
  }

  async close(): Promise<void> {
    // Those that take commands first, the core last.
    for (const server of this.#processes.toReversed()) await server.stop();
    for (const folder of this.#folders) await folder.remove();
    await this.#bucket.close();
  }
}
