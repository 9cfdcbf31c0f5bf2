import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** What stands in front of gateways. */
export interface Balancer {
  readonly url: string;
  /** Cuts what is still open. */
  close(): Promise<void>;
}

/**
 * Leads each request to the next gateway in turn, as deploy/cluster/haproxy.cfg may: whoever asks twice asks two. `port`: 0
 * for any that is free.
 */
export async function openBalancer(gateways: readonly string[], port = 0): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const next = (): URL => new URL(gateways[turn++ % gateways.length]!);
  const pass = (asked: IncomingMessage, answer: ServerResponse): void => {
    const { hostname, port: at } = next();
    // A connection for each: one that is kept may be closed by the gateway just when it is used again.
    const passed = request(
      { agent: false, hostname, port: at, method: asked.method, path: asked.url, headers: asked.headers },
      reply => {
        answer.writeHead(reply.statusCode ?? 502, reply.statusMessage, reply.rawHeaders);
        reply.pipe(answer);
        // A gateway that ends within an answer must not look as if the answer were whole.
        reply.on('error', () => answer.destroy());
      },
    );
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  };
  const tunnel = (asked: IncomingMessage, socket: Socket, head: Buffer): void => {
    const { hostname, port: at } = next();
    const behind = connect(Number(at), hostname, () => {
      const lines = asked.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
        `${asked.method} ${asked.url} HTTP/1.1\r\n`,
      );
      behind.write(`${lines}\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    // Either end may be cut at any time; the other is then cut, too.
    for (const [one, other] of [
      [behind, socket],
      [socket, behind],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  };
  const server = createServer(pass);
  server.on('upgrade', tunnel);
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
