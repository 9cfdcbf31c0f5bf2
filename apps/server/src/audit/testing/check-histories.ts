// npm run check-histories [-- --count N] [--seed S] [--lines WORD,WORD] [--known] [--every N]: plays random histories of
// all products with the core and with the independent checker, and compares every posting, every refusal and the books.
// A history that differs prints its seed, is shrunk and shown; --seed with that number plays it again.
import fc from 'fast-check';
import { parseArgs } from 'node:util';
import { mixedHistory } from '@tallystick/core/testing/mixed-history';
import { compareHistory, type HistoryDifference, type HistoryOptions } from './compare-history.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    lines: { type: 'string' },
    known: { type: 'boolean', default: false },
    every: { type: 'string', default: '40' },
  },
});
const options: HistoryOptions = {
  every: Number(values.every),
  known: values.known,
  ...(values.lines === undefined ? {} : { lines: values.lines.split(',') }),
};
const count = values.seed === undefined ? Number(values.count) : 1;
const first = Number(values.seed ?? 1);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function show({ at, atMs, command, what, core, checker }: HistoryDifference): void {
  const text = JSON.stringify(command, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  say(`  after ${at} commands, at ${atMs}: ${text}`);
  say(`  ${what}`);
  say(`    core     ${core}`);
  say(`    checker  ${checker}`);
}

const startedAt = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const differs = fc.property(mixedHistory, steps => compareHistory(steps, options) === null);
  const details = fc.check(differs, { seed, numRuns: 1, interruptAfterTimeLimit: 120_000 });
  if (details.failed) {
    const steps = details.counterexample![0];
    say(
      `HISTORY ${seed} DIFFERS, shrunk to ${steps.length} steps; again: npm run check-histories -- --seed ${seed}`,
    );
    const found = compareHistory(steps, options);
    if (found !== null) show(found);
    process.exitCode = 1;
    break;
  }
  const done = seed - first + 1;
  if (done % 100 === 0) process.stderr.write(`  ${done} of ${count}\n`);
}
if (process.exitCode !== 1) {
  const seconds = (performance.now() - startedAt) / 1000;
  say(`Core and checker agree on ${count} histories (${seconds.toFixed(0)} s).`);
}
