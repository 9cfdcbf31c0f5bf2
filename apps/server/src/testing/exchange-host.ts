/*
 * A program that runs exchanges for browser tests, all in one process: an exchange in a process of its own compiles again
 * what the others have compiled, which takes longer than most of them run. Whoever starts it is told its address.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { readSettings } from '../config/settings.ts';
import type { Server } from '../roles/running.ts';
import { startServer } from '../server.ts';
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

/** Starts an exchange with these settings and returns its address. */
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

/** Stops the exchange at this address in order. */
async function close(url: string): Promise<void> {
  const exchange = hosted.get(url);
  if (exchange === undefined) throw new Error(`no exchange runs at ${url}`);
  hosted.delete(url);
  await exchange.server.stop();
  const failure = exchange.failure();
  if (failure !== null) throw new Error(`an exchange had to stop:\n${exchange.output()}`, { cause: failure });
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const asked = (await json(request)) as
    | { readonly open: Record<string, string> }
    | { readonly close: string };
  return 'open' in asked ? open(asked.open) : close(asked.close);
}

const doors = createServer((request, response) => {
  answer(request).then(
    result => response.end(JSON.stringify(result ?? null)),
    (error: unknown) =>
      response
        .writeHead(500)
        .end(error instanceof Error ? `${error.stack}\n${String(error.cause)}` : String(error)),
  );
}).listen(0, '127.0.0.1');
await once(doors, 'listening');
// Whoever started it may have ended without a word.
process.once('disconnect', () => process.exit(0));
process.send?.(`http://127.0.0.1:${(doors.address() as AddressInfo).port}/`);
