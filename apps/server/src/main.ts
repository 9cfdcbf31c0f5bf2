import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { needlessSecrets, readSettings, SettingsError, type Settings } from './config/settings.ts';
import { DEMO_LOGIN } from './demo/customer.ts';
import { DEMO_OPERATOR_PASSWORD, DEMO_OPERATORS } from './demo/operators.ts';
import { ExchangeHalted, OtherVersion } from './engine/engine-error.ts';
import { EXIT, exitCodeOf } from './shutdown/exit-code.ts';
import { RunRecord } from './shutdown/run-record.ts';
import type { Server } from './roles/running.ts';
import { shownAddress } from './shown-address.ts';

/** A signal to the process group arrives twice, the second time from our parent: within this time it counts once. */
const SAME_SIGNAL_MS = 1_000;
/** After a second signal, or after this time, the process ends even if work is left. */
const STOP_WITHIN_MS = 60_000;
/** After a failure less has to be done, perhaps with a database that does not answer. */
const FAIL_WITHIN_MS = 10_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function settingsOrExit(): Settings {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT.settings);
  }
}

/** How the previous run ended, and where this one will record its end. */
function recordOrExit(): RunRecord {
  try {
    const begun = new RunRecord(settings.DATA_DIR);
    if (begun.before !== null) log[begun.beforeInOrder ? 'info' : 'warn'](begun.before);
    return begun;
  } catch (error) {
    const exitCode = exitCodeOf(error);
    // Not recorded: the record must keep its reason until somebody has looked.
    sayLast({ exitCode, reason: wordsOf(error) });
    process.exit(exitCode);
  }
}

/** Words for people, JSON for machines. */
function createLog({ LOG_LEVEL: level, LOG_FORMAT: format }: Settings): Logger {
  if (format === 'json' || (format === 'auto' && !process.stdout.isTTY)) return pino({ level });
  const words = {
    ignore: 'pid,hostname',
    translateTime: 'HH:MM:ss',
    colorize: process.stdout.isTTY,
    sync: true,
  };
  return pino({ level }, pretty(words));
}

function announce({ url, metricsUrl }: Server, settings: Settings): void {
  if (url === null) {
    say(
      `\n  Tallystick ${settings.ROLE} works.${metricsUrl === null ? '' : `  Metrics: ${metricsUrl}/metrics`}\n`,
    );
    return;
  }
  const shown = settings.PUBLIC_URL ?? shownAddress(url);
  say('');
  say(`  Tallystick is open:  ${shown}/web/`);
  say(`  Operators' desk:     ${shown}/desk/`);
  say(`  API:                 ${shown}/api/docs`);
  if (metricsUrl !== null) say(`  Metrics:             ${metricsUrl}/metrics`);
  if (settings.MODE === 'demo') {
    say(`  Demo customer:       ${DEMO_LOGIN.email}  password  ${DEMO_LOGIN.password}`);
    say(`  Demo operators:      ${DEMO_OPERATORS.join(', ')}  password  ${DEMO_OPERATOR_PASSWORD}`);
    say('  Newcomers:           the verification code is shown on the page and in this log');
  }
  say('');
}

const settings = settingsOrExit();
const log = createLog(settings);
const needless = needlessSecrets(settings.ROLE);
if (needless.length > 0) {
  log.warn(
    `ROLE=${settings.ROLE} does not use ${needless.join(', ')}: take them from its settings, so that nobody finds them there`,
  );
}
const record = recordOrExit();
let server: Server | null = null;
/** Not null once it is stopping: the gravest reason so far. */
let ending: Ending | null = null;
let endingSinceMs = 0;

interface Ending {
  readonly exitCode: number;
  readonly reason: string;
  /** See `RunRecord.ended`. */
  readonly foundAgain?: boolean;
}

/** Writes the final message to the log and for the next start. */
function end({ exitCode, reason, foundAgain }: Ending): never {
  record.ended(exitCode, reason, foundAgain);
  sayLast({ exitCode, reason });
  process.exit(exitCode);
}

function sayLast({ exitCode, reason }: Ending): void {
  const ended = `the server ends with code ${exitCode}: ${reason}`;
  if (exitCode === EXIT.ordered) log.info({ exitCode }, ended);
  else if (exitCode === EXIT.halted)
    log.fatal({ exitCode }, `${ended}. It must not be started again until somebody has looked`);
  else log.fatal({ exitCode }, `${ended}. The books are safe: a new start recovers from the journal`);
}

/** Ends the process before all parts have stopped. */
function cutShort({ exitCode, reason, ...rest }: Ending, why: string): never {
  const code = exitCode === EXIT.ordered ? EXIT.unforeseen : exitCode;
  end({ ...rest, exitCode: code, reason: `${reason} (${why})` });
}

async function stop(next: Ending): Promise<void> {
  const before = ending;
  if (before !== null && next.exitCode === EXIT.ordered) {
    if (performance.now() - endingSinceMs < SAME_SIGNAL_MS) return;
    cutShort(before, `cut short by ${next.reason}`);
  }
  if (before === null) endingSinceMs = performance.now();
  if (before === null || before.exitCode === EXIT.ordered || next.exitCode === EXIT.halted) {
    ending = next;
    // At once: a process killed while it stops for a failure must not look as if it was only killed.
    if (next.exitCode !== EXIT.ordered) record.ended(next.exitCode, next.reason, next.foundAgain);
  }
  if (before !== null) return;
  log.info({ reason: next.reason }, 'stopping');
  const within = next.exitCode === EXIT.ordered ? STOP_WITHIN_MS : FAIL_WITHIN_MS;
  setTimeout(() => cutShort(ending ?? next, `cut short after ${within / 1000} s`), within);
  try {
    await server?.stop();
  } catch (error) {
    log.error({ err: error }, 'not everything could be stopped in order');
    if (ending?.exitCode === EXIT.ordered) ending = { exitCode: exitCodeOf(error), reason: wordsOf(error) };
  }
  end(ending ?? next);
}

function fail(error: unknown, message: string): void {
  log.fatal({ err: error }, message);
  const foundAgain = error instanceof ExchangeHalted || error instanceof OtherVersion;
  void stop({ exitCode: exitCodeOf(error), reason: wordsOf(error), foundAgain });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

process.on('SIGTERM', () => void stop({ exitCode: EXIT.ordered, reason: 'SIGTERM' }));
process.on('SIGINT', () => void stop({ exitCode: EXIT.ordered, reason: 'SIGINT' }));
process.on('unhandledRejection', error => fail(error, 'a promise failed and nobody listened'));
process.on('uncaughtException', error => fail(error, 'an error was caught by nobody'));

try {
  // Not at the top: bad settings, and books that must not be opened, are told before all of it is loaded.
  const { startServer } = await import('./server.ts');
  server = await startServer({
    settings,
    log,
    onFatal: error => fail(error, 'the exchange has stopped'),
    progress: step => log.info(step),
  });
  record.served();
  announce(server, settings);
  // For a supervisor: failures from now on are not failures to start.
  if (process.connected) process.send?.('ready');
} catch (error) {
  log.fatal({ err: error }, 'the server could not start');
  end({ exitCode: exitCodeOf(error), reason: wordsOf(error) });
}
