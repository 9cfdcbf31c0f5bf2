import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { DatabaseUnreachable } from './database-unreachable.ts';
import type { DatabaseLog } from './log.ts';
import { clusterFolder, reachableBinaries, socketFolder } from './cluster-folder.ts';
import { type OperatingUser, postgresUser, runAs } from './run-as.ts';

/** Application name of the sessions in a server's pool; those of its writer and its snapshots begin with it. */
export const APPLICATION_NAME = 'tallystick';

/** Time for its last checkpoint. */
const STOP_WITHIN_S = 45;
/** Time for one left by a killed server, or one that does not stop normally. Short, because customers wait. */
const STOP_LEFTOVER_WITHIN_S = 15;
const ANSWER_WITHIN_MS = 30_000;

/** Durable by default: acknowledged commits survive a power failure. Sized for one machine with two cores. */
const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '50',
  // Room for minutes of writes at full load, where each order touches different leaf pages of several indexes.
  shared_buffers: '384MB',
  // One machine, no replicas: the log only keeps what crash recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
};

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly database: string;
  /** In addition to `SERVER_SETTINGS`; tests trade durability for speed. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

interface Cluster {
  readonly binaries: PostgresBinaries;
  readonly user: OperatingUser | null;
  readonly folder: string;
  /** Null where there are no Unix sockets: then it listens on 127.0.0.1. */
  readonly sockets: string | null;
}

/**
 * Starts the PostgreSQL that came with the packages, on a cluster in `dataDir`, and creates the database if missing.
 * One that a killed server left running is stopped first. Throws if another server is using it.
 */
