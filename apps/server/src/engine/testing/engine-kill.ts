import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import type { Database } from '../../database/database.ts';

/** An engine in its own process, to be killed: see engine-process.ts. */
export function forkEngine(databaseUrl: string, aheadMs = 0): ChildProcess {
  return fork(new URL('./engine-process.ts', import.meta.url), [databaseUrl, `${aheadMs}`], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/**
 * Kills it as a power cut would, and waits until the database has finished or rolled back its statements: until then
 * they may still be committed, and no other engine can write.
 */
export async function killEngine(child: ChildProcess, database: Pick<Database, 'pool'>): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the engine had ended by itself, with code ${child.exitCode}`);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const sessions = async (): Promise<number | null> => {
    const { rowCount } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database()
       and application_name in ('tallystick writer', 'tallystick projector', 'tallystick snapshot')`,
    );
    return rowCount;
  };
  await expect.poll(sessions, { interval: 5 }).toBe(0);
}
