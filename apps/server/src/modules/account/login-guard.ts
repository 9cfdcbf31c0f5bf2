import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';

interface Rule {
  /** Failures that are free. */
  readonly after: number;
  readonly firstWaitMs: number;
}

/** One person mistyping, one account guessed from many addresses, one address guessing many accounts. */
const RULES = {
  pair: { after: 5, firstWaitMs: 30_000 },
  account: { after: 30, firstWaitMs: 60_000 },
  address: { after: 60, firstWaitMs: 60_000 },
} as const satisfies Record<string, Rule>;
type RuleName = keyof typeof RULES;

const LONGEST_WAIT_MS = 15 * 60_000;
/** Failures are forgotten this long after the last one. */
const FORGET_AFTER_MS = 24 * 3_600_000;

export interface LoginGuardOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/**
 * Makes guessing passwords slow: after some failures each further one doubles the wait, up to 15 minutes. It counts
 * for accounts that do not exist as for those that do.
 */
export class LoginGuard {
  readonly #options: LoginGuardOptions;

  constructor(options: LoginGuardOptions) {
    this.#options = options;
  }

  /** Throws account_locked with the seconds to wait. */
  async check(account: string, address: string): Promise<void> {
    const { pool, now } = this.#options;
    const { rows } = await pool.query<{ until: string | null }>(
      'select max(locked_until_ms) as until from login_guards where key = any($1)',
      [keysOf(account, address).map(([, key]) => key)],
    );
    const leftMs = Number(rows[0]?.until ?? 0) - now();
    if (leftMs > 0) throw new CallFailure('account_locked', { retry_after_s: Math.ceil(leftMs / 1000) });
  }

  async failed(account: string, address: string): Promise<void> {
    const { pool, now } = this.#options;
    const atMs = now();
    for (const [name, key] of keysOf(account, address)) {
      const { after, firstWaitMs } = RULES[name];
      await pool.query(
        `insert into login_guards as g (key, failures, last_failure_at_ms, locked_until_ms)
         values ($1, 1, $2, 0)
         on conflict (key) do update set
           failures = case when g.last_failure_at_ms < $2 - $3::bigint then 1 else g.failures + 1 end,
           last_failure_at_ms = $2,
           locked_until_ms = case
             when g.last_failure_at_ms >= $2 - $3::bigint and g.failures + 1 >= $4
             then $2 + least($5::bigint * (2 ^ least(g.failures + 1 - $4, 16))::bigint, $6::bigint)
             else 0 end`,
        [key, atMs, FORGET_AFTER_MS, after, firstWaitMs, LONGEST_WAIT_MS],
      );
    }
  }

  /** A right password clears what this person failed before, not what the address did to other accounts. */
  async succeeded(account: string, address: string): Promise<void> {
    const keys = keysOf(account, address).filter(([name]) => name !== 'address');
    await this.#options.pool.query('delete from login_guards where key = any($1)', [
      keys.map(([, key]) => key),
    ]);
  }

  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from login_guards where last_failure_at_ms < $1', [now() - FORGET_AFTER_MS]);
  }
}

function keysOf(account: string, address: string): [name: RuleName, key: string][] {
  const network = networkOf(address);
  return [
    ['pair', `pair:${account}:${network}`],
    ['account', `account:${account}`],
    ['address', `address:${network}`],
  ];
}
