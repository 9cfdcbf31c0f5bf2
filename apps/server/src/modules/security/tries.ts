import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';

export type TryKind = 'fund_password' | 'two_factor';

export const MAX_TRIES = 5;
const MINUTE_MS = 60_000;
/** How long five wrong tries lock; the hour for a fund password makes a million guesses last 22 years. */
const LOCK_MS: Readonly<Record<TryKind, number>> = {
  fund_password: 60 * MINUTE_MS,
  two_factor: 30 * MINUTE_MS,
};
const LOCKED = { fund_password: 'fund_password_locked', two_factor: 'two_factor_locked' } as const;

export interface TriesOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/**
 * Counts tries at secrets of six digits. A try is counted before it is checked, so that many at the same moment are
 * no more than five; a right one clears the count.
 */
export class Tries {
  readonly #options: TriesOptions;

  constructor(options: TriesOptions) {
    this.#options = options;
  }

  /** Takes one try and returns how many are left should it be wrong. Throws …_locked with the seconds to wait. */
  async take(customerId: number, kind: TryKind): Promise<number> {
    const { pool, now } = this.#options;
    const atMs = now();
    const { rows } = await pool.query<{ failures: number }>(
      `insert into security_tries as t (customer_id, kind, failures, locked_until_ms) values ($1, $2, 1, 0)
       on conflict (customer_id, kind) do update set
         failures = case when t.locked_until_ms = 0 then t.failures + 1 else 1 end,
         locked_until_ms = case when t.locked_until_ms = 0 and t.failures + 1 >= $4 then $3::bigint + $5 else 0 end
         where t.locked_until_ms <= $3
       returning failures`,
      [customerId, kind, atMs, MAX_TRIES, LOCK_MS[kind]],
    );
    const [row] = rows;
    if (row !== undefined) return MAX_TRIES - row.failures;
    const until = (await this.lockedUntil(customerId, kind)) ?? atMs;
    throw new CallFailure(LOCKED[kind], { retry_after_s: Math.max(1, Math.ceil((until - atMs) / 1000)) });
  }

  async clear(customerId: number, kind: TryKind, db: Pick<pg.ClientBase, 'query'> = this.#options.pool) {
    await db.query('delete from security_tries where customer_id = $1 and kind = $2', [customerId, kind]);
  }

  /** Null: not locked. */
  async lockedUntil(customerId: number, kind: TryKind): Promise<number | null> {
    const { rows } = await this.#options.pool.query<{ until: string }>(
      `select locked_until_ms as until from security_tries
        where customer_id = $1 and kind = $2 and locked_until_ms > $3`,
      [customerId, kind, this.#options.now()],
    );
    return rows[0] === undefined ? null : Number(rows[0].until);
  }
}
