import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export interface StaticServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The plainest web server: files of a folder, or of a map, by their names. */
export async function serveFiles(
  from: string | (() => ReadonlyMap<string, Uint8Array>),
  /** Of a file's name: whether to come later, after so many seconds. */
  refuses: (name: string) => boolean | void = () => false,
  retryAfter = '0',
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const name = (request.url ?? '').slice(1);
      if (refuses(name) === true) return response.writeHead(429, { 'retry-after': retryAfter }).end();
      const bytes =
        typeof from === 'string'
          ? await readFile(path.join(from, name)).catch(() => null)
          : (from().get(name) ?? null);
      return response.writeHead(bytes === null ? 404 : 200).end(bytes ?? undefined);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
