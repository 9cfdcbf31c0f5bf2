import { readFileSync } from 'node:fs';

const BLOCK_BYTES = 8_192;

/**
 * Milliseconds that processes have been ready to run while others had the processors: what a shared machine adds to every
 * wait. 0 where the system does not say. One that waits for its turn right now counts once it has it.
 */
export function queuedMs(pids: readonly number[]): number {
  if (process.platform !== 'linux') return 0;
  // Of the thread that runs JavaScript; a server's process has one thread.
  return pids.reduce(
    (sum, pid) =>
      sum + Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6,
    0,
  );
}

/** Blocks of the database that a process has read from the disk itself, not from memory; 0 where the system does not say. */
export function diskBlocks(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const [, bytes] = /^read_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? [];
  return Number(bytes) / BLOCK_BYTES;
}
