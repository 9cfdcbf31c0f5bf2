// npm run rehearse [-- --expected FILE] [--report FILE] [--once] [--metrics PORT] [--unreleased]: applies what a live
// exchange journals by its own core and by the core of this version, and reports in what they differ. Reads the database
// of the server's settings and writes nothing to it. Ends with SIGTERM or Ctrl-C, with --once at the journal's end.
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { Registry } from 'prom-client';
import { readSettings } from './config/settings.ts';
import { runningEmbedded, startEmbedded } from './database/embedded.ts';
import { SILENT_LOG } from './database/log.ts';
import { parseExpected, type ExpectedDifference } from './engine/rehearsal/expected.ts';
import { Rehearsal } from './engine/rehearsal/rehearsal.ts';
import { rehearsalMetrics } from './engine/rehearsal/rehearsal-metrics.ts';
import { reportLines, type RehearsalReport } from './engine/rehearsal/report.ts';
import { Stops } from './module/stops.ts';
import { openRoleMetrics } from './roles/role-metrics.ts';
import { EXIT, exitCodeOf } from './shutdown/exit-code.ts';

const USAGE =
  'Usage: npm run rehearse [-- --expected FILE] [--report FILE] [--once] [--metrics PORT] [--unreleased]\n';
/** The report's file and the figures are renewed this often. */
const PROGRESS_EVERY_MS = 5_000;
/** As `npm run audit`: a difference was found, or nothing could be compared. */
const DIFFERS = 1;

interface Wanted {
  readonly expected: readonly ExpectedDifference[];
  readonly report: string | undefined;
  readonly once: boolean;
  /** Null: none. */
  readonly metricsPort: number | null;
  readonly unreleased: boolean | undefined;
}

/** Throws TypeError, with words for people, if it is not to be understood. */
function readArguments(): Wanted {
  const { values } = parseArgs({
    options: {
      expected: { type: 'string' },
      report: { type: 'string' },
      once: { type: 'boolean', default: false },
      metrics: { type: 'string' },
      unreleased: { type: 'boolean' },
    },
  });
  const { expected, report, once, metrics, unreleased } = values;
  const metricsPort = metrics === undefined ? null : Number(metrics);
  if (metricsPort !== null && !(Number.isInteger(metricsPort) && metricsPort >= 0 && metricsPort < 65_536))
    throw new TypeError(`--metrics ${metrics} is no port`);
  return {
    expected: expected === undefined ? [] : readExpected(expected),
    report,
    once,
    metricsPort,
    unreleased,
  };
}

function readExpected(file: string): ExpectedDifference[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new TypeError(`--expected: ${String(error)}`, { cause: error });
  }
  return parseExpected(text);
}

/** Whole or not at all: somebody may read it meanwhile. */
async function writeReport(file: string | undefined, report: RehearsalReport): Promise<void> {
  if (file === undefined) return;
  await writeFile(`${file}.new`, `${JSON.stringify(report, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

async function main(wanted: Wanted): Promise<number> {
  const settings = readSettings();
  const { DATABASE_URL: url, DATA_DIR: dataDir, METRICS_HOST } = settings;
  const log = pino({ level: 'info' }, pino.destination({ dest: 2, sync: true }));
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort());
  const stops = new Stops();
  try {
    const running = url ?? (await runningEmbedded(dataDir));
    const embedded =
      running === null ? await startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG) : null;
    if (embedded !== null) stops.add(() => embedded.stop());
    const databaseUrl = running ?? embedded!.url;
    const rehearsal = new Rehearsal({
      databaseUrl,
      log,
      expected: wanted.expected,
      unreleased: wanted.unreleased ?? settings.MODE === 'demo',
      signal: ending.signal,
      once: wanted.once,
    });
    const registry = new Registry();
    const show = rehearsalMetrics(registry);
    let isFollowing = false;
    if (wanted.metricsPort !== null) {
      const metricsUrl = await openRoleMetrics({
        settings: { METRICS_HOST, METRICS_PORT: wanted.metricsPort },
        databaseUrl,
        registry,
        log,
        stops,
        ready: () => isFollowing,
        committingForMs: () => 0,
        clockStopped: () => false,
      });
      log.info({ metricsUrl }, 'figures of the rehearsal');
    }
    const tell = async (): Promise<void> => {
      const report = await rehearsal.progress();
      isFollowing = report.behind === 0;
      show(report);
      await writeReport(wanted.report, report);
    };
    const failed = (error: unknown): void => log.error({ err: error }, 'the report could not be renewed');
    // One at a time, and none beside the last one.
    let telling: Promise<void> | null = null;
    const timer = setInterval(() => {
      telling ??= tell()
        .catch(failed)
        .finally(() => {
          telling = null;
        });
    }, PROGRESS_EVERY_MS);
    stops.add(() => clearInterval(timer));
    const report = await rehearsal.run().catch(async (error: unknown) => {
      // What was found before stays known.
      await writeReport(wanted.report, rehearsal.report(String(error)));
      throw error;
    });
    clearInterval(timer);
    await telling;
    await writeReport(wanted.report, report);
    for (const line of reportLines(report)) process.stdout.write(`${line}\n`);
    return report.verdict === 'equal' ? EXIT.ordered : DIFFERS;
  } finally {
    await stops.run();
  }
}

try {
  process.exitCode = await main(readArguments());
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  const isMisused = error instanceof TypeError;
  process.stderr.write(isMisused ? `${words}\n${USAGE}` : `${words}\n`);
  process.exitCode = isMisused ? EXIT.settings : exitCodeOf(error);
}
