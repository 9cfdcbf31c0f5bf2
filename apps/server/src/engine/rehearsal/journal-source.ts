import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from '../../database/log.ts';
import { EngineError } from '../engine-error.ts';
import {
  journalHashAt,
  journalRows,
  type JournalPosition,
  type VerifiedRow,
} from '../journal/journal-reader.ts';

/** Between attempts to reach the database. */
const CONNECT_AGAIN_MS = 500;
/** Of the attempts that fail in a row, this one and each that is a multiple of it is logged. */
const LOGGED_ATTEMPTS = 60;
const CONNECT_TIMEOUT_MS = 5_000;
/** A page of the journal is some megabytes, and the database has customers to serve first. */
const QUERY_TIMEOUT_MS = 60_000;
/** At the journal's end it looks this often for more. */
const LOOK_EVERY_MS = 100;

export interface JournalSourceOptions {
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * The journal of an exchange that goes on, read on a session that refuses every write. A database that is away is waited
 * for.
 */
export class JournalSource {
  readonly #options: JournalSourceOptions;
  #client: Promise<pg.Client> | null = null;
  #closed = false;

  constructor(options: JournalSourceOptions) {
    this.#options = options;
  }

  /** Rejects if the database cannot be reached now, or after `close`. */
  client(): Promise<pg.Client> {
    if (this.#closed) return Promise.reject(new Error('the rehearsal has ended'));
    return (this.#client ??= this.#connect());
  }

  /**
   * Every row after `from`, in order, and then each that comes. Ends with the signal. With `untilSequence`, which ends a
   * row, it ends there. Throws EngineError when the journal no longer has what was read, HaltError when it was changed.
   */
  async *rows(from: JournalPosition, untilSequence?: number): AsyncGenerator<VerifiedRow> {
    let at = from;
    for (let failed = 0; !this.#options.signal.aborted;) {
      try {
        const client = await this.client();
        const written = await journalHashAt(client, at.sequence);
        if (written === null || !written.equals(at.hash))
          throw new EngineError(`the journal no longer has what was followed up to sequence ${at.sequence}`);
        for await (const row of journalRows(client, at, untilSequence)) {
          yield row;
          at = { sequence: row.lastSequence, hash: row.hash };
          if (this.#options.signal.aborted) return;
        }
        failed = 0;
        if (untilSequence !== undefined) return;
      } catch (error) {
        // What the journal says is an EngineError; anything else is the database's absence.
        if (error instanceof EngineError) throw error;
        await this.#disconnect();
        if (failed++ % LOGGED_ATTEMPTS === 0)
          this.#options.log.warn({ err: error }, 'the journal cannot be read; it is tried again');
        await this.#wait(CONNECT_AGAIN_MS);
        continue;
      }
      await this.#wait(LOOK_EVERY_MS);
    }
  }

  /** The journal's last sequence; 0 if it is empty, null while the database is away. */
  async end(): Promise<number | null> {
    try {
      const client = await this.client();
      const { rows } = await client.query<{ last: string }>(
        'select last_sequence as last from journal order by first_sequence desc limit 1',
      );
      return Number(rows[0]?.last ?? 0);
    } catch {
      // Whoever reads the rows reports it.
      return null;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // It may be broken already.
    await client?.then(one => one.end()).catch(() => {});
  }

  /** One that fails is not kept. */
  #connect(): Promise<pg.Client> {
    const connecting = this.#open(() => {
      if (this.#client === connecting) this.#client = null;
    });
    return connecting;
  }

  async #open(onLost: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: 'tallystick rehearsal',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    // Reported by the query that fails of it, or by the next one.
    client.on('error', onLost);
    try {
      await client.connect();
      await client.query(`select set_config('default_transaction_read_only', 'on', false)`);
      return client;
    } catch (error) {
      onLost();
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** Less if the signal comes. */
  async #wait(ms: number): Promise<void> {
    const { signal } = this.#options;
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }
}
