import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { LoadJob, LoadResult } from './http-load.ts';
import type { ServerCost, ServerReady } from './http-server.ts';

/** As the server runs with `npm start`. */
export const { flags: NODE_FLAGS } = JSON.parse(
  readFileSync(new URL('../../../apps/server/node-flags.json', import.meta.url), 'utf8'),
) as { flags: string[] };

const FLAGS = process.argv.filter(argument => argument === '--metrics');

/** Waits for a message of a process; throws if the process ends first. */
export async function messageFrom<T>(child: ChildProcess): Promise<T> {
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`a process of the benchmark ended with ${code}`);
      }),
    ])) as [T];
    return message;
  } finally {
    answered.abort();
  }
}

/** Sends the load from a process of its own. @throws if an order was not accepted */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const load = fork(new URL('./http-load.ts', import.meta.url), [], { stdio: ['ignore', 2, 2, 'ipc'] });
  load.send(job);
  const result = await messageFrom<LoadResult>(load);
  if (result.failure !== null) throw new Error(`an order failed: ${result.failure}`);
  return result;
}

/** Orders through the real HTTP server: server, database and load each in processes of their own. */
export async function measureHttp(
  connections: number,
  warmUpMs: number,
  measureMs: number,
): Promise<LoadResult & ServerCost> {
  const server = fork(new URL('./http-server.ts', import.meta.url), FLAGS, {
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: NODE_FLAGS,
  });
  try {
    const { port, tokens } = await messageFrom<ServerReady>(server);
    const result = await runLoad({ ports: [port], tokens, connections, warmUpMs, measureMs });
    const ended = once(server, 'exit');
    server.send('stop');
    const { cpuUs } = await messageFrom<ServerCost>(server);
    await ended;
    return { ...result, cpuUs: cpuUs / result.orders };
  } finally {
    server.kill();
  }
}
