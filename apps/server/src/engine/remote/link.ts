import {
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  type Subscription,
} from '@nats-io/transport-node';
import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';

export interface LinkOptions {
  /** Servers, certificates, credentials. */
  readonly connection: NodeConnectionOptions;
  /** How NATS calls this end in its lists. */
  readonly name: string;
  readonly log: DatabaseLog;
}

export interface LinkListeners {
  /** Messages can be sent; also after each lost connection. Whatever was under way before may be lost. */
  readonly onUp?: () => void;
  readonly onDown?: () => void;
}

export interface LinkMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** NATS itself answers: nobody heard the message whose reply was to come here. */
  readonly unheard: boolean;
}

/** Between attempts to connect, at random up to twice as long. */
const CONNECT_AGAIN_MS = 100;
const CONNECT_TIMEOUT_MS = 2_000;
/** A server that does not answer for two of these is given up. */
const PING_EVERY_MS = 2_000;
/** Sent and not known to have arrived at the server: beyond it messages are dropped, because the server is too slow. */
const MAX_UNCONFIRMED_BYTES = 16_000_000;
const CONFIRM_AFTER_BYTES = 500_000;
/** How long `stop` waits for what was sent last. */
const LAST_WORDS_MS = 1_000;
const NOBODY_LISTENS = 503;

/**
 * A connection to NATS that comes and goes. It keeps nothing for later: whatever cannot be sent now is dropped, because
 * everything of worth is in the journal, and a command that left late could surprise its sender.
 */
export class Link {
  readonly #options: LinkOptions;
  readonly #subscriptions = new Map<string, (message: LinkMessage) => void>();
  /** Those of the present connection. */
  readonly #subscribed = new Map<string, Subscription>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #listeners: readonly LinkListeners[] = [];
  #connection: NatsConnection | null = null;
  #isUp = false;
  #sentBytes = 0;
  #confirmedBytes = 0;
  #confirming = false;

  /** Connects by itself, however long that takes. */
  constructor(options: LinkOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    this.#running = this.#run();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  listen(listeners: LinkListeners): void {
    this.#listeners = [...this.#listeners, listeners];
    if (this.#isUp) listeners.onUp?.();
  }

  /** Also on connections to come. Errors of `take` are logged. */
  subscribe(subject: string, take: (message: LinkMessage) => void): void {
    this.#subscriptions.set(subject, take);
    if (this.#connection !== null) this.#subscribeAt(this.#connection, subject, take);
  }

  unsubscribe(subject: string): void {
    this.#subscriptions.delete(subject);
    this.#subscribed.get(subject)?.unsubscribe();
    this.#subscribed.delete(subject);
  }

  /** False if it was dropped: nobody will get it. True promises nothing. */
  publish(subject: string, bytes: Uint8Array, reply?: string): boolean {
    const connection = this.#connection;
    if (!this.#isUp || connection === null || connection.isClosed()) return false;
    if (this.#sentBytes - this.#confirmedBytes + bytes.length > MAX_UNCONFIRMED_BYTES) return false;
    try {
      connection.publish(subject, bytes, reply === undefined ? {} : { reply });
    } catch (error) {
      this.#options.log.warn({ err: error, subject }, 'a message to NATS is dropped');
      return false;
    }
    this.#sentBytes += bytes.length;
    if (this.#sentBytes - this.#confirmedBytes > CONFIRM_AFTER_BYTES) void this.#confirm(connection);
    return true;
  }

  /** Sends what was published, if that goes quickly. Safe to call twice. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const connection = this.#connection;
    if (connection !== null && !connection.isClosed()) {
      const left = Promise.withResolvers<void>();
      const timer = setTimeout(left.resolve, LAST_WORDS_MS);
      // A server that is gone gets no last words.
      await Promise.race([this.#isUp ? connection.flush().catch(() => {}) : null, left.promise]);
      clearTimeout(timer);
      await connection.close();
    }
    await this.#running;
  }

  /** One connection after the other: the library reconnects by itself, but not before the first time. */
  async #run(): Promise<void> {
    const { log } = this.#options;
    let failed = false;
    while (!this.#stopping.signal.aborted) {
      try {
        const connection = await this.#connect();
        failed = false;
        await this.#follow(connection);
      } catch (error) {
        if (!failed) log.warn({ err: error }, 'NATS cannot be reached; it is tried again');
        failed = true;
      }
      if (!this.#stopping.signal.aborted) await this.#pause();
    }
  }

  async #connect(): Promise<NatsConnection> {
    const connection = await connect({
      timeout: CONNECT_TIMEOUT_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: 2,
      ...this.#options.connection,
      name: this.#options.name,
      reconnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: CONNECT_AGAIN_MS,
      reconnectJitter: CONNECT_AGAIN_MS,
    });
    if (this.#stopping.signal.aborted) await connection.close();
    return connection;
  }

  async #follow(connection: NatsConnection): Promise<void> {
    const { log } = this.#options;
    if (connection.isClosed()) return;
    this.#connection = connection;
    for (const [subject, take] of this.#subscriptions) this.#subscribeAt(connection, subject, take);
    this.#up();
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.#down();
      else if (status.type === 'reconnect') this.#up();
      else if (status.type === 'error') log.warn({ err: status.error }, 'NATS refuses something');
    }
    this.#connection = null;
    this.#subscribed.clear();
    this.#down();
    const error = await connection.closed();
    if (error) throw error;
  }

  #up(): void {
    this.#sentBytes = this.#confirmedBytes = 0;
    this.#isUp = true;
    this.#options.log.info({ name: this.#options.name }, 'connected to NATS');
    for (const { onUp } of this.#listeners) onUp?.();
  }

  #down(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    if (!this.#stopping.signal.aborted) this.#options.log.warn({}, 'the connection to NATS is lost');
    for (const { onDown } of this.#listeners) onDown?.();
  }

  #subscribeAt(connection: NatsConnection, subject: string, take: (message: LinkMessage) => void): void {
    const subscription = connection.subscribe(subject, {
      callback: (error, message) => {
        try {
          if (error !== null) throw error;
          const { data } = message;
          const unheard = data.length === 0 && message.headers?.code === NOBODY_LISTENS;
          take({ subject: message.subject, data, unheard });
        } catch (failure) {
          // The library would take it for a broken connection.
          this.#options.log.error({ err: failure, subject }, 'a message from NATS could not be handled');
        }
      },
    });
    this.#subscribed.set(subject, subscription);
  }

  /** The server answers once it has read everything before. */
  async #confirm(connection: NatsConnection): Promise<void> {
    if (this.#confirming) return;
    this.#confirming = true;
    const upTo = this.#sentBytes;
    try {
      await connection.flush();
      // After a new connection the count has begun again.
      if (upTo <= this.#sentBytes) this.#confirmedBytes = Math.max(this.#confirmedBytes, upTo);
    } catch {
      // The connection is lost, and the count begins again with the next.
    } finally {
      this.#confirming = false;
    }
  }

  async #pause(): Promise<void> {
    const { signal } = this.#stopping;
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, CONNECT_AGAIN_MS * (1 + Math.random()));
    signal.addEventListener('abort', () => over.resolve(), { once: true });
    await over.promise;
    clearTimeout(timer);
  }
}
