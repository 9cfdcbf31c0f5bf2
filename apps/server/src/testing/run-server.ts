import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scratchFolder, type ScratchFolder } from './scratch-folder.ts';

const MAIN = path.join(import.meta.dirname, '../main.ts');
const START = path.join(import.meta.dirname, '../../../../scripts/start.mjs');
/** Without this cache each start compiles a thousand files, half of its work. Changed files are compiled anew. */
const COMPILED = path.join(import.meta.dirname, '../../../../node_modules/.cache/tallystick/compiled');
const START_TIMEOUT_MS = 240_000;
const POLL_MS = 100;

/** What ends those that still run when this process does: none may outlive it. */
const endings = new Set<() => void>();
process.once('exit', () => {
  for (const end of endings) end();
});

/** The real server in its own process, as `npm start` runs it. */
export interface RunningServer {
  readonly url: string;
  /** Address of `/metrics`. */
  readonly metricsUrl: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** All output so far, for messages of failing tests. */
  output(): string;
  /** Resolves to its exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM, as an operator would; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, like a power failure. */
  kill(): Promise<void>;
}

export interface RunServerOptions {
  /** Settings of docs/settings.md that replace the defaults. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of its data; see `temporaryDataDir`. */
  readonly dataDir: string;
  /** Default: any free port. A restart that open pages survive needs the same one. */
  readonly port?: number;
  /** Starts it through `npm start`, which restarts it when it fails; resolves with its first run. */
  readonly supervised?: boolean;
  /** A role that serves nobody says at its metrics’ address that it is ready. */
  readonly servesNobody?: boolean;
  /** Resolves once it is started, ready or not. */
  readonly waits?: boolean;
  /** As main.ts, of another version. */
  readonly main?: string;
}

/** A folder for one server's data. */
export function temporaryDataDir(): Promise<ScratchFolder> {
  return scratchFolder('data');
}

/** Resolves once the server is ready; throws with its output if it ends or stays silent. */
export async function runServer(options: RunServerOptions): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  const metricsPort = await freePort();
  const supervised = options.supervised ?? false;
  const env = {
    ...process.env,
    // Test runners set another MODE.
    MODE: 'demo',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: COMPILED,
    ...options.env,
    DATA_DIR: options.dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    METRICS_HOST: '127.0.0.1',
  };
  const program = supervised ? [START, '--installed'] : [options.main ?? MAIN];
  // In its own process group, so that a supervisor can be killed together with its child.
  const child = spawn(process.execPath, program, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: supervised,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-200_000);
    });
  }
  const killAtExit = (): void => {
    if (supervised) process.kill(-child.pid!, 'SIGKILL');
    else child.kill('SIGKILL');
  };
  endings.add(killAtExit);
  const ended = once(child, 'exit').then(() => {
    endings.delete(killAtExit);
    return child.exitCode;
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    if (supervised && signal === 'SIGKILL' && child.exitCode === null) process.kill(-child.pid!, signal);
    else child.kill(signal);
    return ended;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    const healthUrl = options.servesNobody === true ? `http://127.0.0.1:${metricsPort}` : url;
    if (options.waits !== true) await untilReady(healthUrl, () => child.exitCode !== null);
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`the server ended with ${child.exitCode}:\n${output}`, { cause: error });
  }
  return {
    url,
    port,
    pid: child.pid!,
    dataDir: options.dataDir,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    output: () => output,
    ended,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Waits until the server at this address is ready; throws when it has ended instead, or is not ready for too long. */
export async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (hasEnded()) throw new Error(`${url} has ended`);
    if (Date.now() > deadline) throw new Error(`${url} was not ready after ${START_TIMEOUT_MS} ms`);
    await delay(POLL_MS);
  }
}

/** Whether the server at this address says that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch (cause) {
    // Not listening yet; any other error is a bug of the test.
    if (cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError'))
      return false;
    throw cause;
  }
}

/** A port nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
