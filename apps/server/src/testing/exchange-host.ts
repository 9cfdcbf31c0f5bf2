/*
 * A program that runs exchanges for browser tests, all in one process: an exchange in a process of its own compiles again
 * what the others have compiled, which takes longer than most of them run. Whoever starts it is told its address.
 */
import pino from 'pino';
import { readSettings } from '../config/settings.ts';
import type { Server } from '../roles/running.ts';
import { startServer } from '../server.ts';
import { openDoors } from './host-doors.ts';
import { freePort, untilReady } from './run-server.ts';

/** Of each exchange, as much of its log is kept for messages of failing tests. */
const LOG_LENGTH = 200_000;

interface Hosted {
  readonly server: Server;
  /** Why it has to stop, if it has. */
  readonly failure: () => unknown;
  readonly output: () => string;
}

const hosted = new Map<string, Hosted>();

async function open(env: Readonly<Record<string, string>>): Promise<string> {
  let output = '';
  let failure: unknown = null;
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void (output = (output + line).slice(-LOG_LENGTH)) },
  );
  try {
    const server = await startServer({
      settings: readSettings({
        ...process.env,
        MODE: 'demo',
        PORT: String(await freePort()),
        METRICS_PORT: String(await freePort()),
        ...env,
        HOST: '127.0.0.1',
        METRICS_HOST: '127.0.0.1',
      }),
      log,
      onFatal: error => {
        failure = error;
      },
      progress: step => log.debug(step),
    });
    const { url } = server;
    if (url === null) throw new Error('an exchange of several processes is not hosted');
    hosted.set(url, { server, failure: () => failure, output: () => output });
    await untilReady(url, () => failure !== null);
    return url;
  } catch (error) {
    throw new Error(`an exchange did not start:\n${output}`, { cause: error });
  }
}

async function close(url: string): Promise<void> {
  const exchange = hosted.get(url);
  if (exchange === undefined) throw new Error(`no exchange runs at ${url}`);
  hosted.delete(url);
  await exchange.server.stop();
  const failure = exchange.failure();
  if (failure !== null) throw new Error(`an exchange had to stop:\n${exchange.output()}`, { cause: failure });
}

await openDoors({ open, close });
// Whoever started it may have ended without a word.
process.once('disconnect', () => process.exit(0));
