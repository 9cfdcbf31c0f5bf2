import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type OperatingUser, postgresUser } from '../../database/run-as.ts';
import { debianPrograms, type DebianPrograms, type Missing } from '../debian.ts';
import { freePort } from '../run-server.ts';
import { signalPostgres, until, type Processes, type RunningProgram } from './processes.ts';

/** What operators run in production; the embedded one is newer. */
export const POSTGRES = ['postgresql-15', 'postgresql-client-15'] as const;

/** Sized for tests; durable, because they count what is lost. */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
  hot_standby: 'on',
  max_connections: '100',
  max_wal_senders: '8',
  shared_buffers: '64MB',
  // In its folder, and not left in the machine's memory when it is killed.
  dynamic_shared_memory_type: 'mmap',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A standby that has gone is noticed soon.
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
};

export interface PostgresPlace {
  readonly programs: DebianPrograms;
  readonly processes: Processes;
  /** Must exist; gets a folder for each host. */
  readonly folder: string;
  /** Also the application name that a synchronous primary knows a standby by: letters only. */
  readonly name: string;
  /** Default: 127.0.0.1. */
  readonly address?: string;
  readonly port?: number;
  readonly namespace?: string | null;
  /** In addition to those sized for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Debian's PostgreSQL 15 with what it needs, or why it is missing. */
export async function findPostgres(...others: readonly string[]): Promise<DebianPrograms | Missing> {
  return debianPrograms(...POSTGRES, ...others);
}

/** One PostgreSQL 15 with a cluster of its own. PostgreSQL refuses root: then it runs as `postgres` or `nobody`. */
export class PostgresHost {
  readonly name: string;
  readonly port: number;
  readonly address: string;
  /** The cluster. */
  readonly folder: string;
  readonly #place: PostgresPlace;
  readonly #user: OperatingUser | null;
  #server: RunningProgram | null = null;

  private constructor(place: PostgresPlace, port: number, user: OperatingUser | null) {
    this.#place = place;
    this.#user = user;
    this.name = place.name;
    this.port = port;
    this.address = place.address ?? '127.0.0.1';
    this.folder = path.join(place.folder, place.name);
  }

  /** An empty folder of the right user; nothing runs yet. */
  static async at(place: PostgresPlace): Promise<PostgresHost> {
    const user = await postgresUser();
    const host = new PostgresHost(place, place.port ?? (await freePort()), user);
    await mkdir(host.folder, { mode: 0o700 });
    if (user !== null) await chown(host.folder, user.uid, user.gid);
    return host;
  }

