/**
 * `bench:audit`: how fast a dump of the journal is audited, by the core and by the independent checker, of spot orders and
 * of a history of all products; and how long `npm run audit` takes, and whether its memory grows with the journal. 300,000
 * accepted spot commands go through an engine in batches, projections included; the audit runs in a process of its own.
 *
 *   --dumps   only the dumps, which need no database
 *   --json    one JSON array on standard output and nothing else
 */
import { spawnSync } from 'node:child_process';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import { auditJournal } from '@tallystick/server/audit/audit-journal';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { startEngine } from '@tallystick/server/engine/start-engine';
import { Registry } from 'prom-client';
import { measureDumps } from './audit/dumps.ts';
import { temporaryDatabase } from './orders/temporary-database.ts';
import { infoRow, progress, report } from './report.ts';

/** Accepted commands; `bench:audit -- 60000` sets another number. */
const COMMANDS = Number(process.argv[2]) || 300_000;
const AT_ONCE = 500;
/** Commands of the dump. */
const DUMPED = 1_000_000;

interface Measured {
  readonly seconds: number;
  readonly commands: number;
  readonly rows: number;
  /** Heap in use after a third, and at the end. */
  readonly earlyMb: number;
  readonly lateMb: number;
  readonly mostMb: number;
}

async function fill(databaseUrl: string, pool: Awaited<ReturnType<typeof temporaryDatabase>>['pool']) {
  const { setup, commands } = spotCommands({
    seed: 3,
    commands: COMMANDS * 1.1,
    customers: 1_000,
    waitingOrders: 5_000,
  });
  let failed: unknown = null;
  const engine = await startEngine({
    pool,
    databaseUrl,
    log: SILENT_LOG,
    registry: new Registry(),
    onFatal: error => (failed ??= error),
  });
  let waiting: Promise<unknown>[] = [];
  for (const { command } of [...setup, ...commands]) {
    waiting.push(engine.bus.submit(command));
    if (waiting.length < AT_ONCE) continue;
    await Promise.all(waiting);
    waiting = [];
    if (failed !== null) throw failed;
    if (engine.sequence() >= COMMANDS) break;
  }
  await Promise.all(waiting);
  await engine.stop();
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

async function measure(databaseUrl: string): Promise<Measured> {
  const startedAt = performance.now();
  let earlyMb = 0;
  const result = await auditJournal({
    databaseUrl,
    unreleased: true,
    onProgress: ({ sequence, head }) => {
      if (earlyMb === 0 && sequence >= head / 3) earlyMb = heapMb();
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.firstDifference));
  return {
    seconds: (performance.now() - startedAt) / 1000,
    commands: result.commands,
    rows: Object.values(result.rows).reduce((sum, count) => sum + count, 0),
    earlyMb,
    lateMb: heapMb(),
    mostMb: process.resourceUsage().maxRSS / 1024,
  };
}

const [flag, url] = process.argv.slice(2);
if (flag === '--measure') {
  process.stdout.write(JSON.stringify(await measure(url!)));
} else if (process.argv.includes('--dumps')) {
  report(await measureDumps(DUMPED));
} else {
  const dumps = await measureDumps(DUMPED);
  const database = await temporaryDatabase();
  try {
    progress(`journaling ${COMMANDS} commands`);
    await fill(database.url, database.pool);
    progress('auditing them');
    const args = ['--expose-gc', import.meta.filename, '--measure', database.url];
    const run = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`the audit ended with ${run.status ?? run.signal}`);
    const measured = JSON.parse(run.stdout) as Measured;
    report([
      ...dumps,
      infoRow('commands', measured.commands, 'commands', 'higher'),
      infoRow('rows compared', measured.rows, 'rows', 'higher'),
      infoRow('audit', measured.seconds, 's', 'lower'),
      infoRow('audit rate', measured.commands / measured.seconds, 'commands/s', 'higher'),
      infoRow('heap after a third', measured.earlyMb, 'MB', 'lower'),
      infoRow('heap at the end', measured.lateMb, 'MB', 'lower'),
      infoRow('memory at most', measured.mostMb, 'MB', 'lower'),
    ]);
  } finally {
    await database.close();
  }
}
