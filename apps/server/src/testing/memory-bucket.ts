import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Trouble {
  readonly status: number;
  /** Of the protocol's `Code`. */
  readonly code?: string;
  readonly isDone?: boolean;
}

/** A bucket behind the S3 protocol, in memory, as far as a server that archives nothing uses it. It trusts everyone. */
export class MemoryBucket {
  /** Asked about each request: an answer in place of the right one, given after the request was carried out or not at all. */
  trouble: ((method: string, key: string) => Trouble | null) | null = null;
  readonly url: string;
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async open(): Promise<MemoryBucket> {
    const objects = new Map<string, Buffer>();
    const server = createServer(async (request, response) => {
      const { method = 'GET' } = request;
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
      const written = Buffer.concat((await Array.fromAsync(request)) as Buffer[]);
      const found = objects.get(pathname);
      const trouble = bucket.trouble?.(method, pathname.slice('/bucket/'.length)) ?? null;
      const isDone = trouble?.isDone ?? trouble === null;
      if (isDone && method === 'PUT' && found === undefined) objects.set(pathname, written);
      if (isDone && method === 'DELETE') objects.delete(pathname);
      if (trouble !== null) {
        response.writeHead(trouble.status).end(`<Code>${trouble.code ?? ''}</Code>`);
      } else if (method === 'PUT') {
        response.writeHead(found === undefined ? 200 : 412).end();
      } else if (method === 'DELETE') {
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
    const bucket = new MemoryBucket(`http://127.0.0.1:${port}/bucket`, async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    });
    return bucket;
  }

  close(): Promise<void> {
    return this.#close();
  }
}
