import { hash, randomBytes } from 'node:crypto';
import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import type { Pool } from '../../database/pool.ts';
import type { Authenticator, Session } from '../../http/session.ts';
import type { KnownDevices } from './known-devices.ts';

/** A session ends when unused for this long. */
const IDLE_LIFETIME_MS = 30 * 86_400_000;
/** `last_seen_at_ms` is written at most this often. */
const SEEN_EVERY_MS = 60_000;
const KEPT_IN_MEMORY = 50_000;
/** Longer than clocks of machines differ, and than a commit may wait. Bounds what a look reads, not what it finds. */
const LOOKED_BACK_MS = 3_600_000;

interface Known {
  session: Session;
  expiresAtMs: number;
  seenAtMs: number;
}

export interface OpenSession {
  readonly id: number;
  readonly device: string;
  readonly address: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

export interface SessionsOptions {
  readonly pool: Pool;
  readonly devices: Pick<KnownDevices, 'forgetAllOf'>;
  readonly now: () => number;
}

/**
 * Sessions: random 256-bit tokens, stored as hashes. Used ones are cached, so that an order needs no database read. The
 * database alone decides whether one has ended: what happened to a session while it was being looked up has it looked up
 * again, so that nothing brings back an ended one and nothing old ends a living one.
 */
export class Sessions implements Authenticator {
  readonly #options: SessionsOptions;
  /** By token hash; the oldest first. */
  readonly #known = new Map<string, Known>();
  readonly #hashOfId = new Map<number, string>();
  readonly #listeners = new Set<(sessionIds: readonly number[]) => void>();
  readonly #hereListeners = new Set<(sessionIds: readonly number[]) => void>();
  readonly #changeListeners = new Set<(sessionIds: readonly number[]) => void>();
  /** Of each running look-up: sessions that have ended or changed since it began. */
  readonly #lookups = new Set<Set<number>>();
  /** By the newest look, so that each ending is told once. */
  #endedLately: ReadonlySet<number> = new Set();
  /** The oldest transaction that the newest look may not have seen. */
  #unseenFrom = '0';

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Called with the ids of sessions that have ended, whoever ended them. */
  onEnded(listener: (sessionIds: readonly number[]) => void): void {
    this.#listeners.add(listener);
  }

  /** Called with those that were ended here: other processes have to be told. */
  onEndedHere(listener: (sessionIds: readonly number[]) => void): void {
    this.#hereListeners.add(listener);
  }

  /** Another process has ended sessions. */
  endedElsewhere(ids: readonly number[]): void {
    this.#drop(ids);
    for (const listener of this.#listeners) listener(ids);
  }

  /** Another process has changed them: the next call reads them again. */
  changedElsewhere(ids: readonly number[]): void {
    this.#drop(ids);
  }

  /** Called with those whose language was chosen here: other processes have to be told. */
  onChangedHere(listener: (sessionIds: readonly number[]) => void): void {
    this.#changeListeners.add(listener);
  }

  /**
   * Takes up what other processes have ended and perhaps not told. To be called every second or so. Goes by transactions, not
   * by time: an end that was stamped long before it was committed is found, too.
   */
  async catchUp(): Promise<void> {
    const rows = await this.#options.pool.ask<{ from: string; ids: number[] }>(
      `select pg_snapshot_xmin(pg_current_snapshot())::text as "from",
              array(select id::float8 from sessions where ended_at_ms >= ${this.#options.now() - LOOKED_BACK_MS}
                     and ended_in >= '${this.#unseenFrom}'::xid8) as ids`,
    );
    const { from, ids } = rows[0]!;
    this.#unseenFrom = from;
    const unknown = ids.filter(id => !this.#endedLately.has(id));
    this.#endedLately = new Set(ids);
    if (unknown.length > 0) this.endedElsewhere(unknown);
  }

  find(token: string): Session | null | Promise<Session | null> {
    const tokenHash = hashOf(token);
    const known = this.#known.get(tokenHash);
    if (known === undefined) return this.#load(tokenHash);
    const atMs = this.#options.now();
    if (atMs >= known.expiresAtMs) return this.#unlessExpired(tokenHash, known.session.id, atMs);
    if (atMs - known.seenAtMs >= SEEN_EVERY_MS) this.#touch(known, atMs);
    return known.session;
  }

  /**
   * A new session's token; it cannot be shown again. Null if the password has changed since it was
   * checked: a change ends all sessions, and none may be opened with the old password after it.
   */
  async open(
    customer: { readonly id: number; readonly passwordHash: string | null },
    device: string,
    address: string,
    deviceId: number | null = null,
  ): Promise<string | null> {
    const token = randomBytes(32).toString('base64url');
    const atMs = this.#options.now();
    // The lock waits for a change of the password that is under way.
    const { rowCount } = await this.#options.pool.query(
      `insert into sessions (token_hash, customer_id, device, address, created_at_ms, last_seen_at_ms, expires_at_ms, device_id)
       select $1, id, $3, $4, $5, $5, $6, $8 from customers
        where id = $2 and password_hash is not distinct from $7 for share`,
      [
        bytesOf(hashOf(token)),
        customer.id,
        device,
        address,
        atMs,
        atMs + IDLE_LIFETIME_MS,
        customer.passwordHash,
        deviceId,
      ],
    );
    return rowCount === 1 ? token : null;
  }