export async function startEmbedded(options: EmbeddedOptions, log: DatabaseLog): Promise<EmbeddedPostgres> {
  const user = await postgresUser();
  const folder = await clusterFolder(options.dataDir, user);
  const cluster: Cluster = {
    binaries: await reachableBinaries(findBinaries(), user),
    user,
    folder,
    sockets: process.platform === 'win32' ? null : await socketFolder(folder, user),
  };
  await initialise(cluster, log);
  await stopLeftover(cluster, log);

  const port = cluster.sockets ? 5432 : await freePort();
  const settings = {
    ...SERVER_SETTINGS,
    ...(cluster.sockets
      ? { listen_addresses: '', unix_socket_directories: cluster.sockets }
      : { listen_addresses: '127.0.0.1' }),
    port: String(port),
    ...options.settings,
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${quote(value)}`);
  await pgCtl(
    cluster,
    'start',
    '-w',
    '-t',
    '120',
    '-l',
    path.join(folder, 'server.log'),
    '-o',
    flags.join(' '),
  );
  await createDatabase(urlOf(cluster, port, 'postgres'), options.database);
  log.info({ folder }, 'embedded PostgreSQL started');
  return {
    url: urlOf(cluster, port, options.database),
    stop: () => stopServer(cluster, STOP_WITHIN_S, log),
  };
}

/** The address of that folder's embedded PostgreSQL, if it runs: for tools beside a server, or after one was killed. */
export async function runningEmbedded(dataDir: string, database = 'tallystick'): Promise<string | null> {
  const user = await postgresUser();
  const folder = await clusterFolder(dataDir, user);
  const sockets = process.platform === 'win32' ? null : await socketFolder(folder, user);
  const content = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  const [pid = '', , , port = ''] = content?.split('\n') ?? [];
  if (content === null || !(await isPostgres(pid))) return null;
  return urlOf({ sockets }, Number(port), database);
}

async function initialise(cluster: Cluster, log: DatabaseLog): Promise<void> {
  if (await exists(path.join(cluster.folder, 'PG_VERSION'))) return;
  log.info({ folder: cluster.folder }, 'creating the embedded PostgreSQL');
  const args = [`--pgdata=${cluster.folder}`, '--username=postgres', '--encoding=UTF8', '--locale=C'];
  // Only users who may enter the cluster's folder reach the socket, and nothing else listens.
  args.push('--auth=trust', '--no-instructions');
  const { code, output } = await runAs(cluster.user, cluster.binaries.initdb, args, cluster.folder);
  // A failed initdb removes its files, so the next start repeats it.
  if (code !== 0) throw new Error(`PostgreSQL could not be initialised in ${cluster.folder}:\n${output}`);
}

/** Stops a PostgreSQL that a killed server left behind, unless another server is using it. */
async function stopLeftover(cluster: Cluster, log: DatabaseLog): Promise<void> {
  const pidFile = path.join(cluster.folder, 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8').catch(() => null);
  if (content === null) return;
  const [pid = '', , , port = ''] = content.split('\n');
  if (!(await isPostgres(pid))) {
    // After a reboot another program may have this pid; PostgreSQL would refuse to start beside it.
    await rm(pidFile, { force: true });
    return;
  }
  await refuseIfUsed(urlOf(cluster, Number(port), 'postgres'), cluster.folder);
  log.warn({ pid, folder: cluster.folder }, 'stopping the PostgreSQL a killed server left behind');
  await stopServer(cluster, STOP_LEFTOVER_WITHIN_S, log);
}

/**
 * Stops it normally, or immediately: a PostgreSQL 18 told to stop while recovering from a crashed session was seen to
 * wait for minutes. Everything committed is in its log and is recovered at the next start.
 */
async function stopServer(cluster: Cluster, withinS: number, log: DatabaseLog): Promise<void> {
  try {
    await pgCtl(cluster, 'stop', '-w', '-t', String(withinS), '-m', 'fast');
  } catch (error) {
    log.warn({ err: error }, 'PostgreSQL did not stop in order: it is made to');
    await pgCtl(cluster, 'stop', '-w', '-t', String(STOP_LEFTOVER_WITHIN_S), '-m', 'immediate');
  }
}

async function isPostgres(pid: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}

async function refuseIfUsed(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_WITHIN_MS });
  const askedAt = performance.now();
  try {
    await client.connect();
  } catch (error) {
    // It refuses connections (starting or stopping), so no server is using it either.
    if (performance.now() - askedAt < ANSWER_WITHIN_MS) return;
    throw new DatabaseUnreachable(`the PostgreSQL in ${folder} hangs`, { cause: error });
  }
  try {
    // Sessions of a server that was just killed take a moment to end.
    for (const deadline = Date.now() + 3000; Date.now() < deadline; await sleep(50)) {
      const sql = `SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE starts_with(application_name, $1)`;
      const { rows } = await client.query<{ sessions: number }>(sql, [APPLICATION_NAME]);
      if (rows[0]?.sessions === 0) return;
    }
  } finally {
    await client.end();
  }
  throw new Error(
    `Another Tallystick server is using the database in ${folder}: stop it, or set another DATA_DIR`,
  );
}

async function createDatabase(maintenanceUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function pgCtl(cluster: Cluster, action: string, ...args: string[]): Promise<void> {
  const all = [action, '-D', cluster.folder, ...args];
  const { code, output } = await runAs(cluster.user, cluster.binaries.pgCtl, all, cluster.folder);
  if (code === 0) return;
  const lines = await readFile(path.join(cluster.folder, 'server.log'), 'utf8').catch(() => '');
  throw new Error(`PostgreSQL could not ${action} in ${cluster.folder}:\n${output}\n${lines.slice(-2000)}`);
}

function urlOf(cluster: Pick<Cluster, 'sockets'>, port: number, database: string): string {
  const url = `postgresql://postgres@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return cluster.sockets ? `${url}?host=${encodeURIComponent(cluster.sockets)}` : url;
}

/** Quoting for the shell that pg_ctl starts the server with. */
function quote(value: string): string {
  return process.platform === 'win32' ? `"${value}"` : `'${value.replaceAll("'", `'\\''`)}'`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
