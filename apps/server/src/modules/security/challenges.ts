import type pg from 'pg';

const LIFETIME_MS = 5 * 60_000;

export interface ChallengesOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/** Random values the authenticator signs: each can be answered once, for what it was made for, within minutes. */
export class Challenges {
  readonly #options: ChallengesOptions;

  constructor(options: ChallengesOptions) {
    this.#options = options;
  }

  /** `customerId` null: whoever answers. */
  async keep(challenge: string, purpose: 'add' | 'login', customerId: number | null): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query(
      'insert into passkey_challenges (challenge, purpose, customer_id, expires_at_ms) values ($1, $2, $3, $4)',
      [challenge, purpose, customerId, now() + LIFETIME_MS],
    );
  }

  /** False if there is no such challenge for this customer, or it was answered before, or is too old. */
  async take(challenge: string, purpose: 'add' | 'login', customerId: number | null): Promise<boolean> {
    const { pool, now } = this.#options;
    const { rows } = await pool.query<{ fits: boolean }>(
      `delete from passkey_challenges where challenge = $1
        returning purpose = $2 and customer_id is not distinct from $3 and expires_at_ms > $4 as fits`,
      [challenge, purpose, customerId, now()],
    );
    return rows[0]?.fits === true;
  }

  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from passkey_challenges where expires_at_ms <= $1', [now()]);
  }
}
