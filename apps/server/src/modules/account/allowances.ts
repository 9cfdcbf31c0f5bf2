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
 * What may be tried how often. Within any time t at most burst + t / every are taken (the generic cell rate
 * algorithm, as in ITU-T I.371), however many come at the same moment: one statement takes one.
 */
export class Allowances {
  readonly #options: AllowancesOptions;

  constructor(options: AllowancesOptions) {
    this.#options = options;
  }

  /**
   * Takes one. Returns 0, or if nothing is left the milliseconds until there is. `db`: within that transaction, which
   * gives it back when it fails.
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

  /** Puts one back: what was tried was right. */
  async giveBack(key: string, { everyMs }: Allowance): Promise<void> {
    await this.#options.pool.query('update allowances set full_at_ms = full_at_ms - $2 where key = $1', [
      key,
      everyMs,
    ]);
  }

  async clear(key: string): Promise<void> {
    await this.#options.pool.query('delete from allowances where key = $1', [key]);
  }

  /** Drops those that are full: as if they had never been used. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from allowances where full_at_ms <= $1', [now()]);
  }
}
