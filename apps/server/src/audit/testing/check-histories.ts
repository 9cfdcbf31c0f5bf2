// npm run check-histories [-- --count N] [--first S] [--seed S] [--lines WORD,WORD] [--verdicts COMMAND]: plays random
// histories of all products with the core and with the independent checker, and compares every posting, every refusal
// and the books. --verdicts also prints how often this command was accepted, and refused for each reason.
// A history that differs prints its seed, is shrunk and shown; --seed with that number plays it again.
import { parseArgs } from 'node:util';
import { compareHistory, type HistoryDifference, type HistoryOptions } from './compare-history.ts';
import { historyOf, shrink } from './histories.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    lines: { type: 'string' },
    verdicts: { type: 'string' },
  },
});
const options: HistoryOptions = {
  ...(values.lines === undefined ? {} : { lines: values.lines.split(',') }),
};
const first = Number(values.seed ?? values.first);
const count = values.seed === undefined ? Number(values.count) : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));
}

function show(seed: number): void {
  const closely = { ...options, every: 1 };
  say(`HISTORY ${seed} DIFFERS; again: npm run check-histories -- --seed ${seed}`);
  const steps = shrink(historyOf(seed), fewer => compareHistory(fewer, closely) !== null);
  const commands: string[] = [];
  const found: HistoryDifference = compareHistory(steps, {
    ...closely,
    see: (command, atMs) => commands.push(`  ${atMs} ${textOf(command)}`),
  })!;
  say(`shrunk to ${steps.length} steps, of which the last ${Math.min(steps.length, 12)} commands:`);
  for (const one of commands.slice(-12)) say(one);
  say(`${found.what}, after ${found.at} commands`);
  say(`  core     ${found.core}`);
  say(`  checker  ${found.checker}`);
}

const startedAt = performance.now();
let accepted = 0;
const verdicts = new Map<string, number>();

function countVerdict(type: string, verdict: string): void {
  if (type === values.verdicts) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
}

const counted: HistoryOptions = {
  ...options,
  see: ({ type }) => {
    accepted++;
    countVerdict(type, 'accepted');
  },
  seeRefused: ({ type }, { code, field }) => countVerdict(type, `${code} ${field ?? ''}`.trimEnd()),
};
let differs = false;
for (let seed = first; seed < first + count && !differs; seed++) {
  differs = compareHistory(historyOf(seed), counted) !== null;
  if (differs) show(seed);
  const done = seed - first + 1;
  if (done % 500 === 0) process.stderr.write(`  ${done} of ${count}\n`);
}
if (differs) {
  process.exitCode = 1;
} else {
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage();
  const processor = ((cpu.user + cpu.system) / 1e6).toFixed(0);
  say(
    `Core and checker agree on ${count} histories with ${accepted} accepted commands ` +
      `(${seconds.toFixed(0)} s, ${processor} s of processor time).`,
  );
  for (const [verdict, times] of [...verdicts].toSorted()) say(`  ${values.verdicts} ${verdict}: ${times}`);
}
