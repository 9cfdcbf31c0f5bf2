import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import type { Database } from '../../database/database.ts';

const PROGRAM = new URL('./engine-process.ts', import.meta.url);

export interface ForkOptions {
  /** Milliseconds that its clock is ahead. Default 0. */
  readonly aheadMs?: number;
  /** As engine-process.ts, of another version. */
  readonly program?: string;
  /** Whether it waits until the one that writes has ended. Default false. */
  readonly standsBy?: boolean;
}

/** An engine in its own process, to be killed: see engine-process.ts. */
export function forkEngine(
  databaseUrl: string,
  { aheadMs = 0, program, standsBy = false }: ForkOptions = {},
): ChildProcess {
  return fork(program ?? PROGRAM, [databaseUrl, `${aheadMs}`, ...(standsBy ? ['stand-by'] : [])], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/**
 * Kills it as a power cut would, and waits until the database has finished or rolled back its statements: until then
 * they may still be committed, and no other engine can write. `others`: sessions of one that stands by.
 */
export async function killEngine(
  child: ChildProcess,
  database: Pick<Database, 'pool'>,
  others = 0,
): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the engine had ended by itself, with code ${child.exitCode}`);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const sessions = async (): Promise<number> => {
    const { rowCount } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database()
       and application_name in ('tallystick writer', 'tallystick projector', 'tallystick snapshot')`,
    );
    return rowCount ?? 0;
  };
  await expect.poll(sessions, { interval: 5 }).toBeLessThanOrEqual(others);
}