  /** A new cluster that runs. */
  static async primary(place: PostgresPlace): Promise<PostgresHost> {
    const host = await PostgresHost.at(place);
    await host.tool(
      'initdb',
      `--pgdata=${host.folder}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
    );
    // Whoever reaches it is let in: it listens on this machine or in a network of tests only.
    const everybody = ['local all all trust', 'host all all all trust', 'host replication all all trust'];
    await writeFile(path.join(host.folder, 'pg_hba.conf'), `${everybody.join('\n')}\n`);
    await host.start();
    return host;
  }

  /** A standby of this one that runs and follows it. */
  async standby(place: PostgresPlace): Promise<PostgresHost> {
    const host = await PostgresHost.at(place);
    await host.follow(this);
    await host.start();
    return host;
  }

  /** Makes its folder, which must be empty, a copy of the other's that will follow it. */
  async follow(other: PostgresHost): Promise<void> {
    const from = `host=${other.address} port=${other.port} user=postgres application_name=${this.name}`;
    await this.tool(
      ...['pg_basebackup', `--pgdata=${this.folder}`, `--dbname=${from}`, '--write-recovery-conf'],
      ...['--wal-method=stream', '--checkpoint=fast'],
    );
  }

  /** Starts it on what is in its folder, and waits until it answers. */
  async start(): Promise<void> {
    const settings = {
      ...SETTINGS,
      listen_addresses: this.address,
      port: String(this.port),
      unix_socket_directories: this.folder,
      cluster_name: this.name,
      ...this.#place.settings,
    };
    const server = this.#place.processes.start({
      ...this.#within(),
      program: 'postgres',
      args: [
        '-D',
        this.folder,
        ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
    });
    this.#server = server;
    await until(
      async () => {
        if (server.hasEnded()) throw new Error(`PostgreSQL ${this.name} ended:\n${server.output()}`);
        return this.answers();
      },
      () => `PostgreSQL ${this.name} does not answer:\n${server.output()}`,
    );
  }

  url(database = 'postgres'): string {
    return `postgresql://postgres@${this.address}:${this.port}/${database}`;
  }

  /** What it has written lately. */
  output(): string {
    return this.#server?.output() ?? '';
  }

  async answers(): Promise<boolean> {
    return this.query('select 1').then(
      () => true,
      () => false,
    );
  }

  /** On a connection of its own. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Has the given standby confirm each commit from now on; waits until it does. */
  async commitOn(standby: PostgresHost): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = 'FIRST 1 (${standby.name})'`);
    await this.query('select pg_reload_conf()');
    const state = `select sync_state from pg_stat_replication where application_name = $1`;
    await until(
      async () => (await this.query<{ sync_state: string }>(state, [standby.name]))[0]?.sync_state === 'sync',
      () => `${standby.name} does not confirm commits:\n${standby.output()}`,
    );
  }

  /** Makes a standby the primary, and waits until it takes writes. */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 60)');
    await until(
      async () =>
        (await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))[0]?.standby ===
        false,
      () => `${this.name} was not promoted:\n${this.output()}`,
    );
  }

  /** As a machine's failure would: at once, without a word to anybody. */
  async kill(): Promise<void> {
    const segment = await this.#segment();
    this.#each('SIGKILL');
    await this.#server?.ended;
    // A killed one leaves it in the machine; none is there if it had ended before.
    if (segment !== null) await this.#place.processes.run({ program: 'ipcrm', args: ['-m', segment] });
  }

  /** Stops all its processes where they are, until `thaw`. */
  freeze(): void {
    this.#each('SIGSTOP');
  }

  thaw(): void {
    this.#each('SIGCONT');
  }

  /** In order, as `pg_ctl stop --mode=fast`. */
  async stop(): Promise<void> {
    await this.#server?.stop('SIGINT');
  }

  /** Runs one of its programs as its user, to the end. */
  tool(program: string, ...args: string[]): Promise<string> {
    return this.#place.processes.run({ ...this.#within(), program, args });
  }

  /** A file of the cluster's user, within or beside the cluster. */
  async write(file: string, text: string): Promise<void> {
    await writeFile(file, text, { mode: 0o600 });
    if (this.#user !== null) await chown(file, this.#user.uid, this.#user.gid);
  }

  /** A folder of the cluster's user. */
  async folderFor(folder: string): Promise<string> {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    if (this.#user !== null) await chown(folder, this.#user.uid, this.#user.gid);
    return folder;
  }

  #within() {
    const { programs, namespace = null } = this.#place;
    return { env: { ...programs.env, LC_ALL: 'C' }, cwd: this.folder, user: this.#user, namespace };
  }

  /** By which it notices a second one in its folder: `ipcs -m` shows it. */
  async #segment(): Promise<string | null> {
    if (this.#server === null || this.#server.hasEnded()) return null;
    const lines = (await readFile(path.join(this.folder, 'postmaster.pid'), 'utf8')).split('\n');
    return /^\s*\d+\s+(\d+)/.exec(lines[6] ?? '')?.[1] ?? null;
  }

  #each(signal: NodeJS.Signals): void {
    const server = this.#server;
    if (server === null || server.hasEnded()) return;
    signalPostgres(server.pid, signal);
  }
}
