import { Socket } from 'node:net';
import pg from 'pg';
import { APPLICATION_NAME } from './embedded.ts';
import type { DatabaseLog } from './log.ts';

/** A database that takes longer to say "1" serves nobody. */
const ANSWER_WITHIN_MS = 700;
/** A connection that says nothing is given up after so long; after each that was, the next is waited for twice as long. */
const FIRST_PATIENCE_MS = 10_000;
const LONGEST_PATIENCE_MS = 600_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Asks whether the database answers, on one connection of its own: a pool whose connections all wait would keep the
 * question waiting, too. However often it is asked, one question is on its way at most, and a database that hangs is
 * not given more connections to hang.
 */
export class DatabaseProbe {
  readonly #url: string;
  readonly #log: DatabaseLog;
  #connection: Connection | null = null;
  #asking: Promise<boolean> | null = null;
  #askedAt = 0;
  #patienceMs = FIRST_PATIENCE_MS;
  #closed = false;

  constructor(url: string, log: DatabaseLog) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether it answers within 0.7 s; at once if the question before this one has already waited longer. Never throws. */
  async answers(): Promise<boolean> {
    if (this.#closed) return false;
    if (this.#asking === null) {
      this.#askedAt = performance.now();
      this.#asking = this.#ask().finally(() => {
        this.#asking = null;
      });
    }
    const leftMs = this.#askedAt + ANSWER_WITHIN_MS - performance.now();
    if (leftMs <= 0) return false;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), leftMs);
    try {
      return await Promise.race([this.#asking, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the connection, whatever it waits for. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#connection?.socket.destroy();
    await this.#asking;
  }

  async #ask(): Promise<boolean> {
    this.#connection ??= this.#connect();
    const { client, socket, ready } = this.#connection;
    const giveUp = setTimeout(() => {
      this.#patienceMs = Math.min(this.#patienceMs * 2, LONGEST_PATIENCE_MS);
      socket.destroy(new Error('the connection was silent for too long'));
    }, this.#patienceMs);
    try {
      await ready;
      await client.query('select 1');
      this.#patienceMs = FIRST_PATIENCE_MS;
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
    // Our own, since a pg client that still waits for an answer can only be ended by its socket.
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: `${APPLICATION_NAME} probe`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      stream: () => socket,
    });
    const connection = { client, socket, ready: client.connect() };
    // Between two questions: the next one makes a new connection.
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
