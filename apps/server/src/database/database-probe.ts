import { Socket } from 'node:net';
import pg from 'pg';
import { APPLICATION_NAME } from './embedded.ts';
import type { DatabaseLog } from './log.ts';

/** A database that needs longer for "select 1" is of no use. */
const ANSWER_WITHIN_MS = 700;
/** A silent connection is given up after this time; after each one, the time doubles for the next. */
const FIRST_TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 600_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Asks whether the database answers, on a connection of its own, because a pool whose connections are all busy would
 * delay the question. At most one query is pending, however often it is called, and a hanging database gets no further
 * connections.
 */
export class DatabaseProbe {
  readonly #url: string;
  readonly #log: DatabaseLog;
  #connection: Connection | null = null;
  #asking: Promise<boolean> | null = null;
  /** Whether the pending query was answered in time: one answer, and one timer, for all who ask meanwhile. */
  #inTime: Promise<boolean> | null = null;
  #timeoutMs = FIRST_TIMEOUT_MS;
  #closed = false;

  constructor(url: string, log: DatabaseLog) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether it answers within 0.7 s; at once if the pending query has already waited longer. Never throws. */
  async answers(): Promise<boolean> {
    if (this.#closed) return false;
    this.#inTime ??= this.#askInTime();
    return await this.#inTime;
  }

  /** Ends the connection, even during a query. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#connection?.socket.destroy();
    await this.#asking;
  }

  async #askInTime(): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), ANSWER_WITHIN_MS);
    this.#asking = this.#ask().finally(() => {
      clearTimeout(timer);
      this.#asking = null;
      this.#inTime = null;
    });
    return await Promise.race([this.#asking, late.promise]);
  }

  async #ask(): Promise<boolean> {
    this.#connection ??= this.#connect();
    const { client, socket, ready } = this.#connection;
    const giveUp = setTimeout(() => {
      this.#timeoutMs = Math.min(this.#timeoutMs * 2, LONGEST_TIMEOUT_MS);
      socket.destroy(new Error('the connection was silent for too long'));
    }, this.#timeoutMs);
    try {
      await ready;
      await client.query('select 1');
      this.#timeoutMs = FIRST_TIMEOUT_MS;
      return true;
    } catch (error) {
      if (!this.#closed) this.#log.error({ err: error }, 'the database does not answer');
      this.#connection = null;
      socket.destroy();
      return false;
    } finally {
      clearTimeout(giveUp);
    }
  }

  #connect(): Connection {
    // Our own socket, because a pg client with a pending query can only be ended by its socket.
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: `${APPLICATION_NAME} probe`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      stream: () => socket,
    });
    const connection = { client, socket, ready: client.connect() };
    // The connection failed between two queries: the next one makes a new connection.
    client.on('error', () => {
      if (this.#connection === connection) this.#connection = null;
    });
    return connection;
  }
}

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
  readonly ready: Promise<unknown>;
}
