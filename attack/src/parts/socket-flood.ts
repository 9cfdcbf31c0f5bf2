import { RawSocket } from '@tallystick/server/testing/raw-socket';
import { setTimeout as delay } from 'node:timers/promises';

type Send = (socket: RawSocket, i: number) => void;

/** The kinds of flooding. */
const KINDS: readonly Send[] = [
  socket => socket.unsubscribe('depth:1'),
  socket => socket.send('42["whatever",{"a":[1,2,3]}]'),
  (socket, i) => (i % 2 === 0 ? socket.subscribe('depth:1', i) : socket.unsubscribe('depth:1')),
  (socket, i) => socket.subscribe(`depth:${i + 1_000}`, i),
  (socket, i) => socket.send(`43${i}[]`),
  socket => socket.sendFrame(0x9, Buffer.alloc(100)),
  socket => socket.sendFrame(0x0, Buffer.alloc(0), false),
  socket => socket.send('42["subscribe"'),
];

const AT_A_TIME = 500;
/** Connections that only open and close. */
const COMING_AND_GOING = 4;

/** Floods from one address, each connection reconnecting as often as allowed, until it is stopped. */
export class SocketFlood {
  sent = 0;
  connected = 0;
  #stopped = false;
  readonly #url: string;
  readonly #running: Promise<void>[];

  constructor(url: string, flooding: number) {
    this.#url = url;
    this.#running = [
      ...Array.from({ length: flooding }, (_, i) => this.#flood(KINDS[i % KINDS.length]!)),
      ...Array.from({ length: COMING_AND_GOING }, () => this.#comeAndGo()),
    ];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #flood(send: Send): Promise<void> {
    while (!this.#stopped) {
      const socket = await this.#connect('198.51.100.66');
      if (socket !== null) await this.#sendUntilClosed(socket, send);
    }
  }

  async #sendUntilClosed(socket: RawSocket, send: Send): Promise<void> {
    for (let from = 0; !socket.isClosed && !this.#stopped; from += AT_A_TIME) {
      for (let i = from; i < from + AT_A_TIME; i++) send(socket, i);
      this.sent += AT_A_TIME;
      await delay(10);
    }
    socket.close();
  }

  async #comeAndGo(): Promise<void> {
    while (!this.#stopped) (await this.#connect('198.51.100.67'))?.close();
  }

  /** Null if it was refused; retried only after a pause, because more would only load the attacker. */
  async #connect(forwardedFor: string): Promise<RawSocket | null> {
    try {
      const socket = await RawSocket.connect(this.#url, { forwardedFor });
      this.connected++;
      return socket;
    } catch {
      await delay(20);
      return null;
    }
  }
}
