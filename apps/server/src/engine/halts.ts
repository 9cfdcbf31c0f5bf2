import pg from 'pg';
import type { Pool } from '../database/pool.ts';
import { ExchangeHalted } from './engine-error.ts';

/** Columns of a row of `standing`. */
export interface Halt {
  readonly foundAt: string;
  readonly finder: string;
  readonly reason: string;
}

/** As JSON; null if nothing stops the exchange. */
export const STANDING_HALT = `(select json_build_object('foundAt', found_at, 'finder', finder, 'reason', reason)
  from halts where released_at is null)`;

/** Stops the exchange for good, in all its processes. What stopped it first stays the reason. */
export async function recordHalt(pool: Pick<Pool, 'ask'>, finder: string, reason: string): Promise<void> {
  // The tables need not have what the journal has: this may be why.
  await pool.ask(
    `insert into halts (finder, reason) values (${pg.escapeLiteral(finder)}, ${pg.escapeLiteral(reason)})
     on conflict do nothing`,
  );
}

/** Throws ExchangeHalted while the exchange is stopped for good. */
export async function refuseHalted(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await db.query<{ halt: Halt | null }>(`select ${STANDING_HALT} as halt`);
  const halt = rows[0]?.halt ?? null;
  if (halt !== null) throw haltedBy(halt);
}

export function haltedBy({ foundAt, finder, reason }: Halt): ExchangeHalted {
  return new ExchangeHalted(
    `the exchange was stopped for good at ${foundAt}, because ${finder} found: ${reason}. Find out why, put it right, then ` +
      'set released_at of its row in the table halts, and start all processes again',
  );
}
