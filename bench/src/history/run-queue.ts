import { readFileSync } from 'node:fs';

/**
 * Milliseconds that processes have been ready to run while others had the processors: what a shared machine adds to every
 * wait. 0 where the system does not say. One that waits for its turn right now counts once it has it.
 */
export function queuedMs(pids: readonly number[]): number {
  if (process.platform !== 'linux') return 0;
  return pids.reduce((sum, pid) => sum + Number(statOf(pid).split(' ')[1]) / 1e6, 0);
}

function statOf(pid: number): string {
  // Of the thread that runs JavaScript; a server's process has one thread.
  return readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8');
}
