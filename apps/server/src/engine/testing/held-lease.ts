import type { Pool, PoolClient } from 'pg';

/** Holds the writer's lease, which every batch needs before it writes: commits wait until it is released. */
export class HeldLease {
  readonly #pool: Pool;
  #holder: PoolClient | null;

  private constructor(pool: Pool, holder: PoolClient) {
    this.#pool = pool;
    this.#holder = holder;
  }

  static async take(pool: Pool): Promise<HeldLease> {
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from engine_lease for update');
    return new HeldLease(pool, holder);
  }

  /** Whether a batch is waiting for the lease. */
  async isWaitedFor(): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `select 1 from pg_stat_activity where datname = current_database()
       and application_name = 'tallystick writer' and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  }

  /** Lets waiting batches commit. Safe to call twice. */
  async letGo(): Promise<void> {
    const holder = this.#holder;
    this.#holder = null;
    await holder?.query('rollback');
    holder?.release();
  }
}
