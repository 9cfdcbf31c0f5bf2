import { readFileSync } from 'node:fs';
import { duration, say } from './process.mjs';

/** What Linux counts processor time in for programs, whatever its own clock does. */
const TICK_MS = 10;

/**
 * Runs stages in order until something fails, the steps of each at the same time.
 * @param {readonly (readonly [name: string, step: () => Promise<number>])[][]} stages each step resolves to an exit code
 * @returns {Promise<string | null>} the names of the steps that failed
 */
export async function firstFailure(stages) {
  for (const steps of stages) {
    say(`\n━━ ${steps.map(([name]) => name).join(', ')}`);
    const startedAt = performance.now();
    const processorBefore = processorOfEnded();
    const failed = await Promise.all(
      steps.map(async ([name, step]) => {
        const code = await step();
        say(`${code === 0 ? '✓' : '✗'} ${name}, ${duration(performance.now() - startedAt)}`);
        return code === 0 ? [] : [name];
      }),
    );
    const processor = processorOfEnded();
    // Unlike the time it takes, this does not depend on what else the machine does.
    if (processor !== null) say(`  processor time ${duration(processor - processorBefore)}`);
    if (failed.flat().length > 0) return failed.flat().join(', ');
  }
  return null;
}

/**
 * Processor time in milliseconds of all processes that this one started and that have ended, with those they started and
 * waited for; null where there is no /proc. Node itself reports only its own.
 */
export function processorOfEnded(stat = readStat()) {
  if (stat === null) return null;
  // The program's name, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

function readStat() {
  try {
    return readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return null;
  }
}
