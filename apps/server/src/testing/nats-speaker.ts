import { connect as connectTcp, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';

/** A client's certificate with its key, and the authority that the server's must be of; all in PEM. */
export interface Identity {
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Speaks NATS's text protocol over TLS, to see what a server lets somebody do. */
export class NatsSpeaker {
  readonly #socket: Socket;
  #heard = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8').on('data', (text: string) => (this.#heard += text));
    // What it said before it hung up is what counts.
    socket.on('error', error => (this.#heard += `-ERR ${error.message}`));
  }

  /** @param name that the server's certificate must be for. Throws with its words when it lets nobody of this identity in. */
  static async connect(port: number, name: string, identity: Identity): Promise<NatsSpeaker> {
    const plain = connectTcp(port, '127.0.0.1');
    // The server begins, before TLS does.
    await once(plain, 'data');
    const socket = connectTls({ socket: plain, servername: name, ...identity });
    await once(socket, 'secureConnect');
    const speaker = new NatsSpeaker(socket);
    socket.write('CONNECT {"verbose":false,"pedantic":false,"lang":"test","version":"1"}\r\n');
    const refusal = await speaker.#asked('');
    if (refusal !== null) {
      socket.destroy();
      throw new Error(refusal);
    }
    return speaker;
  }

  mayPublish(subject: string): Promise<boolean> {
    return this.#may(`PUB ${subject} 1\r\nx\r\n`);
  }

  maySubscribe(subject: string): Promise<boolean> {
    return this.#may(`SUB ${subject} 1\r\n`);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #may(words: string): Promise<boolean> {
    const refusal = await this.#asked(words);
    if (refusal !== null && !refusal.includes('Permissions Violation')) throw new Error(refusal);
    return refusal === null;
  }

  /** What the server has against it; it answers in order, so nothing comes after the answer to a ping. */
  async #asked(words: string): Promise<string | null> {
    this.#heard = '';
    this.#socket.write(`${words}PING\r\n`);
    while (!/PONG\r\n/.test(this.#heard) && !this.#socket.destroyed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      for (const event of ['data', 'close']) this.#socket.on(event, wake);
      await promise;
      for (const event of ['data', 'close']) this.#socket.off(event, wake);
    }
    const [refusal = null] = /-ERR .*/.exec(this.#heard) ?? [];
    return refusal ?? (this.#heard.includes('PONG') ? null : 'hung up');
  }
}
