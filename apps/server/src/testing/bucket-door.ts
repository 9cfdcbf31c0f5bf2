import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStore } from '../object-store/object-store.ts';

/** A bucket behind the S3 protocol, as far as a server that archives nothing uses it. */
export interface Bucket {
  readonly url: string;
  close(): Promise<void>;
}

/** An answer in place of the right one. */
export interface Trouble {
  readonly status: number;
  /** Of the protocol's `Code`. */
  readonly code?: string;
  /** Whether the request was carried out all the same. */
  readonly isDone?: boolean;
}

/** Serves the objects of this store as a bucket that trusts everyone. `trouble` is asked about each request. */
export async function openBucket(
  objects: ObjectStore,
  trouble: (method: string, key: string) => Trouble | null = () => null,
): Promise<Bucket> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    const key = pathname.slice('/bucket/'.length);
    const written = Buffer.concat((await Array.fromAsync(request)) as Buffer[]);
    const { method = 'GET' } = request;
    const failing = trouble(method, key);
    if (failing !== null) {
      if (failing.isDone === true && method === 'PUT') await objects.putIfAbsent(key, written);
      if (failing.isDone === true && method === 'DELETE') await objects.delete(key);
      response.writeHead(failing.status).end(`<Code>${failing.code ?? ''}</Code>`);
    } else if (method === 'PUT') {
      const isNew = await objects.putIfAbsent(key, written);
      response.writeHead(isNew ? 200 : 412).end();
    } else if (method === 'DELETE') {
      await objects.delete(key);
      response.writeHead(204).end();
    } else if (searchParams.has('list-type')) {
      const keys = await Array.fromAsync(objects.list(searchParams.get('prefix') ?? ''));
      response.end(keys.map(one => `<Key>${one}</Key>`).join(''));
    } else {
      const found = await objects.get(key);
      if (found === null) response.writeHead(404).end('<Code>NoSuchKey</Code>');
      else response.end(found);
    }
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/bucket`,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
