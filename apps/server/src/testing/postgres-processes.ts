import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** The processes of a running server's embedded PostgreSQL. Linux only: it reads /proc. */
export class PostgresProcesses {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = realpathSync(path.join(dataDir, 'postgres'));
  }

  /** Suspends all of them, the main process first. */
  pause(): void {
    for (const pid of this.#all()) process.kill(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.#all()) process.kill(pid, 'SIGCONT');
  }

  /** Kills the writer's session, as a crash would. */
  async killWriter(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url() });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'tallystick writer'`,
    );
    await client.end();
    const [row] = rows;
    if (row === undefined) throw new Error('no engine is connected');
    process.kill(row.pid, 'SIGKILL');
  }

  #url(): string {
    const [, , , port = '', sockets = ''] = this.#pidFile();
    return `postgresql://postgres@127.0.0.1:${port}/tallystick?host=${encodeURIComponent(sockets)}`;
  }

  #all(): number[] {
    const main = Number(this.#pidFile()[0]);
    return [main, ...childrenOf(main)];
  }

  /** Its lines: process, folder, start, port, folder of the socket. */
  #pidFile(): string[] {
    return readFileSync(path.join(this.#folder, 'postmaster.pid'), 'utf8').split('\n');
  }
}

/** Ids of the child processes. */
export function childrenOf(parent: number): number[] {
  const children: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = statusOf(name);
    if (Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) === parent) children.push(Number(name));
  }
  return children;
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch (error) {
    // The process has just ended.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
