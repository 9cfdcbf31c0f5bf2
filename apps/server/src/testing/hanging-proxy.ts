import { once } from 'node:events';
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';

/** A proxy between a server and its PostgreSQL that can stop forwarding, like a hanging database. */
export class HangingProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  /** Connections opened so far. */
  opened = 0;
  /** New connections are closed at once, as if PostgreSQL were not running. */
  refusing = false;
  /** Chunks from clients that were held back. */
  heldBack = 0;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [client: Socket, database: Socket]>();
  #hangs = false;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(databaseUrl: string): Promise<HangingProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    const target = addressOf(url);
    url.searchParams.delete('host');
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new HangingProxy(server, url.href);
    server.on('connection', client => proxy.#join(client, connect(target)));
    return proxy;
  }

  /** Stops forwarding; connections stay open. */
  hang(): void {
    this.#hangs = true;
    for (const [client, database] of this.#pairs) {
      client.unpipe(database);
      database.unpipe(client);
      database.pause();
      this.#count(client);
    }
  }

  /** Continues, and forwards what was held back. */
  goOn(): void {
    this.#hangs = false;
    for (const [client, database] of this.#pairs) {
      client.removeAllListeners('readable');
      client.pipe(database);
      database.pipe(client);
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await once(this.#server, 'close');
  }

  #join(client: Socket, database: Socket): void {
    this.opened++;
    if (this.refusing) {
      client.destroy();
      database.destroy();
      return;
    }
    const pair = [client, database] as const;
    this.#pairs.add(pair);
    for (const [socket, other] of [pair, [database, client] as const]) {
      // When one side ends, for whatever reason, the other one ends too.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        other.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#hangs) {
      database.pause();
      this.#count(client);
      return;
    }
    client.pipe(database);
    database.pipe(client);
  }

  #count(client: Socket): void {
    client.on('readable', () => {
      if (client.readableLength > 0) this.heldBack++;
    });
  }
}

function addressOf(url: URL): NetConnectOpts {
  const port = url.port === '' ? 5432 : Number(url.port);
  const folder = url.searchParams.get('host');
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}
