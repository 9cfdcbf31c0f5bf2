import { HOUR_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { insertRow } from '../../database/rows.ts';

/** The change that caused it. */
type HoldReason = 'password' | 'fund_password' | 'two_factor' | 'passkey' | 'contact' | 'recovery';

export interface Hold {
  readonly reason: HoldReason;
  readonly untilMs: number;
}

/** From the second operator's approval until a lost second factor is removed; no setting shortens it. */
export const RECOVERY_WAIT_MS = 72 * HOUR_MS;

export interface HoldsOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
  /** As operators have set it. */
  readonly holdHours: () => number;
}

/** After security changes that a thief would make, withdrawals are on hold, usually for a day: time for the owner to read our mail. */
export class Holds {
  readonly #options: HoldsOptions;

  constructor(options: HoldsOptions) {
    this.#options = options;
  }

  /** How long, as operators have set it. */
  get hours(): number {
    return this.#options.holdHours();
  }

  /** In the transaction of the change that causes it. */
  async start(client: pg.ClientBase, customerId: number, reason: HoldReason): Promise<Hold> {
    const atMs = this.#options.now();
    const untilMs = atMs + this.#options.holdHours() * HOUR_MS;
    await insertRow(client, 'withdrawal_holds', { customerId, reason, startedAtMs: atMs, untilMs });
    return { reason, untilMs };
  }

  /**
   * The hold on the customer's withdrawals that ends last; null if there is none. A recovery of the second factor is one,
   * too: until it is completed and the hold after it ends, or, before its approval, the earliest time that could be.
   */
  async current(customerId: number): Promise<Hold | null> {
    const { rows } = await this.#options.pool.query<Hold>(
      `select reason, until_ms::float8 as "untilMs" from (
         select id, reason, until_ms from withdrawal_holds where customer_id = $1 and until_ms > $2
         union all
         select id, 'recovery', coalesce(ready_at_ms, $2::bigint + $3) + $4 from factor_recoveries
          where customer_id = $1 and state in ('under_review', 'waiting')
       ) as all_holds order by until_ms desc, id desc limit 1`,
      [customerId, this.#options.now(), RECOVERY_WAIT_MS, this.#options.holdHours() * HOUR_MS],
    );
    return rows[0] ?? null;
  }
}
