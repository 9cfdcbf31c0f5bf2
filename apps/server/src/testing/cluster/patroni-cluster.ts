import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { postgresUser } from '../../database/run-as.ts';
import type { DebianPrograms, Missing } from '../debian.ts';
import { freePort } from '../run-server.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { openMachines, type Machines } from './machines.ts';
import { PatroniHost, type HostAddress } from './patroni-host.ts';
import { findPostgres } from './postgres-host.ts';
import { Processes, until } from './processes.ts';

/** Two hosts could not go on in strict mode after the loss of one. */
const HOSTS = 3;
/** Patroni's own minimum of `ttl`: the time after which a host that says nothing is no longer the leader. */
export const AGREED = {
  ttl: 20,
  // A primary that ended is noticed in its second turn.
  loop_wait: 1,
  retry_timeout: 3,
  // A leader whose PostgreSQL ended hands over at once instead of starting it again.
  primary_start_timeout: 0,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  // On both others: with one, the other may have more of what nobody acknowledged, and must be rewound before it confirms.
  synchronous_node_count: 2,
  // Without etcd the primary goes on as long as it reaches all others.
  failsafe_mode: true,
  postgresql: {
    use_pg_rewind: true,
    // A new primary makes its slots only after some seconds, and acknowledges nothing meanwhile: `wal_keep_size` must do.
    use_slots: false,
    parameters: {
      max_connections: 100,
      max_wal_senders: 8,
      shared_buffers: '64MB',
      dynamic_shared_memory_type: 'mmap',
      jit: 'off',
      timezone: 'UTC',
      log_timezone: 'UTC',
      wal_sender_timeout: '3s',
      wal_receiver_timeout: '3s',
      // The other standby must follow the new primary before that one may acknowledge anything: not only after five seconds.
      wal_retrieve_retry_interval: '500ms',
      wal_keep_size: '1GB',
    },
  },
};

export interface PatroniClusterOptions {
  /** Each host in a network of its own that can be cut, which only root can make. Default false: all on 127.0.0.1. */
  readonly machines?: boolean;
  /** Further machines in the same network, for other programs; only with `machines`. */
  readonly otherMachines?: number;
}

/** Debian's programs for it; or says what is missing. */
export function findPatroni(): Promise<DebianPrograms | Missing> {
  return findPostgres('patroni', 'python3-etcd', 'etcd-server', 'haproxy');
}

/** Three database hosts under Patroni with etcd, each commit on two of them, behind HAProxy, which leads to the leader. */
export class PatroniCluster {
  readonly hosts: readonly PatroniHost[];
  /** With `machines`: those of the hosts first, then the others. */
  readonly machines: Machines | null;
  readonly processes: Processes;
  readonly #proxy: { readonly address: string; readonly port: number };
  readonly #remove: () => Promise<void>;

  private constructor(
    hosts: readonly PatroniHost[],
    machines: Machines | null,
    processes: Processes,
    proxy: { readonly address: string; readonly port: number },
    remove: () => Promise<void>,
  ) {
    this.hosts = hosts;
    this.machines = machines;
    this.processes = processes;
    this.#proxy = proxy;
    this.#remove = remove;
  }

