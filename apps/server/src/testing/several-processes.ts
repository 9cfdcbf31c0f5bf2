import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runServer, type RunningServer } from './run-server.ts';

export type Role = 'core' | 'worker' | 'gateway';

/** One exchange in several processes. A new role is added here. */
export const PROCESSES: readonly Role[] = ['core', 'worker', 'gateway', 'gateway'];

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
}): Environment {
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
  /** All output so far, of each process under its name. */
  output(): string;
  /** Whether one has ended that nobody stopped. */
  hasEnded(): boolean;
  /** Stops them in order. @throws with their output if one did not end as it should */
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
  const started = await Promise.allSettled(
    roles.map(async (role, index) => {
      const folder = path.join(dataDir, `${role}-${index}`);
      await mkdir(folder, { recursive: true });
      const server = await runServer({
        env: { ...env, ROLE: role },
        dataDir: folder,
        servesNobody: role !== 'gateway',
      });
      return { role, server };
    }),
  );
  const running = started.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find(one => one.status === 'rejected');
  if (failed !== undefined) {
    for (const { server } of running) await server.kill();
    throw failed.reason;
  }
  const output = (): string => running.map(({ role, server }) => `${role}:\n${server.output()}`).join('\n');
  let hasEnded = false;
  let isStopping = false;
  const note = (): void => {
    hasEnded ||= !isStopping;
  };
  for (const { server } of running) void server.ended.then(note);
  const all = (role: Role): RunningServer[] =>
    running.filter(one => one.role === role).map(({ server }) => server);
  const [core] = all('core');
  if (core === undefined) throw new RangeError('an exchange has a core');
  return {
    core,
    gateways: all('gateway'),
    output,
    hasEnded: () => hasEnded,
    stop: async () => {
      isStopping = true;
      const codes: (number | null)[] = [];
      // Those that take commands first, the core last.
      for (const { server } of running.toReversed()) codes.push(await server.stop());
      if (codes.some(code => code !== 0)) {
        throw new Error(`a process of an exchange did not end as it should:\n${output()}`);
      }
    },
  };
}
