/**
 * `bench:book`: the order book against the npm package nodejs-order-book, on the same seeded command files.
 *
 *   --json    one JSON array on standard output and nothing else
 *   --quick   a tenth of the commands and of the larger books, three rounds, no goals: a quick check, not a result
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goalRow, infoRow, progress, report, type Row } from './report.ts';
import { WORKLOADS, type Workload } from './workloads/book-workloads.ts';
import { writeCommandFile } from './workloads/command-file.ts';
import { measure, type Measurement } from './workloads/measure.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;

const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-book-'));
try {
  const rows: Row[] = [];
  for (const workload of WORKLOADS) rows.push(...(await rowsFor(workload)));
  report(rows, [
    `Median of ${rounds} rounds, engines in turn, after one round to warm up. In each round every trade and the final`,
    'book are equal over the commands both engines replayed. Where nodejs-order-book is too slow for the whole file,',
    'its rate is that over the first commands after the full pre-fill, ours that over the whole file.',
  ]);
} finally {
  rmSync(folder, { recursive: true });
}

async function rowsFor(workload: Workload): Promise<Row[]> {
  const path = join(folder, 'commands.bin');
  const file = workload.generate(quick ? 0.1 : 1);
  writeCommandFile(path, file);
  const megabytes = (statSync(path).size / 1e6).toFixed(1);
  progress(
    `${workload.name}: ${file.prefill} pre-fill, ${file.commandCount - file.prefill} commands, ` +
      `${file.tradeCount} trades, ${megabytes} MB`,
  );
  return rowsOf(workload, await measure(folder, path, file, { ...workload, rounds }));
}

function rowsOf(workload: Workload, { tallystick, reference, referenceCommands }: Measurement): Row[] {
  const unit = 'commands/s';
  const partly = Number.isFinite(workload.referenceCommands) ? ` (first ${referenceCommands} commands)` : '';
  // A quick run is scaled down, so its figures are marked and have no goals.
  const name = quick ? `quick look at ${workload.name}` : workload.name;
  const row = (label: string, value: number, of: string, goal: number | null): Row =>
    goal === null || quick
      ? infoRow(`${name}: ${label}`, value, of, 'higher')
      : goalRow(`${name}: ${label}`, value, of, goal, 'higher');
  return [
    row('tallystick', tallystick, unit, workload.rateGoal),
    row(`nodejs-order-book${partly}`, reference, unit, null),
    row('ratio', tallystick / reference, '×', workload.ratioGoal),
  ];
}
