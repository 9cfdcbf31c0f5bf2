import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { readSettings, SettingsError, type Settings } from './config/settings.ts';
import { DEMO_LOGIN } from './demo/customer.ts';
import { DEMO_OPERATOR_PASSWORD, DEMO_OPERATORS } from './demo/operators.ts';
import { startServer, type Server } from './server.ts';

/** After a second signal, or this long, the process ends whatever is left to do. */
const STOP_WITHIN_MS = 60_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function settingsOrExit(): Settings {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** People read words, machines JSON. */
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

function announce(url: string, settings: Settings): void {
  const shown =
    settings.PUBLIC_URL ?? url.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:');
  say('');
  say(`  Tallystick is open:  ${shown}/web/`);
  say(`  Operators' desk:     ${shown}/desk/`);
  say(`  API:                 ${shown}/api/docs`);
  if (settings.MODE === 'demo') {
    say(`  Demo customer:       ${DEMO_LOGIN.email}  password  ${DEMO_LOGIN.password}`);
    say(`  Demo operators:      ${DEMO_OPERATORS.join(', ')}  password  ${DEMO_OPERATOR_PASSWORD}`);
    say('  Newcomers:           the verification code is shown on the page and in this log');
  }
  say('');
}

const settings = settingsOrExit();
const log = createLog(settings);
let server: Server | null = null;
let stopping = false;

async function stop(exitCode: number, reason: string): Promise<void> {
  if (stopping) {
    if (exitCode === 0) process.exit(1);
    return;
  }
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  try {
    await server?.stop();
  } catch (error) {
    log.error({ err: error }, 'not everything could be stopped in order');
    process.exit(1);
  }
  process.exit(exitCode);
}

process.on('SIGTERM', () => void stop(0, 'SIGTERM'));
process.on('SIGINT', () => void stop(0, 'SIGINT'));
process.on('unhandledRejection', error => {
  log.fatal({ err: error }, 'a promise failed and nobody listened');
  void stop(1, 'unhandled rejection');
});

try {
  server = await startServer({
    settings,
    log,
    onFatal(error) {
      log.fatal(
        { err: error },
        'the exchange stopped: the books are safe, a restart recovers from the journal',
      );
      void stop(1, 'engine failure');
    },
    progress: step => log.info(step),
  });
  announce(server.url, settings);
} catch (error) {
  log.fatal({ err: error }, 'the server could not start');
  process.exitCode = 1;
  process.exit();
}
