import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bucket behind the S3 protocol, in memory, as far as a server that archives nothing uses it. It trusts everyone. */
export class MemoryBucket {
  readonly url: string;
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async open(): Promise<MemoryBucket> {
    const objects = new Map<string, Buffer>();
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
      const written = Buffer.concat((await Array.fromAsync(request)) as Buffer[]);
      const found = objects.get(pathname);
      if (request.method === 'PUT') {
        if (found === undefined) objects.set(pathname, written);
        response.writeHead(found === undefined ? 200 : 412).end();
      } else if (request.method === 'DELETE') {
        objects.delete(pathname);
        response.writeHead(204).end();
      } else if (searchParams.has('list-type')) {
        const prefix = `/bucket/${searchParams.get('prefix') ?? ''}`;
        const keys = [...objects.keys()].filter(key => key.startsWith(prefix)).toSorted();
        response.end(keys.map(key => `<Key>${key.slice('/bucket/'.length)}</Key>`).join(''));
      } else if (found === undefined) {
        response.writeHead(404).end('<Code>NoSuchKey</Code>');
      } else {
        response.end(found);
      }
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    return new MemoryBucket(`http://127.0.0.1:${port}/bucket`, async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    });
  }

  close(): Promise<void> {
    return this.#close();
  }
}
