import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { Customer } from '../account/store.ts';
import { newToken, tokenHash } from '../account/token.ts';

export const TICKET_LIFETIME_MS = 5 * 60_000;

export interface LoginTicketsOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/** Tickets for logins whose password was right and whose second factor is awaited: valid once, for five minutes. */
export class LoginTickets {
  readonly #options: LoginTicketsOptions;

  constructor(options: LoginTicketsOptions) {
    this.#options = options;
  }

  /** Throws login_failed if the password was changed since it was checked. */
  async issue(customer: Customer): Promise<string> {
    const { pool, now } = this.#options;
    const ticket = newToken();
    // The lock waits for a change of the password that is under way, which deletes open tickets.
    const { rowCount } = await pool.query(
      `insert into login_tickets (token_hash, customer_id, expires_at_ms)
       select $1, id, $3 from customers
        where id = $2 and password_hash is not distinct from $4 for share`,
      [tokenHash(ticket), customer.id, now() + TICKET_LIFETIME_MS, customer.passwordHash],
    );
    if (rowCount !== 1) throw new CallFailure('login_failed');
    return ticket;
  }

  /** The ticket's customer. Throws second_factor_expired. */
  async read(ticket: string): Promise<number> {
    const { pool, now } = this.#options;
    const { rows } = await pool.query<{ customer_id: number }>(
      'select customer_id from login_tickets where token_hash = $1 and expires_at_ms > $2',
      [tokenHash(ticket), now()],
    );
    return rows[0]?.customer_id ?? expired();
  }

  /** Uses up the ticket. Throws second_factor_expired if it was used meanwhile, or ended by a change of the password. */
  async take(ticket: string): Promise<void> {
    const { pool, now } = this.#options;
    const { rowCount } = await pool.query(
      'delete from login_tickets where token_hash = $1 and expires_at_ms > $2',
      [tokenHash(ticket), now()],
    );
    if (rowCount !== 1) expired();
  }

  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from login_tickets where expires_at_ms <= $1', [now()]);
  }
}

function expired(): never {
  throw new CallFailure('second_factor_expired', { field: 'ticket' });
}
