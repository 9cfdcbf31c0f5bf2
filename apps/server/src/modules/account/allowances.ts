import type pg from 'pg';

/** `burst` at once, and one more every `everyMs`. */
export interface Allowance {
  readonly burst: number;
  readonly everyMs: number;
}

export interface AllowancesOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/**
 * Rate limits, by the generic cell rate algorithm (ITU-T I.371): within any time t, at most burst + t / every are taken.
 * One SQL statement takes one, so the limit also holds for simultaneous requests.
 */
export class Allowances {
  readonly #options: AllowancesOptions;

  constructor(options: AllowancesOptions) {
    this.#options = options;
  }

  /**
   * Takes one. Returns 0, or the milliseconds to wait if nothing is left. `db`: the transaction it belongs to; if that is
   * rolled back, nothing was taken.
   */
  async take(
    key: string,
    { burst, everyMs }: Allowance,
    db: Pick<pg.ClientBase, 'query'> = this.#options.pool,
  ): Promise<number> {
    const atMs = this.#options.now();
    const { rowCount } = await db.query(
      `insert into allowances as a (key, full_at_ms) values ($1, $2::bigint + $3::bigint)
       on conflict (key) do update set full_at_ms = greatest(a.full_at_ms, $2::bigint) + $3::bigint
         where greatest(a.full_at_ms, $2::bigint) <= $2::bigint + $3::bigint * ($4::bigint - 1)`,
      [key, atMs, everyMs, burst],
    );
    if (rowCount === 1) return 0;
    const { rows } = await db.query<{ full_at_ms: string }>(
      'select full_at_ms from allowances where key = $1',
      [key],
    );
    return Math.max(1, Number(rows[0]?.full_at_ms ?? 0) - everyMs * (burst - 1) - atMs);
  }

  /** Gives one back, because the attempt was right. */
  async giveBack(key: string, { everyMs }: Allowance): Promise<void> {
    await this.#options.pool.query('update allowances set full_at_ms = full_at_ms - $2 where key = $1', [
      key,
      everyMs,
    ]);
  }

  async clear(key: string): Promise<void> {
    await this.#options.pool.query('delete from allowances where key = $1', [key]);
  }

  /** Deletes limits that are full again: they equal ones that were never used. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from allowances where full_at_ms <= $1', [now()]);
  }
}
