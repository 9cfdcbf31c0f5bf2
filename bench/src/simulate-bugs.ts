/**
 * `npm run simulate:bugs`: puts each of the known mistakes into the exchange, one at a time and only in memory, and simulates
 * until it is found (docs/simulation.md).
 *
 *   --seed S       (default 1)
 *   --part NAME    only those of one part: fees, rounding, margin, escrow, recovery
 *   --only WORDS   only those whose name contains this
 *   --at-once N    (default: one for each core, two at most)
 *
 * Ends with 0 if all were found, else with 1.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BUGS } from './simulation/bugs/bugs.ts';
import { huntBug, type HuntReport } from './simulation/bugs/hunt.ts';
import { openLaboratory } from './simulation/laboratory.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    part: { type: 'string' },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: `${Math.min(2, availableParallelism())}` },
  },
});
const bugs = Object.entries(BUGS)
  .filter(([part]) => values.part === undefined || part === values.part)
  .flatMap(([, ofPart]) => ofPart)
  .filter(bug => bug.name.includes(values.only));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const laboratory = await openLaboratory();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void laboratory.close().finally(() => process.exit(130)));
try {
  const startedAt = performance.now();
  const reports: HuntReport[] = [];
  const waiting = [...bugs];
  const hunters = Array.from({ length: Number(values['at-once']) }, async () => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const report = await huntBug(laboratory, bug, Number(values.seed));
      reports.push(report);
      const { found, failure, seconds } = report;
      say(`${found === null ? 'NOT FOUND' : `hour ${found.hour}`}  ${bug.name} (${seconds.toFixed(0)} s)`);
      for (const line of (found ?? failure)?.lines.slice(0, 3) ?? []) say(`    ${line.slice(0, 200)}`);
    }
  });
  await Promise.all(hunters);
  const missed = reports.filter(({ found }) => found === null);
  const seconds = (performance.now() - startedAt) / 1000;
  say(`${reports.length - missed.length} of ${reports.length} mistakes were found; ${seconds.toFixed(0)} s`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await laboratory.close();
}
