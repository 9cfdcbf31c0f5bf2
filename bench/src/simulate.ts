/**
 * `npm run simulate`: a seeded simulation of the exchange with faults, judged by the independent checker (docs/simulation.md).
 *
 *   --hours N      simulated hours (default 24)
 *   --seed S       (default 1)
 *   --from H       the first hour; its day is played from the opening (default 0)
 *   --hour H       plays only that hour's day, up to it: how a finding is reached again
 *   --processes P  (default: one for each core, two at most)
 *   --counts       also prints how often each command and each fault came
 *
 * Ends with 0 if nothing was found and no hour was too quiet, else with 1.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { HOURS_A_DAY } from './simulation/day.ts';
import { openLaboratory } from './simulation/laboratory.ts';
import { simulate, type SimulationReport } from './simulation/simulation.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    hour: { type: 'string' },
    processes: { type: 'string', default: `${Math.min(2, availableParallelism())}` },
    counts: { type: 'boolean', default: false },
  },
});
const [seed, processes] = [Number(values.seed), Number(values.processes)];
const only = values.hour === undefined ? null : Number(values.hour);
const from = only === null ? Number(values.from) : only - (only % HOURS_A_DAY);
const hours = only === null ? Number(values.hours) : (only % HOURS_A_DAY) + 1;
if (![seed, processes, from, hours].every(Number.isSafeInteger) || hours < 1)
  throw new Error('hours, seed, from, hour and processes are whole numbers');

/** With fewer an hour shows too little. */
const LEAST_ACCEPTED = 2_000;
const LEAST_FAULTS = 20;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sayFound({ found }: SimulationReport): void {
  if (found === null) return;
  say(
    `FOUND in hour ${found.hour} of seed ${seed}; again: npm run simulate -- --seed ${seed} --hour ${found.hour}`,
  );
  for (const line of found.lines) say(line);
}

const laboratory = await openLaboratory();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void laboratory.close().finally(() => process.exit(130)));
const startedAt = performance.now();
try {
  let done = 0;
  const report = await simulate(laboratory, {
    seed,
    from,
    hours,
    processes,
    onHour: ({ hour, accepted, journaled, faults, starts }) => {
      done++;
      process.stderr.write(
        `  hour ${hour}: ${accepted} commands of customers, ${journaled} in the journal, ${faults} faults, ${starts} starts (${done})\n`,
      );
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const kinds = [...report.counts.keys()].filter(what => what.endsWith(' accepted')).length;
  if (values.counts) for (const [what, times] of [...report.counts].toSorted()) say(`  ${what}: ${times}`);
  for (const [day, history] of [...report.histories].toSorted(([a], [b]) => a - b))
    process.stderr.write(`  day ${day}: ${history}\n`);
  say(
    `${report.hours} hours of seed ${seed}: ${report.accepted} accepted commands of customers ` +
      `(${report.leastAccepted} in the quietest hour), ${kinds} kinds of commands, ${report.journaled} in the journal, ${report.faults} faults ` +
      `(at least ${report.leastFaults} an hour), ` +
      `${report.starts} starts of an engine; ${seconds.toFixed(0)} s`,
  );
  sayFound(report);
  const isQuiet = report.leastAccepted < LEAST_ACCEPTED || report.leastFaults < LEAST_FAULTS;
  if (isQuiet) say(`An hour must have ${LEAST_ACCEPTED} accepted commands and ${LEAST_FAULTS} faults.`);
  if (report.found === null) say('Nothing was found.');
  if (isQuiet || report.found !== null) process.exitCode = 1;
} finally {
  await laboratory.close();
}
