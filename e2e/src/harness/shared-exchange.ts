import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openExchange, type RunningExchange, type StartServer } from './app.ts';
import { copyOf, QUIETER, type Prepared } from './prepared-place.ts';

/** Many customers come from one address. */
const SETTINGS = { ...QUIETER, RATE_LIMITS: 'off' };

export type SharedAddress = Pick<RunningExchange, 'url' | 'webUrl'>;

/** Answers the workers of a test run with the address of one exchange, started for the first of them that asks. */
export async function offerSharedExchange(
  startServer: StartServer,
  prepared: Prepared,
): Promise<{ readonly askAt: string; close(): Promise<void> }> {
  let started: Promise<RunningExchange> | null = null;
  const start = async (): Promise<RunningExchange> =>
    openExchange(startServer, await copyOf(prepared), SETTINGS);
  const server = createServer((_request, response) => {
    started ??= start();
    started.then(
      ({ url, webUrl }) => response.end(JSON.stringify({ url, webUrl } satisfies SharedAddress)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    askAt: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      // The caller was told why it did not start.
      const exchange = await started?.catch(() => null);
      await exchange?.close();
    },
  };
}
