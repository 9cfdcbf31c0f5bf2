import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';
import type { AppliedCommand } from '../follower.ts';
import { EngineError } from '../engine-error.ts';
import type { Follower } from '../follower.ts';
import { decodeEntries } from '../journal/command-codec.ts';
import {
  journalHashAt,
  journalRows,
  type JournalPosition,
  type VerifiedRow,
} from '../journal/journal-reader.ts';
import type { Head } from './journal-frames.ts';
import { Waiters } from './waiters.ts';

export interface JournalFollowerOptions {
  readonly databaseUrl: string;
  /** With the state at its position; nobody else feeds it. */
  readonly follower: Follower;
  /** This program's own core, the only one whose rows it can apply. */
  readonly core: string;
  readonly log: DatabaseLog;
  readonly metrics: { readonly journalReads: { inc(): void } };
  /** Called for each row it has applied, in order, before those who wait for it. Empty for marks alone. */
  readonly onTaken: (row: VerifiedRow, commands: readonly AppliedCommand[]) => void;
  /** Called once: the state can no longer follow the journal, and the process has to start again. */
  readonly onFatal: (error: EngineError) => void;
}

/** Without news for this long it looks into the journal. */
const QUIET_MS = 100;
/** And this often when the core only says that there is nothing new: it may be one that has been replaced. */
const UNPROVEN_MS = 1_000;
/** Between attempts to reach the database. */
const CONNECT_AGAIN_MS = 250;
/** A database that is cut off is given up after this time. */
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 10_000;
/** A long stretch of the journal lets others have their turn after this time. */
const TURN_MS = 10;

/**
 * Keeps a follower at the journal's end. Rows come as copies, which may be late, twice, forged or missing: each must go on
 * from the follower's own place in the chain. Whatever else comes only causes a look into the journal, and what stands
 * there decides.
 */
export class JournalFollower {
  readonly #options: JournalFollowerOptions;
  readonly #waiters = new Waiters();
  readonly #timer: NodeJS.Timeout;
  #client: pg.Client | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #newsAtMs = performance.now();
  #provenAtMs = performance.now();
  #triedAtMs = -Infinity;
  #ended = false;

  constructor(options: JournalFollowerOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      const isQuiet = nowMs - this.#newsAtMs >= QUIET_MS || nowMs - this.#provenAtMs >= UNPROVEN_MS;
      if (isQuiet && this.#reading === null && nowMs - this.#triedAtMs >= QUIET_MS) void this.read();
    }, QUIET_MS / 2);
    this.#timer.unref();
  }

  get position(): JournalPosition {
    return this.#options.follower.position;
  }

  /** Milliseconds since it last knew that nothing was missing. */
  get behindMs(): number {
    return performance.now() - this.#newsAtMs;
  }

  /** Calls back once it has come to this place: now, if it has. Returns a function that gives up waiting. */
  whenAt(sequence: number, reached: () => void): () => void {
    if (this.position.sequence < sequence) return this.#waiters.add(sequence, reached);
    reached();
    return () => {};
  }

  /** A copy of a row whose hash is right. */
  copied(row: VerifiedRow): void {
    if (this.#ended) return;
    const { position } = this;
    const isOld = row.lastSequence <= position.sequence;
    if (isOld && (row.lastSequence < position.sequence || row.hash.equals(position.hash))) return;
    const goesOn = row.firstSequence === position.sequence + 1 && row.previousHash.equals(position.hash);
    if (isOld || !goesOn || row.core !== this.#options.core) void this.read();
    else this.#apply(row);
  }

  /** The core says where the journal ends. */
  heard({ sequence, hash }: Head): void {
    if (this.#ended) return;
    const { position } = this;
    if (sequence === position.sequence && hash.equals(position.hash)) this.#newsAtMs = performance.now();
    else if (sequence >= position.sequence) void this.read();
  }

  /** Reads the journal to its end; resolves when it is followed, or when it must be tried later. Never rejects. */
  read(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    if (this.#reading !== null) {
      this.#readAgain = true;
      return this.#reading;
    }
    this.#triedAtMs = performance.now();
    this.#reading = this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async stop(): Promise<void> {
    this.#end();
    // A query that waits for a database that is cut off ends with the connection.
    await this.#disconnect();
    await this.#reading;
  }

  #end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
  }

  /** After an error the state must not be used. */
  #apply(row: VerifiedRow): void {
    if (this.#ended) return;
    const { follower, onTaken } = this.#options;
    const commands: AppliedCommand[] = [];
    try {
      follower.take(row, decodeEntries(row.commands, row.firstSequence), {
        applied: (entry, events) => commands.push({ ...entry, events, digest: follower.exchange.digest }),
      });
      onTaken(row, commands);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(new EngineError(`the journal could not be followed: ${reason}`, { cause: error }));
      return;
    }
    this.#proven();
    this.#waiters.reach(row.lastSequence);
  }

  #proven(): void {
    this.#newsAtMs = this.#provenAtMs = performance.now();
  }

  async #readAll(): Promise<void> {
    try {
      do {
        this.#readAgain = false;
        const client = (this.#client ??= await this.#connect());
        await this.#readOnce(client);
      } while (this.#readAgain && !this.#ended);
    } catch (error) {
      // Whatever the journal says is an EngineError; anything else is the database's absence.
      if (error instanceof EngineError) this.#fail(error);
      else this.#lost(error);
    }
  }

  async #readOnce(client: pg.Client): Promise<void> {
    const { core, metrics } = this.#options;
    metrics.journalReads.inc();
    const { sequence, hash } = this.position;
    const written = await journalHashAt(client, sequence);
    // A database that was put in the place of another may lack what was followed.
    if (written === null || !written.equals(hash)) {
      throw new EngineError(`the journal no longer has what was followed up to sequence ${sequence}`);
    }
    let turnAtMs = performance.now();
    for await (const row of journalRows(client, { sequence, hash })) {
      if (this.#ended) return;
      // A copy came first.
      if (row.lastSequence <= this.position.sequence) continue;
      if (row.core !== core) throw new EngineError(`another core goes on at sequence ${row.firstSequence}`);
      this.#apply(row);
      if (performance.now() - turnAtMs < TURN_MS) continue;
      await nextTurn();
      turnAtMs = performance.now();
    }
    this.#proven();
  }

  /** A new start reads everything again, so no word of a journal that is not to be trusted stops a gateway for good. */
  #fail(error: EngineError): void {
    if (this.#ended) return;
    this.#end();
    const { message } = error;
    this.#options.onFatal(new EngineError(message, { cause: error }));
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: 'tallystick follower',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    // Reported by the query that fails of it, or by the next one.
    client.on('error', () => {
      if (this.#client === client) this.#client = null;
    });
    await client.connect();
    return client;
  }

  #lost(error: unknown): void {
    if (this.#ended) return;
    this.#options.log.warn({ err: error }, 'the follower cannot read the journal; it is tried again');
    // Not waited for: whoever was on the other side may be gone.
    void this.#disconnect();
    this.#triedAtMs = performance.now() + CONNECT_AGAIN_MS;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // It may be broken already.
    await client?.end().catch(() => {});
  }
}
