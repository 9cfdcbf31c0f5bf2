import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { EXIT } from '../shutdown/exit-code.ts';
import { runServer, type RunningServer } from './run-server.ts';

export type Role = 'core' | 'worker' | 'feed' | 'gateway';

/** One exchange in several processes. A new role is added here. */
export const PROCESSES: readonly Role[] = ['core', 'worker', 'feed', 'gateway', 'gateway'];

type Environment = Readonly<Record<string, string>>;

/** What the processes of an exchange keep for all its life. */
export function newKeys(): Environment {
  const key = (): string => randomBytes(32).toString('hex');
  return { SECRET_KEY: key(), DATA_KEY: key(), PRICE_LOG_KEY: key() };
}

/** What the processes of one exchange have alike. `natsUrl`, `bucketUrl`: where they meet. */
export function alike(places: {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly bucketUrl: string;
}): Environment & Readonly<Record<'NATS_SUBJECT' | 'BUS_KEY', string>> {
  return {
    MODE: 'demo',
    DATABASE_URL: places.databaseUrl,
    DATABASE_CONNECTIONS: '4',
    NATS_URL: `nats://${places.natsUrl}`,
    // Exchanges of several tests share a NATS server.
    NATS_SUBJECT: `test-${randomBytes(6).toString('hex')}`,
    BUS_KEY: randomBytes(32).toString('hex'),
    OBJECT_STORE_URL: places.bucketUrl,
    OBJECT_STORE_KEY_ID: 'test',
    OBJECT_STORE_SECRET: 'test',
  };
}

export interface SeveralProcesses {
  readonly core: RunningServer;
  readonly gateways: readonly RunningServer[];
  /** Stops them in order. @throws with their output if one did not end as it should, now or earlier */
  stop(): Promise<void>;
}

/**
 * Starts these processes of an exchange at once, each with a folder of its own in `dataDir`.
 *
 * @throws if one does not start
 */
export async function startProcesses(
  env: Environment,
  dataDir: string,
  roles: readonly Role[] = PROCESSES,
): Promise<SeveralProcesses> {
  const all = roles.map(
    (role, index) =>
      new SupervisedProcess(role, { ...env, ROLE: role }, path.join(dataDir, `${role}-${index}`)),
  );
  const started = await Promise.allSettled(all.map(one => one.start()));
  const failed = started.find(one => one.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(all.map(one => one.kill()));
    throw failed.reason;
  }
  const serversOf = (role: Role): RunningServer[] =>
    all.filter(one => one.role === role).map(one => one.server);
  const [core] = serversOf('core');
  if (core === undefined) throw new RangeError('an exchange has a core');
  return {
    core,
    gateways: serversOf('gateway'),
    stop: async () => {
      const faults: string[] = [];
      // Those that take commands first, the core last.
      for (const one of all.toReversed()) faults.push(...(await one.stop()));
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

/**
 * A process that is started again, at the same address, when it ends because it could not go on as it was: a core that hears
 * nothing of its database for seconds does, and a busy machine is enough for that.
 */
class SupervisedProcess {
  readonly role: Role;
  readonly #env: Environment;
  readonly #folder: string;
  readonly #faults: string[] = [];
  #server: RunningServer | null = null;
  #isStopping = false;
  #again: Promise<void> = Promise.resolve();

  constructor(role: Role, env: Environment, folder: string) {
    this.role = role;
    this.#env = env;
    this.#folder = folder;
  }

  get server(): RunningServer {
    if (this.#server === null) throw new Error(`the ${this.role} is not started`);
    return this.#server;
  }

  /** Resolves once it is ready. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const server = await runServer({
      env: this.#env,
      dataDir: this.#folder,
      servesNobody: this.role !== 'gateway',
      ...(this.#server === null ? {} : { port: this.#server.port }),
    });
    this.#server = server;
    void server.ended.then(code => this.#hasEnded(server, code));
  }

  /** Returns what went wrong, with its output. */
  async stop(): Promise<readonly string[]> {
    this.#isStopping = true;
    await this.#again;
    const code = await this.server.stop();
    if (code !== 0) this.#note(this.server, code);
    return this.#faults;
  }

  async kill(): Promise<void> {
    this.#isStopping = true;
    await this.#server?.kill();
  }

  #hasEnded(server: RunningServer, code: number | null): void {
    if (this.#isStopping) return;
    if (code !== EXIT.again) return this.#note(server, code);
    process.stderr.write(`a ${this.role} ended and is started again:\n${server.output().trimEnd()}\n`);
    this.#again = this.start().catch((error: unknown) => void this.#faults.push(String(error)));
  }

  #note(server: RunningServer, code: number | null): void {
    this.#faults.push(`a ${this.role} ended with ${code}:\n${server.output()}`);
  }
}
