import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Replaces a node's answer by a value of any shape; a promise is waited for first. */
export type Lie = (method: string, result: unknown, params: readonly unknown[]) => unknown;

/** A proxy between the watcher and a real node, of any chain that speaks JSON-RPC, that can be unavailable or lie. */
export class NodeProxy {
  readonly url: string;
  /** While true every call is refused with 503. */
  down = false;
  lie: Lie = (_method, result) => result;
  /** Replaces the text of an error of the node's own. */
  replaceError: (method: string, message: string) => string = (_method, message) => message;
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  /** @param target its user and password, if it has them, are asked for by the proxy, too. */
  static async start(target: string): Promise<NodeProxy> {
    const node = new URL(target);
    const credentials = node.username === '' ? '' : `${node.username}:${node.password}@`;
    node.username = '';
    node.password = '';
    const server = createServer((request, response) => {
      void answer(request).then(
        ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        (error: unknown) => response.destroy(error as Error),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = new NodeProxy(`http://${credentials}127.0.0.1:${port}/v3/secret-key`, async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    });
    const answer = async (request: IncomingMessage): Promise<{ status: number; body: string }> => {
      const body = await readAll(request);
      if (proxy.down) return { status: 503, body: '{}' };
      const { authorization } = request.headers;
      const forwarded = await fetch(node, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body,
      });
      const text = await forwarded.text();
      // A wrong password is answered without JSON.
      if (text === '') return { status: forwarded.status, body: text };
      const answers = JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[];
      const calls = JSON.parse(body) as RpcCall | RpcCall[];
      const changed = [answers].flat().map(async one => {
        const call = [calls].flat().find(({ id }) => id === one['id'])!;
        const error = one['error'] as { readonly message: string } | null | undefined;
        return error
          ? { ...one, error: { ...error, message: proxy.replaceError(call.method, error.message) } }
          : { ...one, result: await proxy.lie(call.method, one['result'], call.params) };
      });
      return {
        status: forwarded.status,
        body: JSON.stringify(Array.isArray(answers) ? await Promise.all(changed) : await changed[0]),
      };
    };
    return proxy;
  }

  close(): Promise<void> {
    return this.#close();
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
