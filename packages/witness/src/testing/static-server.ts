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
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const name = (request.url ?? '').slice(1);
      const bytes =
        typeof from === 'string'
          ? await readFile(path.join(from, name)).catch(() => null)
          : (from().get(name) ?? null);
      response.writeHead(bytes === null ? 404 : 200).end(bytes ?? undefined);
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
