import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OperatingUser } from '../../database/run-as.ts';
import type { DebianPrograms } from '../debian.ts';
import type { Machine } from './machines.ts';
import { signalPostgres, type Processes, type RunningProgram } from './processes.ts';

const KEPT_LINES = 60;

/**
 * Debian's Patroni 3.0.2 with what later versions put right (patroni/patroni#2689): a primary that was cut off writes itself
 * over its successor when it comes back, by what it knew before. deploy's versions are newer.
 */
const PATRONI = `
from patroni.__main__ import main
from patroni.dcs import Leader
from patroni.dcs.etcd3 import Etcd3, catch_return_false_exception

@catch_return_false_exception
def update_leader(self):
    retry = self._retry.copy()
    def again(*args, **kwargs):
        kwargs['retry'] = retry
        return retry(*args, **kwargs)
    self._run_and_handle_exceptions(self._do_refresh_lease, True, retry=again)
    leader = self.cluster and self.cluster.leader
    if not self._lease or not isinstance(leader, Leader) or leader.session == self._lease:
        return bool(self._lease)
    return bool(again(self._client.put, self.leader_path, self._name, self._lease, mod_revision=leader.index))

Etcd3._update_leader = update_leader
if __name__ == '__main__':
    main()
`;

/** Where one host's programs are reached. */
export interface HostAddress {
  readonly name: string;
  readonly address: string;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly etcdPort: number;
  readonly etcdPeerPort: number;
}

export interface PatroniHostOptions {
  readonly programs: DebianPrograms;
  readonly processes: Processes;
  readonly user: OperatingUser | null;
  /** Gets a folder of the host's name. */
  readonly folder: string;
  /** All hosts, this one included. */
  readonly all: readonly HostAddress[];
  readonly machine: Machine | null;
  /** Settings that the hosts agree on in etcd, as Patroni names them; only the first start of all uses them. */
  readonly agreed: Readonly<Record<string, unknown>>;
}

/** A database host: PostgreSQL under Patroni, and a member of etcd. */
export class PatroniHost {
  readonly at: HostAddress;
  readonly machine: Machine | null;
  readonly #options: PatroniHostOptions;
  readonly #folder: string;
  readonly #data: string;
  #etcd: RunningProgram | null = null;
  #patroni: RunningProgram | null = null;

  private constructor(at: HostAddress, options: PatroniHostOptions) {
    this.at = at;
    this.machine = options.machine;
    this.#options = options;
    this.#folder = path.join(options.folder, at.name);
    this.#data = path.join(this.#folder, 'data');
  }

