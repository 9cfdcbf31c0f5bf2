import { SOCKET_PATH, type ServerToClient, type SubscribeReply, type Topics } from '@tallystick/protocol';
import type { SocketMessage, Topic } from '@tallystick/protocol';
import { io, type Socket } from 'socket.io-client';

export interface TestSocketOptions {
  readonly token?: string;
  readonly lang?: string;
  /** `upgraded`: starts with polling and upgrades to WebSocket. */
  readonly transport?: 'websocket' | 'polling' | 'upgraded';
}

type Client = Socket<
  ServerToClient,
  {
    subscribe: (topic: unknown, reply: (answer: never) => void) => void;
    unsubscribe: (topic: unknown) => void;
  }
>;
type Accepted<T extends Topic> = Extract<SubscribeReply<T>, { readonly ok: true }>;

/** A customer's open page. It keeps every message, so that tests need not wait for a fixed time. */
export class TestSocket {
  readonly client: Client;
  readonly received: SocketMessage[] = [];
  /** How often it was told that its session has ended. */
  sessionEnds = 0;
  readonly #waiting = new Set<() => void>();

  private constructor(client: Client) {
    this.client = client;
    client.on('message', message => {
      this.received.push(message);
      this.#wake();
    });
    client.on('session_ended', () => {
      this.sessionEnds++;
      this.#wake();
    });
    client.on('disconnect', () => this.#wake());
  }

  static async connect(url: string, options: TestSocketOptions = {}): Promise<TestSocket> {
    const isUpgraded = options.transport === 'upgraded';
    const client: Client = io(url, {
      path: SOCKET_PATH,
      transports: isUpgraded ? ['polling', 'websocket'] : [options.transport ?? 'websocket'],
      upgrade: isUpgraded,
      reconnection: false,
      forceNew: true,
      auth: { token: options.token ?? '', ...(options.lang === undefined ? {} : { lang: options.lang }) },
    });
    const socket = new TestSocket(client);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => {
        const { engine } = client.io;
        if (!isUpgraded || engine.transport.name === 'websocket') resolve();
        else engine.once('upgrade', () => resolve());
      });
      client.once('connect_error', reject);
    });
    return socket;
  }

  /** Sends any topic; returns the server's answer. */
  ask(topic: unknown): Promise<SubscribeReply> {
    return this.client.timeout(60_000).emitWithAck('subscribe', topic);
  }

  /** Subscribes; throws if it is refused. */
  async subscribe<T extends Topic>(topic: T): Promise<Accepted<T>> {
    const answer = await this.ask(topic);
    if (!answer.ok) throw new Error(`${topic} was refused: ${answer.code}`);
    return answer as Accepted<T>;
  }

  /** The code of a refused subscription; throws if it is not refused. */
  async refused(topic: unknown): Promise<string> {
    const answer = await this.ask(topic);
    if (answer.ok) throw new Error(`${String(topic)} was not refused`);
    return answer.code;
  }

  messages<T extends Topic>(topic: T): SocketMessage<T>[] {
    return this.received.filter(message => message.topic === topic) as unknown as SocketMessage<T>[];
  }

  /** The topic's deltas, as soon as `enough` accepts them. */
  async deltas<T extends Topic>(
    topic: T,
    enough: (deltas: Topics[T]['delta'][]) => boolean,
  ): Promise<Topics[T]['delta'][]> {
    const read = (): Topics[T]['delta'][] => this.messages(topic).map(message => message.data);
    await this.until(() => enough(read()));
    return read();
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  close(): void {
    this.client.disconnect();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
