import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds in a tick of the kernel's count, the same on every platform Node runs on. */
const TICK_US = 10_000;

interface Times {
  readonly parent: number;
  readonly ownUs: number;
  /** Of children that have ended. */
  readonly endedUs: number;
}

/** Processor time of a process since it began, in microseconds. Only on Linux. */
export function processorUs(pid: number): number {
  return timesOf(pid).ownUs;
}

/** With that of its children, also of those that have ended. */
export function processorUsWithChildren(pid: number): number {
  const own = timesOf(pid);
  const children = readdirSync('/proc')
    .map(Number)
    .filter(one => Number.isInteger(one))
    .map(timesUnlessEnded)
    .filter(one => one?.parent === pid);
  return children.reduce((sum, one) => sum + (one?.ownUs ?? 0), own.ownUs + own.endedUs);
}

function timesUnlessEnded(pid: number): Times | null {
  try {
    return timesOf(pid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

function timesOf(pid: number): Times {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process's name comes before and may have spaces and parentheses.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    parent: fields[1] ?? 0,
    ownUs: (user + system) * TICK_US,
    endedUs: (endedUser + endedSystem) * TICK_US,
  };
}
