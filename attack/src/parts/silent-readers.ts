import { RawSocket } from '@tallystick/server/testing/raw-socket';
import { setTimeout as delay } from 'node:timers/promises';

/** The topics with the largest answers. */
const TOPICS = ['index:1', 'depth:1', 'depth:2', 'trades:1', 'tickers', 'perpetual_tickers'];
const ADDRESS = '198.51.100.65';

/** Connections of one address that subscribe and never read. Closed ones reconnect as often as allowed. */
export class SilentReaders {
  /** Subscriptions sent so far. */
  asked = 0;
  readonly #url: string;
  readonly #sockets: RawSocket[] = [];
  #turn = 0;

  private constructor(url: string) {
    this.#url = url;
  }

  static async connect(url: string, count: number): Promise<SilentReaders> {
    const silent = new SilentReaders(url);
    const connecting = Array.from({ length: count }, () => RawSocket.connect(url, { forwardedFor: ADDRESS }));
    for (const socket of await Promise.all(connecting)) silent.#begin(socket);
    return silent;
  }

  /** Each subscribes to a topic again; every third time it unsubscribes first. */
  ask(): void {
    this.#turn++;
    const topic = TOPICS[this.#turn % 2 === 0 ? 0 : this.#turn % TOPICS.length]!;
    for (const [index, socket] of this.#sockets.entries()) {
      if (socket.isClosed) void this.#comeBack(index);
      if (this.#turn % 3 === 0) socket.unsubscribe(topic);
      socket.subscribe(topic, 2);
      this.asked++;
    }
  }

  /** Reads what waits for the connections, and returns the most bytes of one of them. */
  async mostWaiting(): Promise<number> {
    const before = this.#sockets.map(({ receivedBytes }) => receivedBytes);
    for (const socket of this.#sockets) socket.readOn();
    await delay(1_000);
    return Math.max(...this.#sockets.map(({ receivedBytes }, index) => receivedBytes - before[index]!));
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  #begin(socket: RawSocket): void {
    socket.stopReading();
    for (const topic of TOPICS) socket.subscribe(topic, 1);
    this.#sockets.push(socket);
  }

  async #comeBack(index: number): Promise<void> {
    try {
      const socket = await RawSocket.connect(this.#url, { forwardedFor: ADDRESS });
      socket.stopReading();
      this.#sockets[index]?.close();
      this.#sockets[index] = socket;
    } catch {
      // Refused for now.
    }
  }
}
