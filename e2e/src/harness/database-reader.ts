import type { Database } from '@tallystick/server/database/database';

/** Prices only: these tables are long and hold nothing of a customer. */
const PRICES = ['price_ticks', 'candles', 'contract_candles', 'candle_progress'];
/** Shorter secrets occur in hashes and times by chance: they count only as whole words. */
const LONG = 8;

/** Reads what the server has written, as an attacker with the database would. */
export class DatabaseReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The currencies whose balances of all accounts together are not zero, with the sum in minor units. */
  async sumsOtherThanZero(): Promise<{ currency_id: number; sum: string }[]> {
    const { rows } = await this.#database.pool.query<{ currency_id: number; sum: string }>(
      'select currency_id, sum(available_minor + frozen_minor)::text as sum from balances group by 1 order by 1',
    );
    if (rows.length === 0) throw new Error('there are no balances at all');
    return rows.filter(row => row.sum !== '0');
  }

  /** A customer's spot account in minor units: what is free, frozen, and frozen by pending withdrawals. */
  async spot(
    customerId: number,
    currencyId: number,
  ): Promise<{ free: string; frozen: string; pending: string }> {
    const { rows } = await this.#database.pool.query<{ free: string; frozen: string; pending: string }>(
      `select coalesce(sum(available_minor), 0)::text as free, coalesce(sum(frozen_minor), 0)::text as frozen,
              (select coalesce(sum(amount_minor), 0)::text from withdrawal_states
                where customer_id = $1 and currency_id = $2 and state = 'pending') as pending
         from balances where owner_id = $1 and account = 'spot' and currency_id = $2`,
      [customerId, currencyId],
    );
    return rows[0]!;
  }

  async customerId(email: string): Promise<number> {
    const { rows } = await this.#database.pool.query<{ id: number }>(
      'select id from customers where email = $1',
      [email],
    );
    if (rows[0] === undefined) throw new Error(`nobody registered as ${email}`);
    return rows[0].id;
  }

  /**
   * The tables in which a secret can be read, as text or bytes, in any case: `table: secret`. Short numbers should begin with
   * a zero, as amounts never do.
   */
  async readable(secrets: readonly (string | Buffer)[]): Promise<string[]> {
    const { rows: tables } = await this.#database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname <> all ($1) order by 1`,
      [PRICES],
    );
    // PostgreSQL writes bytes in hexadecimal.
    const needles = secrets.flatMap(secret => {
      const spellings = typeof secret === 'string' ? [secret, secret.toLowerCase()] : [];
      const texts = typeof secret === 'string' ? [secret.toLowerCase()] : [];
      const bytes = typeof secret === 'string' ? spellings.map(one => Buffer.from(one)) : [secret];
      return [...texts, ...bytes.map(one => one.toString('hex'))].map(text => ({
        secret,
        text: patternOf(text),
      }));
    });
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await this.#database.pool.query<{ text: string }>(
        `select needle as text from unnest($1::text[]) as needle
          where exists (select from "${name}" as one where lower(one::text) ~ needle)`,
        [needles.map(one => one.text)],
      );
      for (const { text } of rows) {
        const secret = needles.find(one => one.text === text)?.secret;
        found.push(`${name}: ${typeof secret === 'string' ? secret : 'a picture'}`);
      }
    }
    return [...new Set(found)];
  }
}

/** A regular expression of PostgreSQL for a text. */
function patternOf(text: string): string {
  const escaped = text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
  return text.length < LONG ? `(^|[^0-9a-z.])${escaped}($|[^0-9a-z])` : escaped;
}
