/**
 * `bench:turns -- FOLDER BENCH [ROUNDS] [arguments]`: runs a benchmark of another checkout and of this one in turns, so
 * that other load of the machine affects both; for example `bench:turns -- ../before core 5`. Each figure is a median.
 * The processor time of each program of the benchmark is added, PostgreSQL's not counted.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, progress, type Row } from './report.ts';

interface Turn {
  /** By name. */
  readonly values: ReadonlyMap<string, number>;
}

const HERE = path.join(import.meta.dirname, '../..');
const NOTE_TIME = pathToFileURL(path.join(import.meta.dirname, 'turns/note-time.ts')).href;

const [otherRoot, bench, rounds, ...rest] = process.argv.slice(2);
if (otherRoot === undefined || bench === undefined)
  throw new Error('Which? npm run bench:turns -- FOLDER BENCH [ROUNDS] [arguments]');
const ROUNDS = Number(rounds ?? 3);

function turn(root: string): Turn {
  const notes = mkdtempSync(path.join(tmpdir(), 'tallystick-turns-'));
  try {
    const file = path.join(root, 'bench/src', `${bench}.ts`);
    const run = spawnSync(process.execPath, [file, '--json', ...rest], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: `--import=${NOTE_TIME}`, BENCH_TIMES: notes },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (run.status !== 0) throw new Error(`${file} ended with ${run.status ?? run.signal}`);
    const values = new Map((JSON.parse(run.stdout) as Row[]).map(row => [row.name, row.value]));
    for (const [program, seconds] of timesOf(notes)) values.set(`processor time, ${program}, s`, seconds);
    return { values };
  } finally {
    rmSync(notes, { recursive: true });
  }
}

/** Sum of all processes of a program. */
function timesOf(notes: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of readdirSync(notes)) {
    const note = JSON.parse(readFileSync(path.join(notes, name), 'utf8')) as {
      readonly program: string;
      readonly seconds: number;
    };
    times.set(note.program, (times.get(note.program) ?? 0) + note.seconds);
  }
  return times;
}

const before: Turn[] = [];
const after: Turn[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  // The order alternates too, so that neither checkout always runs first.
  const order = round % 2 === 1 ? [before, after] : [after, before];
  for (const turns of order) turns.push(turn(turns === before ? path.resolve(otherRoot) : HERE));
  progress(`round ${round} of ${ROUNDS}`);
}
const at = (turns: readonly Turn[], name: string): number =>
  median(turns.flatMap(({ values }) => values.get(name) ?? []));
const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
for (const name of before[0]!.values.keys()) {
  if (!after.every(({ values }) => values.has(name))) continue;
  const [was, is] = [at(before, name), at(after, name)];
  const change = was === 0 ? '' : ` (${is >= was ? '+' : ''}${((is / was - 1) * 100).toFixed(1)} %)`;
  process.stdout.write(`${name}: ${number.format(was)} → ${number.format(is)}${change}\n`);
}
