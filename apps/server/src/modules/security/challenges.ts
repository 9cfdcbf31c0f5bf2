import type pg from 'pg';

const LIFETIME_MS = 5 * 60_000;

/** What an answer is good for, and nothing else. */
export type ChallengePurpose = 'add' | 'login' | 'proof';

export interface ChallengesOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/** Random values for authenticators to sign. Each is valid once, for one purpose, for a few minutes. */
export class Challenges {
  readonly #options: ChallengesOptions;

  constructor(options: ChallengesOptions) {
    this.#options = options;
  }

  /** `customerId` null: any customer may answer. */
  async keep(challenge: string, purpose: ChallengePurpose, customerId: number | null): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query(
      'insert into passkey_challenges (challenge, purpose, customer_id, expires_at_ms) values ($1, $2, $3, $4)',
      [challenge, purpose, customerId, now() + LIFETIME_MS],
    );
  }

  /** False if this customer has no such challenge, or it was answered or has expired. */
  async take(challenge: string, purpose: ChallengePurpose, customerId: number | null): Promise<boolean> {
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
