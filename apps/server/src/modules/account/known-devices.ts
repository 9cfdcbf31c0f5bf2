import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import type { Browser } from '../../http/browser.ts';

/** A device unused for this long is forgotten. */
const IDLE_LIFETIME_MS = 180 * DAY_MS;
/** A device is trusted this long after a login with the password alone: time for the owner to read our mail and end it. */
const TRUST_AFTER_MS = DAY_MS;
const MAXIMUM = 10;
const ID_BYTES = 24;

/** Whose devices. Null: an account that does not exist; looking it up takes as long and finds none. */
export type DeviceOwner = { readonly customerId: number | null } | { readonly operatorId: number | null };

type Queries = Pick<pg.ClientBase, 'query'>;

export interface KnownDevicesOptions {
  readonly pool: pg.Pool;
  /** 32 bytes; signs what browsers are given. */
  readonly secret: Buffer;
  readonly now: () => number;
  /** Whether customers use https, so that the cookie can be marked `Secure`. */
  readonly secure: boolean;
}

/**
 * Devices that have logged in to an account before. A browser gets one random id, signed by the server. Each account
 * stores its own HMAC of the id: a device known to one account is unknown to every other, and neither cookie nor row can
 * be forged without the server's secret. A second HMAC, of the id alone, only shows that an operator and a customer use
 * one browser; it gives no access.
 */
export class KnownDevices {
  readonly #options: KnownDevicesOptions;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
  }

  /** Identifies a browser for rate limits. Null: it has no cookie, or not one of this server. */
  nameOf(browser: Pick<Browser, 'token'>): string | null {
    const id = this.#idOf(browser);
    return id === null ? null : `browser:${this.#hmac('name', id).toString('base64url')}`;
  }

  /** Gives the browser an id unless it has one. */
  introduce(browser: Browser): string {
    const id = this.#idOf(browser) ?? randomBytes(ID_BYTES).toString('base64url');
    browser.keep(`${id}.${this.#signatureOf(id)}`, this.#options.secure);
    return id;
  }

  /** The id of the device, if the account knows it. */
  async find(owner: DeviceOwner, browser: Browser): Promise<number | null> {
    const id = this.#idOf(browser);
    if (id === null) return null;
    const { pool, now } = this.#options;
    const { rows } = await pool.query<{ id: string }>(
      'select id from known_devices where key = $1 and last_used_at_ms > $2',
      [this.#keyOf(owner, id), now() - IDLE_LIFETIME_MS],
    );
    return rows[0] === undefined ? null : Number(rows[0].id);
  }

  /** Whether any account, of a customer or an operator, knows the browser. */
  async isKnown(browser: Pick<Browser, 'token'>): Promise<boolean> {
    const id = this.#idOf(browser);
    if (id === null) return false;
    const { pool, now } = this.#options;
    const { rowCount } = await pool.query(
      'select from known_devices where browser = $1 and last_used_at_ms > $2 limit 1',
      [this.#hmac('link', id), now() - IDLE_LIFETIME_MS],
    );
    return rowCount === 1;
  }

  /**
   * Makes the browser a known device, or notes that it was used; returns its id. `proof`: whether the user has shown
   * more than the password. Above the maximum, devices not trusted yet are dropped first, then those unused for longest.
   */
  async remember(owner: DeviceOwner, browser: Browser, proof: 'password' | 'more'): Promise<number> {
    const { pool, now } = this.#options;
    const browserId = this.introduce(browser);
    const key = this.#keyOf(owner, browserId);
    const atMs = now();
    const [customerId, operatorId] =
      'customerId' in owner ? [owner.customerId, null] : [null, owner.operatorId];
    const { rows } = await pool.query<{ id: string }>(
      `insert into known_devices as d (customer_id, operator_id, key, last_used_at_ms, trusted_from_ms, browser)
       values ($1, $2, $3, $4, $5, $7)
       on conflict (key) do update set last_used_at_ms = $4, browser = $7,
         trusted_from_ms = case when d.last_used_at_ms > $6 then least(d.trusted_from_ms, $5) else $5 end
       returning id`,
      [
        customerId,
        operatorId,
        key,
        atMs,
        proof === 'more' ? atMs : atMs + TRUST_AFTER_MS,
        atMs - IDLE_LIFETIME_MS,
        this.#hmac('link', browserId),
      ],
    );
    const id = Number(rows[0]?.id);
    await pool.query(
      `delete from known_devices where id in (
         select id from known_devices where customer_id is not distinct from $1 and operator_id is not distinct from $2
          order by id <> $3, trusted_from_ms > $4, last_used_at_ms desc, id desc offset $5)`,
      [customerId, operatorId, id, atMs, MAXIMUM],
    );
    return id;
  }

  /** Whether the device has its own tries, not shared with unknown devices. */
  async isTrusted(id: number): Promise<boolean> {
    const { pool, now } = this.#options;
    const { rowCount } = await pool.query(
      'select from known_devices where id = $1 and trusted_from_ms <= $2',
      [id, now()],
    );
    return rowCount === 1;
  }

  /** Forgets all of an account's devices but one, and ends login links, which would add new ones. */
  async forgetAllOf(
    owner: DeviceOwner,
    exceptId: number | null = null,
    db: Queries = this.#options.pool,
  ): Promise<void> {
    const [column, id] =
      'customerId' in owner ? ['customer_id', owner.customerId] : ['operator_id', owner.operatorId];
    await db.query(`delete from known_devices where ${column} = $1 and id is distinct from $2`, [
      id,
      exceptId,
    ]);
    await db.query(`delete from login_links where ${column} = $1`, [id]);
  }

  async forget(id: number): Promise<void> {
    await this.#options.pool.query('delete from known_devices where id = $1', [id]);
  }

  /** Forgets the device of one session, unless it is the kept one. */
  async forgetDeviceOf(sessionId: number, keptId: number | null): Promise<void> {
    await this.#options.pool.query(
      `delete from known_devices where id = (select device_id from sessions where id = $1) and id is distinct from $2`,
      [sessionId, keptId],
    );
  }

  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from known_devices where last_used_at_ms <= $1', [now() - IDLE_LIFETIME_MS]);
  }

  #idOf({ token }: Pick<Browser, 'token'>): string | null {
    const [id = '', signature = ''] = token?.split('.', 2) ?? [];
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.#signatureOf(id))];
    return id !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  #signatureOf(id: string): string {
    return this.#hmac('signature', id).toString('base64url');
  }

  #keyOf(owner: DeviceOwner, id: string): Buffer {
    const account =
      'customerId' in owner ? `customer:${owner.customerId ?? 0}` : `operator:${owner.operatorId ?? 0}`;
    return this.#hmac(account, id);
  }

  #hmac(use: string, id: string): Buffer {
    return createHmac('sha256', this.#options.secret).update(`browser\n${use}\n${id}`).digest();
  }
}
