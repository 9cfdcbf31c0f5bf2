import type pg from 'pg';
import { MINUTE_MS } from '@tallystick/core/durations';
import { CallFailure } from '../../http/call-failure.ts';
import type { Session } from '../../http/session.ts';
import type { KnownDevices } from '../account/known-devices.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

export type TryKind = 'fund_password' | 'two_factor';

export const MAX_TRIES = 5;
/**
 * The first lock after five wrong tries; each further one, without a right try in between, is twice as long, up to a day.
 * At five tries a day, trying a million codes takes five centuries; with ten devices, half a century.
 */
const LOCK_MS: Readonly<Record<TryKind, number>> = {
  fund_password: 60 * MINUTE_MS,
  two_factor: 30 * MINUTE_MS,
};
const LOCKED = { fund_password: 'fund_password_locked', two_factor: 'two_factor_locked' } as const;

const LONGEST_LOCK_MS = 24 * 60 * MINUTE_MS;

/** Who tries: a session, or somebody logging in. */
export type Tryer = Pick<Session, 'customerId' | 'deviceId'>;

export interface TriesOptions {
  readonly pool: pg.Pool;
  readonly devices: Pick<KnownDevices, 'isTrusted'>;
  readonly now: () => number;
}

/**
 * Limits tries at six-digit secrets. A try is counted before it is checked, so that simultaneous tries gain nothing; a right
 * one resets the count. Each trusted device of the customer has its own count and all others share one, so that somebody
 * who knows only the password cannot lock the owner out.
 */
export class Tries {
  readonly #options: TriesOptions;

  constructor(options: TriesOptions) {
    this.#options = options;
  }

  /** Counts a try; returns how many are left if it is wrong. Throws …_locked with the seconds to wait. */
  async take(by: Tryer, kind: TryKind): Promise<number> {
    const { pool, now } = this.#options;
    const who = await this.whoIs(by);
    const atMs = now();
    const { rows } = await pool.query<{ failures: number }>(
      `insert into security_tries as t (customer_id, kind, who, failures, locked_until_ms) values ($1, $2, $6, 1, 0)
       on conflict (customer_id, kind, who) do update set
         failures = case when t.locked_until_ms = 0 then t.failures + 1 else 1 end,
         locked_until_ms = case when t.locked_until_ms = 0 and t.failures + 1 >= $4
           then $3::bigint + least($5::bigint * (2 ^ least(t.locks, 10))::bigint, $7::bigint) else 0 end,
         locks = case when t.locked_until_ms = 0 and t.failures + 1 >= $4 then t.locks + 1 else t.locks end
         where t.locked_until_ms <= $3
       returning failures`,
      [by.customerId, kind, atMs, MAX_TRIES, LOCK_MS[kind], who, LONGEST_LOCK_MS],
    );
    const [row] = rows;
    if (row !== undefined) return MAX_TRIES - row.failures;
    const until = (await this.#lockedUntil(by.customerId, kind, who)) ?? atMs;
    throw new CallFailure(LOCKED[kind], { retry_after_s: Math.max(1, Math.ceil((until - atMs) / 1000)) });
  }

  /** Resets the count of who tried. Call `whoIs` before the transaction begins. */
  async clear(
    customerId: number,
    kind: TryKind,
    who: string,
    db: Queries = this.#options.pool,
  ): Promise<void> {
    await db.query('delete from security_tries where customer_id = $1 and kind = $2 and who = $3', [
      customerId,
      kind,
      who,
    ]);
  }

  /** Resets all counts, because the secret has changed. */
  async clearAll(customerId: number, kind: TryKind, db: Queries): Promise<void> {
    await db.query('delete from security_tries where customer_id = $1 and kind = $2', [customerId, kind]);
  }

  /** Those who share a name share a count. */
  async whoIs({ deviceId }: Tryer): Promise<string> {
    return deviceId !== null && (await this.#options.devices.isTrusted(deviceId))
      ? `device:${deviceId}`
      : 'strangers';
  }

  /** Null: not locked. */
  async lockedUntil(by: Tryer, kind: TryKind): Promise<number | null> {
    return this.#lockedUntil(by.customerId, kind, await this.whoIs(by));
  }

  async #lockedUntil(customerId: number, kind: TryKind, who: string): Promise<number | null> {
    const { rows } = await this.#options.pool.query<{ until: string }>(
      `select locked_until_ms as until from security_tries
        where customer_id = $1 and kind = $2 and who = $4 and locked_until_ms > $3`,
      [customerId, kind, this.#options.now(), who],
    );
    return rows[0] === undefined ? null : Number(rows[0].until);
  }
}
