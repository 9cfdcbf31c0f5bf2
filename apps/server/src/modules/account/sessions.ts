import { hash, randomBytes } from 'node:crypto';
import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import type { Authenticator, Session } from '../../http/session.ts';
import type { KnownDevices } from './known-devices.ts';

/** A session ends when unused for this long. */
const IDLE_LIFETIME_MS = 30 * 86_400_000;
/** `last_seen_at_ms` is written at most this often. */
const SEEN_EVERY_MS = 60_000;
const KEPT_IN_MEMORY = 50_000;
/** Clocks of machines differ by less: a process whose clock is further off does not start. */
const CLOCKS_DIFFER_MS = 15_000;

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
  readonly pool: pg.Pool;
  readonly devices: Pick<KnownDevices, 'forgetAllOf'>;
  readonly now: () => number;
}

/**
 * Sessions: random 256-bit tokens, stored as hashes. Used ones are cached, so that an order needs no database read. Ending
 * a session removes it from the cache before the database is changed, and a look-up already running does not add it again.
 */
export class Sessions implements Authenticator {
  readonly #options: SessionsOptions;
  /** By token hash; the oldest first. */
  readonly #known = new Map<string, Known>();
  readonly #hashOfId = new Map<number, string>();
  readonly #listeners = new Set<(sessionIds: readonly number[]) => void>();
  readonly #hereListeners = new Set<(sessionIds: readonly number[]) => void>();
  #endings = 0;
  /** By the newest look, so that each ending is told once. */
  #endedLately: ReadonlySet<number> = new Set();
  #lookedAtMs: number = Infinity;

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
    this.#forget(ids);
    for (const listener of this.#listeners) listener(ids);
  }

  /** Takes up what other processes have ended and perhaps not told. To be called every second or so. */
  async catchUp(): Promise<void> {
    const nowMs = this.#options.now();
    const { rows } = await this.#options.pool.query<{ id: number }>(
      'select id::float8 as id from sessions where ended_at_ms >= $1',
      [Math.min(nowMs, this.#lookedAtMs) - CLOCKS_DIFFER_MS],
    );
    this.#lookedAtMs = nowMs;
    const recent = new Set(rows.map(({ id }) => id));
    const unknown = rows.map(({ id }) => id).filter(id => !this.#endedLately.has(id));
    this.#endedLately = recent;
    if (unknown.length > 0) this.endedElsewhere(unknown);
  }

  find(token: string): Session | null | Promise<Session | null> {
    const tokenHash = hashOf(token);
    const known = this.#known.get(tokenHash);
    if (known === undefined) return this.#load(tokenHash);
    const atMs = this.#options.now();
    if (atMs >= known.expiresAtMs) return this.end([known.session.id]).then(() => null);
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
    this.#forget(ids);
    const result = await this.#options.pool.query(
      'update sessions set ended_at_ms = $2 where id = any($1) and ended_at_ms is null',
      [ids, this.#options.now()],
    );
    // Again: a look-up may have cached one between the two.
    this.#forget(ids);
    for (const listener of this.#listeners) listener(ids);
    for (const listener of this.#hereListeners) listener(ids);
    return result.rowCount ?? 0;
  }

  /**
   * Ends all sessions of a customer and forgets their devices, except the kept ones; returns the number of ended sessions.
   */
  async endAllOf(
    customerId: number,
    keep: { readonly sessionId?: number; readonly deviceId?: number | null } = {},
  ): Promise<number> {
    await this.#options.devices.forgetAllOf({ customerId }, keep.deviceId ?? null);
    const { rows } = await this.#options.pool.query<{ id: string }>(
      'select id from sessions where customer_id = $1 and ended_at_ms is null and id is distinct from $2',
      [customerId, keep.sessionId ?? null],
    );
    return rows.length === 0 ? 0 : this.end(rows.map(row => Number(row.id)));
  }

  async setLanguage(session: Session, language: Language): Promise<void> {
    await this.#options.pool.query('update sessions set language = $2 where id = $1', [session.id, language]);
    const known = this.#known.get(this.#hashOfId.get(session.id) ?? '');
    if (known !== undefined) known.session = { ...known.session, language };
  }

  async #load(tokenHash: string): Promise<Session | null> {
    const endings = this.#endings;
    const atMs = this.#options.now();
    const { rows } = await this.#options.pool.query<Session & Omit<Known, 'session'>>(
      `select id::float8 as id, customer_id as "customerId", device_id::float8 as "deviceId", language,
              expires_at_ms::float8 as "expiresAtMs", last_seen_at_ms::float8 as "seenAtMs" from sessions
        where token_hash = $1 and ended_at_ms is null and expires_at_ms > $2`,
      [bytesOf(tokenHash), atMs],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { expiresAtMs, seenAtMs, ...session } = row;
    // If any session ended while this was read, it may be this one: the next call reads again.
    if (endings === this.#endings) {
      const known = { session, expiresAtMs, seenAtMs };
      this.#remember(tokenHash, known);
      if (atMs - known.seenAtMs >= SEEN_EVERY_MS) this.#touch(known, atMs);
    }
    return session;
  }

  #remember(tokenHash: string, known: Known): void {
    const [oldest] = this.#known;
    if (this.#known.size >= KEPT_IN_MEMORY && oldest !== undefined) {
      this.#known.delete(oldest[0]);
      this.#hashOfId.delete(oldest[1].session.id);
    }
    this.#known.set(tokenHash, known);
    this.#hashOfId.set(known.session.id, tokenHash);
  }

  #forget(ids: readonly number[]): void {
    this.#endings++;
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
        'update sessions set last_seen_at_ms = $2, expires_at_ms = $3 where id = $1 and ended_at_ms is null',
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
