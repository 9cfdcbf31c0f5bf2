import { randomBytes } from 'node:crypto';
import { copyFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PostgresHost } from '@tallystick/server/testing/cluster/postgres-host';
import { until, type Processes } from '@tallystick/server/testing/cluster/processes';
import { freePort } from '@tallystick/server/testing/run-server';
import type { DebianPrograms } from '@tallystick/server/testing/debian';

/** What operators are given: only where things are is another place here. */
const SETTINGS = path.join(import.meta.dirname, '../../../deploy/pgbackrest.conf');
const STANZA = 'tallystick';

export interface BackedUpOptions {
  readonly programs: DebianPrograms;
  readonly processes: Processes;
  /** Everything lies within: clusters, repository, logs. */
  readonly folder: string;
}

/** Seconds a command took, and bytes it added to the repository. */
export interface Backup {
  readonly seconds: number;
  readonly bytes: number;
}

/** A PostgreSQL 15 whose log and backups go, encrypted, into a repository of pgBackRest. */
export class BackedUp {
  readonly primary: PostgresHost;
  /** The repository's folder. */
  readonly repository: string;
  readonly #options: BackedUpOptions;
  readonly #secret: string;

  private constructor(primary: PostgresHost, repository: string, options: BackedUpOptions, secret: string) {
    this.primary = primary;
    this.repository = repository;
    this.#options = options;
    this.#secret = secret;
  }

  static async start(options: BackedUpOptions): Promise<BackedUp> {
    const { folder } = options;
    const secret = randomBytes(32).toString('hex');
    const repository = path.join(folder, 'repository');
    const config = path.join(folder, 'pgbackrest.conf');
    await copyFile(SETTINGS, config);
    const port = await freePort();
    const primary = await PostgresHost.primary({
      ...options,
      name: 'live',
      port,
      programs: withEnv(options.programs, {
        ...environment(folder, 'live', secret),
        PGBACKREST_PG1_PORT: `${port}`,
      }),
      settings: {
        archive_mode: 'on',
        archive_command: `pgbackrest --stanza=${STANZA} archive-push %p`,
        archive_timeout: '60',
      },
    });
    for (const name of ['repository', 'spool', 'lock', 'log'])
      await primary.folderFor(path.join(folder, name));
    const backed = new BackedUp(primary, repository, options, secret);
    await backed.#say('stanza-create');
    return backed;
  }

  async back(type: 'full' | 'incr'): Promise<Backup> {
    const before = await sizeOf(this.repository);
    const startedAt = performance.now();
    await this.#say('backup', `--type=${type}`);
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, bytes: (await sizeOf(this.repository)) - before };
  }

  /** Names the moment, for `restore`. Returns the file of the log that it is in. */
  async name(moment: string): Promise<string> {
    const [row] = await this.primary.query<{ file: string }>(
      'select pg_walfile_name(pg_create_restore_point($1)) as file',
      [moment],
    );
    return row!.file;
  }

  /** Resolves once everything written so far is in the repository. */
  async archived(): Promise<void> {
    const [last] = await this.primary.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file',
    );
    await until(
      async () => {
        const [row] = await this.primary.query<{ done: string | null }>(
          'select last_archived_wal as done from pg_stat_archiver',
        );
        return row?.done !== null && row!.done >= last!.file;
      },
      () => `${last!.file} was not archived:\n${this.primary.output()}`,
    );
  }

  /**
   * A new cluster out of the repository, up to a named moment or as far as the archive goes; it takes writes when this
   * resolves. Throws when something needed is damaged or missing.
   */
  async restore(name: string, moment: string | null): Promise<{ host: PostgresHost; seconds: number }> {
    const { folder, programs } = this.#options;
    const startedAt = performance.now();
    const host = await PostgresHost.at({
      ...this.#options,
      name,
      programs: withEnv(programs, environment(folder, name, this.#secret)),
      // What it writes is its own: it must not get among what the live one archives.
      settings: { archive_mode: 'off' },
    });
    const target = moment === null ? [] : ['--type=name', `--target=${moment}`, '--target-action=promote'];
    await host.tool('pgbackrest', `--stanza=${STANZA}`, 'restore', ...target);
    await host.start();
    await until(
      async () => {
        const rows = await host.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
        return rows[0]?.standby === false;
      },
      () => `${name} is not restored:\n${host.output()}`,
    );
    return { host, seconds: (performance.now() - startedAt) / 1000 };
  }

  /**
   * Compares every file in the repository with what was noted when it was written. That a file of the log is not there at
   * all it does not notice (pgBackRest 2.45): only a restore does.
   */
  async verify(): Promise<{ readonly ok: boolean; readonly said: string }> {
    const said = await this.#say('verify', '--output=text', '--verbose');
    return { ok: /^status: ok$/m.test(said), said };
  }

  /** Bytes of the live cluster. */
  size(): Promise<number> {
    return sizeOf(this.primary.folder);
  }

  #say(...args: string[]): Promise<string> {
    return this.primary.tool('pgbackrest', `--stanza=${STANZA}`, ...args);
  }
}

/** Where everything is, for the cluster of this name. */
function environment(folder: string, name: string, secret: string): Record<string, string> {
  return {
    PGBACKREST_CONFIG: path.join(folder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: path.join(folder, 'repository'),
    PGBACKREST_REPO1_CIPHER_PASS: secret,
    PGBACKREST_SPOOL_PATH: path.join(folder, 'spool'),
    PGBACKREST_LOCK_PATH: path.join(folder, 'lock'),
    PGBACKREST_LOG_PATH: path.join(folder, 'log'),
    PGBACKREST_PG1_PATH: path.join(folder, name),
    PGBACKREST_PG1_SOCKET_PATH: path.join(folder, name),
  };
}

function withEnv(programs: DebianPrograms, env: Record<string, string>): DebianPrograms {
  return { ...programs, env: { ...programs.env, ...env } };
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Files come and go meanwhile.
    const file = await stat(path.join(entry.parentPath, entry.name)).catch(() => null);
    bytes += file?.size ?? 0;
  }
  return bytes;
}
