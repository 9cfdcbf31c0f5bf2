import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import { goalRow, infoRow, progress, type Row } from '../report.ts';
import { mixedCommands } from './mixed-commands.ts';
import type { DumpFigures } from './run-dump.ts';
import { writeDump, type Play } from './write-dump.ts';

/** Commands a minute. */
interface Goals {
  readonly core: number;
  readonly checker: number;
}
/** Of commands as most of a journal are; those of all products, in a mixture that no journal has, have none. */
const GOALS: Goals = { core: 5_000_000, checker: 1_000_000 };
const START_MS = 1_700_000_000_000;

/**
 * How fast a packed dump is audited by the exchange's core and by the independent checker, each in a process of its own.
 * The rate is by processor time, which does not depend on what else the machine does.
 */
export async function measureDumps(most: number): Promise<Row[]> {
  const { setup, commands } = spotCommands({
    seed: 5,
    commands: most * 1.1,
    customers: 1_000,
    waitingOrders: 5_000,
  });
  const spot = [...setup, ...commands].map(({ command }, i) => [command, START_MS + i] as const);
  return [
    ...(await measureDump('spot', () => spot, most, GOALS)),
    // A tenth, because making them takes longer than playing them.
    ...(await measureDump('all products', exchange => mixedCommands(exchange, 5), most / 10)),
  ];
}

async function measureDump(what: string, play: Play, most: number, goals?: Goals): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-bench-'));
  try {
    const file = path.join(folder, 'journal.ndjson.gz');
    progress(`dumping ${most} commands: ${what}`);
    const count = await writeDump(file, play, most);
    const core = run('core', file);
    const checker = run('checker', file);
    if (core.booksHash !== checker.booksHash) throw new Error('core and checker come to other books');
    return [
      infoRow(`${what}: dumped commands`, count, 'commands', 'higher'),
      infoRow(`${what}: dump`, (await stat(file)).size / 1e6, 'MB', 'lower'),
      ...rowsOf(`${what}: core`, core, goals?.core),
      ...rowsOf(`${what}: checker`, checker, goals?.checker),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(who: 'core' | 'checker', file: string): DumpFigures {
  progress(`auditing the dump: ${who}`);
  const script = path.join(import.meta.dirname, 'run-dump.ts');
  const args = ['--expose-gc', script, who, file];
  const ran = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`the ${who} ended with ${ran.status ?? ran.signal}`);
  return JSON.parse(ran.stdout) as DumpFigures;
}

function rowsOf(who: string, figures: DumpFigures, goal?: number): Row[] {
  const { commands, seconds, processorSeconds, earlyMb, lateMb, mostMb } = figures;
  const name = `${who}, of processor time`;
  const rate = (commands / processorSeconds) * 60;
  return [
    goal === undefined
      ? infoRow(name, rate, 'commands/min', 'higher')
      : goalRow(name, rate, 'commands/min', goal, 'higher'),
    infoRow(`${who}, by the clock`, (commands / seconds) * 60, 'commands/min', 'higher'),
    infoRow(`${who}, heap after a third`, earlyMb, 'MB', 'lower'),
    infoRow(`${who}, heap at the end`, lateMb, 'MB', 'lower'),
    infoRow(`${who}, memory at most`, mostMb, 'MB', 'lower'),
  ];
}