  /** Its folder and settings; nothing runs yet. */
  static async prepare(at: HostAddress, options: PatroniHostOptions): Promise<PatroniHost> {
    const host = new PatroniHost(at, options);
    const { user, processes } = options;
    for (const folder of [host.#folder, path.join(host.#folder, 'etcd'), host.#data]) {
      await mkdir(folder, { mode: 0o700 });
      if (user !== null) await chown(folder, user.uid, user.gid);
    }
    const files = { 'patroni.json': JSON.stringify(host.#settings(), null, 2), 'fixed.py': PATRONI };
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(host.#folder, name);
      await writeFile(file, text);
      if (user !== null) await chown(file, user.uid, user.gid);
    }
    // Patroni lets its PostgreSQL run on when it is killed.
    processes.caretaker.endsPostgres(path.join(host.#data, 'postmaster.pid'));
    return host;
  }

  startEtcd(): void {
    const { name, address, etcdPort, etcdPeerPort } = this.at;
    const peers = this.#options.all.map(one => `${one.name}=http://${one.address}:${one.etcdPeerPort}`);
    this.#etcd = this.#start('etcd', [
      ...['--name', name, '--data-dir', path.join(this.#folder, 'etcd')],
      ...['--listen-client-urls', `http://${address}:${etcdPort}`],
      ...['--advertise-client-urls', `http://${address}:${etcdPort}`],
      ...['--listen-peer-urls', `http://${address}:${etcdPeerPort}`],
      ...['--initial-advertise-peer-urls', `http://${address}:${etcdPeerPort}`],
      ...['--initial-cluster', peers.join(','), '--initial-cluster-state', 'new'],
      // Its own usual times, plainly: when its leader is lost with a host, a new one is elected after this time, and only
      // then begins, once more, the time that the primary's lock lasts.
      ...['--heartbeat-interval', '100', '--election-timeout', '1000', '--log-level', 'warn'],
    ]);
  }

  startPatroni(): void {
    const files = ['fixed.py', 'patroni.json'].map(name => path.join(this.#folder, name));
    this.#patroni = this.#start('python3', files);
  }

  url(database = 'postgres'): string {
    return `postgresql://postgres@${this.at.address}:${this.at.postgresPort}/${database}`;
  }

  /** What its Patroni and PostgreSQL have written lately. */
  output(): string {
    // Without the traces of those who asked and did not wait for the whole answer.
    const lines = (this.#patroni?.output() ?? '')
      .split('\n')
      .filter(line => /^\d{4}-/.test(line) && !line.includes('WARNING: '));
    return lines.slice(-KEPT_LINES).join('\n');
  }

  /** All programs end at once, as when the machine loses its power. */
  async kill(): Promise<void> {
    this.#patroni?.signal('SIGKILL');
    this.#etcd?.signal('SIGKILL');
    await this.killPostgres();
    await Promise.all([this.#patroni?.ended, this.#etcd?.ended]);
  }

  /** Starts them again on what is on its disk. */
  start(): void {
    this.startEtcd();
    this.startPatroni();
  }

  /** Only PostgreSQL ends; Patroni notices. */
  async killPostgres(): Promise<void> {
    const file = await this.#postmaster();
    if (file === null) return;
    signalPostgres(file.pid, 'SIGKILL');
    // A killed one leaves its segment in the machine; a newer one may have taken it already.
    if (file.segment !== null)
      await this.#options.processes.run({ program: 'ipcrm', args: ['-m', file.segment] }).catch(() => {});
  }

  /**
   * All programs stand still, as in a machine that is moved or starved, until `thaw`.
   */
  async freeze(): Promise<void> {
    this.#patroni?.signal('SIGSTOP');
    this.#etcd?.signal('SIGSTOP');
    const file = await this.#postmaster();
    if (file !== null) signalPostgres(file.pid, 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    const file = await this.#postmaster();
    if (file !== null) signalPostgres(file.pid, 'SIGCONT');
    this.#etcd?.signal('SIGCONT');
    this.#patroni?.signal('SIGCONT');
  }

  /** In order: Patroni stops its PostgreSQL. What does not, is made to. */
  async stop(): Promise<void> {
    await this.#patroni?.stop();
    await this.killPostgres();
  }

  async #postmaster(): Promise<{ readonly pid: number; readonly segment: string | null } | null> {
    const text = await readFile(path.join(this.#data, 'postmaster.pid'), 'utf8').catch(() => '');
    const lines = text.split('\n');
    const pid = Number(lines[0]);
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (name.trim() !== 'postgres') return null;
    return { pid, segment: /^\s*\d+\s+(\d+)/.exec(lines[6] ?? '')?.[1] ?? null };
  }

  #start(program: string, args: readonly string[]): RunningProgram {
    const { programs, processes, user } = this.#options;
    const arm = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {};
    return processes.start({
      program,
      args,
      env: { ...programs.env, ...arm, LC_ALL: 'C', HOME: this.#folder },
      cwd: this.#folder,
      user,
      namespace: this.machine?.namespace ?? null,
    });
  }

  #settings(): unknown {
    const { all, agreed } = this.#options;
    const { name, address, postgresPort, restPort } = this.at;
    return {
      scope: 'tallystick',
      name,
      restapi: { listen: `${address}:${restPort}`, connect_address: `${address}:${restPort}` },
      etcd3: { hosts: all.map(one => `${one.address}:${one.etcdPort}`) },
      bootstrap: {
        dcs: agreed,
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
        // Whoever reaches it is let in: it listens on this machine or in a network of tests only.
        pg_hba: ['local all all trust', 'host all all all trust', 'host replication all all trust'],
      },
      postgresql: {
        listen: `${address}:${postgresPort}`,
        connect_address: `${address}:${postgresPort}`,
        data_dir: this.#data,
        pgpass: path.join(this.#folder, 'pgpass'),
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
        parameters: { unix_socket_directories: this.#folder },
      },
      watchdog: { mode: 'off' },
    };
  }
}
