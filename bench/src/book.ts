/**
 * `bench:book`: the order book against the npm package nodejs-order-book, on the same seeded command files.
 *
 *   --json    one JSON array on standard output and nothing else
 *   --quick   a tenth of the commands and of the larger books, three rounds: a look, not a result
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goalRow, infoRow, progress, report, type Row } from './report.ts';
import { WORKLOADS, type Workload } from './workloads/book-workloads.ts';
import { readCommandFile, writeCommandFile } from './workloads/command-file.ts';
import { measure, type Measurement } from './workloads/measure.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;

/** In a process of its own, so that no workload inherits another's heap or compiled code. */
async function measureApart(workload: Workload, path: string): Promise<Measurement> {
  const child = fork(
    fileURLToPath(import.meta.url),
    ['--measure', workload.name, path, ...(quick ? ['--quick'] : [])],
    {
      stdio: ['ignore', 2, 2, 'ipc'],
      execArgv: [...process.execArgv, '--max-old-space-size=6144'],
    },
  );
  const [[measurement], [code]] = await Promise.all([
    Promise.race([once(child, 'message'), once(child, 'exit').then(() => [undefined])]),
    once(child, 'exit'),
  ]);
  if (code !== 0 || measurement === undefined) throw new Error(`${workload.name}: measuring failed`);
  return measurement as Measurement;
}

function rowsOf(workload: Workload, measurement: Measurement): Row[] {
  const { tallystick, reference, referenceCommands } = measurement;
  const unit = 'commands/s';
  const partly = Number.isFinite(workload.referenceCommands) ? ` (first ${referenceCommands} commands)` : '';
  // A quick run is scaled down: its figures must not pass for the real ones.
  const name = quick ? `quick look at ${workload.name}` : workload.name;
  const ours = `${name}: tallystick`;
  const ratio = `${name}: ratio`;
  return [
    workload.rateGoal === null
      ? infoRow(ours, tallystick, unit, 'higher')
      : goalRow(ours, tallystick, unit, workload.rateGoal, 'higher'),
    infoRow(`${name}: nodejs-order-book${partly}`, reference, unit, 'higher'),
    workload.ratioGoal === null
      ? infoRow(ratio, tallystick / reference, '×', 'higher')
      : goalRow(ratio, tallystick / reference, '×', workload.ratioGoal, 'higher'),
  ];
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-book-'));
  try {
    const rows: Row[] = [];
    for (const workload of WORKLOADS) {
      const path = join(folder, 'commands.bin');
      const file = workload.generate(quick ? 0.1 : 1);
      writeCommandFile(path, file);
      const megabytes = (statSync(path).size / 1e6).toFixed(0);
      progress(
        `${workload.name}: ${file.prefill} pre-fill, ${file.commandCount - file.prefill} commands, ` +
          `${file.tradeCount} trades, ${megabytes} MB`,
      );
      rows.push(...rowsOf(workload, await measureApart(workload, path)));
    }
    report(rows, [
      `Median of ${rounds} rounds, engines in turn, one warm-up round each. Every trade and the final book are equal in`,
      'each round, over the commands both engines replayed; where nodejs-order-book is too slow for the whole file, its',
      'rate is that over the first commands after the full pre-fill, ours that over the whole file.',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const measureAt = process.argv.indexOf('--measure');
if (measureAt === -1) {
  await main();
} else {
  const [name, path] = process.argv.slice(measureAt + 1);
  const workload = WORKLOADS.find(candidate => candidate.name === name);
  if (workload === undefined || path === undefined || process.send === undefined) {
    throw new Error('--measure is for the benchmark itself');
  }
  process.send(measure(readCommandFile(path), { ...workload, rounds }));
}
