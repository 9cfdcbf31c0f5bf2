import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** Which worker the apps' server delivers: its own, that of a later build, or the one that unregisters itself. */
type Worker = 'own' | 'next' | 'farewell';

/**
 * A proxy between the browser and an exchange: it can cut connections, hold one call back, and deliver the worker of another
 * build. The exchange behind it keeps running.
 */
export class Gateway {
  worker: Worker = 'own';
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #holding: { readonly path: string; readonly until: Promise<void> } | undefined;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async open(target: string): Promise<Gateway> {
    const gateway = new Gateway(target);
    await gateway.connect();
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get webUrl(): string {
    return `${this.url}/web/`;
  }

  /** Reconnects, at the same address. */
  async connect(): Promise<void> {
    const server = createServer((asked, answer) => void this.#pass(asked, answer));
    server.on('connection', socket => this.#note(socket));
    server.on('upgrade', (asked, socket: Socket, head) => this.#tunnel(asked, socket, head));
    await new Promise<void>(resolve => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Cuts all connections and accepts no new ones. */
  async cut(): Promise<void> {
    const ended = new Promise(resolve => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await ended;
  }

  /** Holds the next calls of that path back. Returns the function that releases them. */
  hold(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#holding = { path, until: promise };
    return () => {
      this.#holding = undefined;
      resolve();
    };
  }

  #note(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // Errors of cut connections are expected.
    socket.on('error', () => undefined);
  }

  #pathOf(asked: IncomingMessage): string {
    const isWorker = asked.url === '/web/sw.js' || asked.url === '/desk/sw.js';
    return isWorker && this.worker === 'farewell' ? '/web/sw-off.js' : (asked.url ?? '/');
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (asked.url === this.#holding?.path) await this.#holding?.until;
    const isWorker = asked.url === '/web/sw.js';
    const { 'accept-encoding': encoding, ...headers } = asked.headers;
    const passed = request(
      {
        hostname: this.#target.hostname,
        port: this.#target.port,
        method: asked.method,
        path: this.#pathOf(asked),
        headers: isWorker || encoding === undefined ? headers : { ...headers, 'accept-encoding': encoding },
      },
      reply => {
        const { 'content-length': _length, ...others } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, isWorker ? others : reply.headers);
        if (isWorker && this.worker === 'next') void this.#asNext(reply, answer);
        else reply.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }

  /** Gives the worker's script the version of a later build. */
  async #asNext(reply: IncomingMessage, answer: ServerResponse): Promise<void> {
    const script = (await reply.toArray()).join('');
    answer.end(script.replace(/(version:\W)[\da-f]{16}/, '$1ffffffffffffffff'));
  }

  #tunnel(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const behind = connect(Number(this.#target.port), this.#target.hostname, () => {
      const lines = asked.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
        `${asked.method} ${asked.url} HTTP/1.1\r\n`,
      );
      behind.write(`${lines}\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    this.#note(behind);
    behind.on('close', () => socket.destroy());
    socket.on('close', () => behind.destroy());
  }
}