  /** The customer's open sessions, the latest used first. */
  async list(customerId: number): Promise<OpenSession[]> {
    const { rows } = await this.#options.pool.query<OpenSession>(
      `select id::float8 as id, device, address, created_at_ms::float8 as "createdAtMs",
              last_seen_at_ms::float8 as "lastSeenAtMs" from sessions
        where customer_id = $1 and ended_at_ms is null and expires_at_ms > $2
        order by last_seen_at_ms desc, id desc limit 100`,
      [customerId, this.#options.now()],
    );
    return rows;
  }

  /** Ends sessions by id and returns how many were open. */
  async end(ids: readonly number[]): Promise<number> {
    this.#drop(ids);
    let ended: number;
    try {
      const { rowCount } = await this.#options.pool.query(
        `update sessions set ended_at_ms = $2, ended_in = pg_current_xact_id()
          where id = any($1) and ended_at_ms is null`,
        [ids, this.#options.now()],
      );
      ended = rowCount ?? 0;
    } finally {
      // Again: a look-up may have cached one between the two. Also if no answer came, since it may have been done.
      this.#drop(ids);
    }
    this.#tellEnded(ids);
    return ended;
  }

  /** What this process remembers of a session's time may be old: another may have used it since. */
  async #unlessExpired(tokenHash: string, id: number, atMs: number): Promise<Session | null> {
    this.#drop([id]);
    const { rowCount } = await this.#options.pool.query(
      `update sessions set ended_at_ms = $2, ended_in = pg_current_xact_id()
        where id = $1 and ended_at_ms is null and expires_at_ms <= $2`,
      [id, atMs],
    );
    if (rowCount === 0) return this.#load(tokenHash);
    this.#drop([id]);
    this.#tellEnded([id]);
    return null;
  }

  #tellEnded(ids: readonly number[]): void {
    for (const listener of this.#listeners) listener(ids);
    for (const listener of this.#hereListeners) listener(ids);
  }

  /**
   * Ends all sessions of a customer and forgets their devices, except the kept ones; returns the number of ended
   * sessions.
   */
  async endAllOf(
    customerId: number,
    keep: {
      readonly sessionId?: number;
      readonly deviceId?: number | null;
    } = {},
  ): Promise<number> {
    await this.#options.devices.forgetAllOf({ customerId }, keep.deviceId ?? null);
    const { rows } = await this.#options.pool.query<{ id: string }>(
      `select id from sessions where customer_id = $1 and ended_at_ms is null and id is distinct from $2`,
      [customerId, keep.sessionId ?? null],
    );
    return rows.length === 0 ? 0 : this.end(rows.map(row => Number(row.id)));
  }

  /**
   * The same as a part of the caller's transaction, so that neither is done without the other. Call `endedHere` with the ids
   * it returns, after the commit.
   */
  async endAllIn(
    client: pg.ClientBase,
    customerId: number,
    keptDeviceId: number | null = null,
  ): Promise<readonly number[]> {
    await this.#options.devices.forgetAllOf({ customerId }, keptDeviceId, client);
    const { rows } = await client.query<{ id: number }>(
      `update sessions set ended_at_ms = $2, ended_in = pg_current_xact_id()
        where customer_id = $1 and ended_at_ms is null returning id::float8 as id`,
      [customerId, this.#options.now()],
    );
    return rows.map(({ id }) => id);
  }

  /** Tells everybody of what `endAllIn` has ended. */
  endedHere(ids: readonly number[]): void {
    this.#drop(ids);
    this.#tellEnded(ids);
  }

  async setLanguage(session: Session, language: Language): Promise<void> {
    await this.#options.pool.query('update sessions set language = $2 where id = $1', [session.id, language]);
    this.#drop([session.id]);
    for (const listener of this.#changeListeners) listener([session.id]);
  }

  async #load(tokenHash: string): Promise<Session | null> {
    const changed = new Set<number>();
    this.#lookups.add(changed);
    try {
      for (;;) {
        const atMs = this.#options.now();
        const known = await this.#read(tokenHash, atMs);
        if (known === null) return null;
        // It ended, or changed, while it was read: what was read may be of before.
        if (changed.delete(known.session.id)) continue;
        this.#remember(tokenHash, known);
        if (atMs - known.seenAtMs >= SEEN_EVERY_MS) this.#touch(known, atMs);
        return known.session;
      }
    } finally {
      this.#lookups.delete(changed);
    }
  }

  async #read(tokenHash: string, atMs: number): Promise<Known | null> {
    const { rows } = await this.#options.pool.query<Session & Omit<Known, 'session'>>(
      `select id::float8 as id, customer_id as "customerId", device_id::float8 as "deviceId", language,
              expires_at_ms::float8 as "expiresAtMs", last_seen_at_ms::float8 as "seenAtMs" from sessions
        where token_hash = $1 and ended_at_ms is null and expires_at_ms > $2`,
      [bytesOf(tokenHash), atMs],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { expiresAtMs, seenAtMs, ...session } = row;
    return { session, expiresAtMs, seenAtMs };
  }

  #remember(tokenHash: string, known: Known): void {
    const [oldest] = this.#known;
    if (this.#known.size >= KEPT_IN_MEMORY && oldest !== undefined && !this.#known.has(tokenHash)) {
      this.#known.delete(oldest[0]);
      this.#hashOfId.delete(oldest[1].session.id);
    }
    this.#known.set(tokenHash, known);
    this.#hashOfId.set(known.session.id, tokenHash);
  }

  /** Whoever uses one of them next reads it from the database, and so does whoever is reading it now. */
  #drop(ids: readonly number[]): void {
    for (const changed of this.#lookups) for (const id of ids) changed.add(id);
    for (const id of ids) {
      const tokenHash = this.#hashOfId.get(id);
      if (tokenHash !== undefined) this.#known.delete(tokenHash);
      this.#hashOfId.delete(id);
    }
  }

  /** Notes the use, which postpones the end. If the write fails, the next use tries again. */
  #touch(known: Known, atMs: number): void {
    known.seenAtMs = atMs;
    known.expiresAtMs = atMs + IDLE_LIFETIME_MS;
    this.#options.pool
      .query(
        `update sessions set last_seen_at_ms = greatest(last_seen_at_ms, $2), expires_at_ms = greatest(expires_at_ms, $3)
          where id = $1 and ended_at_ms is null`,
        [known.session.id, atMs, known.expiresAtMs],
      )
      .catch(() => {
        known.seenAtMs = 0;
      });
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

function bytesOf(tokenHash: string): Buffer {
  return Buffer.from(tokenHash, 'base64url');
}