  /** Resolves once a leader commits on a second host, strictly; or says what is missing. */
  static async start(options: PatroniClusterOptions = {}): Promise<PatroniCluster | Missing> {
    const programs = await findPatroni();
    if ('missing' in programs) return programs;
    const processes = new Processes();
    const machines = options.machines
      ? await openMachines(HOSTS + (options.otherMachines ?? 0), processes.caretaker)
      : null;
    if (machines !== null && 'missing' in machines) {
      await processes.close();
      return machines;
    }
    const folder = await scratchFolder('patroni');
    processes.caretaker.removes('folder', folder.path);
    let hosts: PatroniHost[] = [];
    const remove = async (): Promise<void> => {
      for (const host of hosts) await host.stop();
      await processes.close();
      await machines?.remove();
      await folder.remove();
    };
    try {
      const user = await postgresUser();
      const all = await addresses(machines);
      const common = { programs, processes, user, folder: folder.path, all, agreed: AGREED };
      hosts = await Promise.all(
        all.map((at, index) =>
          PatroniHost.prepare(at, { ...common, machine: machines?.machines[index] ?? null }),
        ),
      );
      const proxy = { address: machines?.address ?? '127.0.0.1', port: await freePort() };
      const cluster = new PatroniCluster(hosts, machines, processes, proxy, remove);
      for (const host of hosts) host.startEtcd();
      for (const host of hosts) host.startPatroni();
      await cluster.#startProxy(programs, folder.path);
      await cluster.#beStrict();
      return cluster;
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** Through HAProxy: to whoever is the leader. */
  url(database = 'postgres'): string {
    return `postgresql://postgres@${this.#proxy.address}:${this.#proxy.port}/${database}`;
  }

  /** Who leads, according to the hosts that answer; null if nobody does. */
  async leader(): Promise<PatroniHost | null> {
    for (const host of this.hosts) {
      if (await this.#answers(host, '/primary')) return host;
    }
    return null;
  }

  /** The hosts whose disk has each commit before it is acknowledged, besides the leader's. */
  synchronous(): Promise<readonly PatroniHost[]> {
    return this.#all('/synchronous');
  }

  /** The hosts that follow the leader. */
  standbys(): Promise<readonly PatroniHost[]> {
    return this.#all('/replica');
  }

  /** Waits for a leader with a second disk, other than the given host; returns it. */
  untilLed(other?: PatroniHost): Promise<PatroniHost> {
    return until(
      async () => {
        const leader = await this.leader();
        return leader !== null && leader !== other && (await this.synchronous()).length > 0 ? leader : null;
      },
      () => `no leader with a synchronous standby:\n${this.#output()}`,
    );
  }

  /** Waits until the host follows whoever leads. */
  async untilFollows(host: PatroniHost): Promise<void> {
    await until(
      async () => (await this.standbys()).includes(host),
      () => `${host.at.name} does not follow: ${host.output()}`,
    );
  }

  /** Waits until both others have each commit, so that the loss of any can be survived. */
  async untilWhole(): Promise<void> {
    await until(
      async () => (await this.leader()) !== null && (await this.synchronous()).length === HOSTS - 1,
      () => `not all are synchronous:\n${this.#output()}`,
    );
  }

  /** Ends everything and removes its data. */
  close(): Promise<void> {
    return this.#remove();
  }

  /** The first leader comes up alone, and would wait for ever for a second disk; from then on nothing is on one alone. */
  async #beStrict(): Promise<void> {
    const { at } = await this.untilLed();
    const response = await fetch(`http://${at.address}:${at.restPort}/config`, {
      method: 'PATCH',
      body: JSON.stringify({ synchronous_mode_strict: true }),
    });
    if (!response.ok) throw new Error(`Patroni refused: ${response.status} ${await response.text()}`);
  }

  #output(): string {
    return this.hosts.map(host => host.output()).join('\n---\n');
  }

  async #all(path: string): Promise<readonly PatroniHost[]> {
    const asked = await Promise.all(this.hosts.map(host => this.#answers(host, path)));
    return this.hosts.filter((_, index) => asked[index]);
  }

  async #answers({ at }: PatroniHost, path: string): Promise<boolean> {
    try {
      const response = await fetch(`http://${at.address}:${at.restPort}${path}`, {
        signal: AbortSignal.timeout(1_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      // Not there, or nobody answers.
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw error;
    }
  }

  async #startProxy(programs: DebianPrograms, folder: string): Promise<void> {
    const within = path.join(folder, 'haproxy');
    await mkdir(within);
    const file = path.join(within, 'haproxy.cfg');
    await writeFile(file, proxySettings(this.#proxy, this.hosts));
    const user = await postgresUser();
    if (user !== null) await chown(file, user.uid, user.gid);
    this.processes.start({
      program: 'haproxy',
      args: ['-db', '-f', file],
      env: { ...programs.env },
      cwd: within,
      user,
    });
  }
}

function proxySettings(
  { address, port }: { readonly address: string; readonly port: number },
  hosts: readonly PatroniHost[],
): string {
  const servers = hosts.map(
    ({ at }) => `  server ${at.name} ${at.address}:${at.postgresPort} check port ${at.restPort}`,
  );
  return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${address}:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

async function addresses(machines: Machines | null): Promise<HostAddress[]> {
  const all: HostAddress[] = [];
  for (const [index, name] of ['one', 'two', 'three'].entries()) {
    const address = machines?.machines[index]?.address;
    all.push(
      address === undefined
        ? {
            name,
            address: '127.0.0.1',
            postgresPort: await freePort(),
            restPort: await freePort(),
            etcdPort: await freePort(),
            etcdPeerPort: await freePort(),
          }
        : { name, address, postgresPort: 5432, restPort: 8008, etcdPort: 2379, etcdPeerPort: 2380 },
    );
  }
  return all;
}
