import type pg from 'pg';

/**
 * Tables that a refused call may write to: attempt counters, records of the attempt, background work, the used key,
 * and a deposit address assigned on first use.
 */
const KEPT_OF_REFUSALS: readonly string[] = [
  'allowances',
  'candle_progress',
  'candles',
  'contract_candles',
  'chain_addresses',
  'desk_audit',
  'engine_lease',
  'feed_cursors',
  'first_answers',
  'idempotency',
  'login_guards',
  'login_history',
  'login_tickets',
  'operator_sessions',
  'outbox',
  'partition_times',
  'passkey_challenges',
  'security_tries',
  'sessions',
  'two_factors',
  'verification_codes',
];

/** A refused desk login is in the audit log, and so in the feed. */
const KEPT_ROWS: ReadonlyMap<string, string> = new Map([['office_events', "kind = 'operatorActed'"]]);

/** Detects which tables were written to. */
export class Changes {
  readonly #pool: pg.Pool;
  readonly #query: string;
  #marks: ReadonlyMap<string, string> = new Map();

  private constructor(pool: pg.Pool, query: string) {
    this.#pool = pool;
    this.#query = query;
  }

  static async watch(pool: pg.Pool): Promise<Changes> {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
         and relkind in ('r', 'p') and not relispartition and relname <> all($1)`,
      [KEPT_OF_REFUSALS],
    );
    // A rewritten row has a higher xmin; a deleted one lowers the count.
    const marks = rows.map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ':' || coalesce(max(xmin::text::bigint), 0) as mark
         from ${name} where not (${KEPT_ROWS.get(name) ?? 'false'})`,
    );
    const changes = new Changes(pool, marks.join(' union all '));
    await changes.since();
    return changes;
  }

  /** The tables written to since the last call. */
  async since(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ name: string; mark: string }>({
      // Prepared, because planning it every time would take longer than the request under test.
      name: 'changes',
      text: this.#query,
    });
    const before = this.#marks;
    this.#marks = new Map(rows.map(({ name, mark }) => [name, mark]));
    return rows.filter(({ name, mark }) => before.get(name) !== mark).map(({ name }) => name);
  }
}
