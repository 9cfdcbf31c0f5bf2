import type pg from 'pg';
import type { Caller } from '../../http/caller.ts';
import { shortAddress } from './short-address.ts';
import type { SecondFactor } from './two-factor.ts';

/** How a login succeeded or failed. */
export type LoginMethod = 'register' | 'password' | 'passkey' | SecondFactor;

const KEPT_MS = 400 * 86_400_000;

interface LoginRecord {
  readonly id: number;
  readonly atMs: number;
  readonly method: LoginMethod;
  readonly succeeded: boolean;
  readonly device: string;
  /** Without its last part. */
  readonly address: string;
}

export interface LoginHistoryOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/** Successful and failed logins. */
export class LoginHistory {
  readonly #options: LoginHistoryOptions;

  constructor(options: LoginHistoryOptions) {
    this.#options = options;
  }

  /** Records a login; true if the customer has logged in before, but not from this kind of device. */
  async succeeded(
    db: Pick<pg.ClientBase, 'query'>,
    customerId: number,
    method: LoginMethod,
    caller: Pick<Caller, 'device' | 'address'>,
  ): Promise<boolean> {
    const { rows } = await db.query<{ is_new: boolean }>(
      `with before as (
         select count(*) as logins, count(*) filter (where device_key = $4) as from_this
           from login_history where customer_id = $1 and succeeded)
       insert into login_history (customer_id, at_ms, method, succeeded, device, device_key, address)
       values ($1, $2, $3, true, $5, $4, $6)
       returning (select logins > 0 and from_this = 0 from before) as is_new`,
      [
        customerId,
        this.#options.now(),
        method,
        deviceKey(caller.device),
        caller.device,
        shortAddress(caller.address),
      ],
    );
    return rows[0]?.is_new === true;
  }

  /** Null: for an account that does not exist; takes as long. */
  async failed(
    customerId: number | null,
    method: LoginMethod,
    caller: Pick<Caller, 'device' | 'address'>,
  ): Promise<void> {
    await this.#options.pool.query(
      `insert into login_history (customer_id, at_ms, method, succeeded, device, device_key, address)
       select id, $2, $3, false, $4, $5, $6 from customers where id = $1`,
      [
        customerId,
        this.#options.now(),
        method,
        caller.device,
        deviceKey(caller.device),
        shortAddress(caller.address),
      ],
    );
  }

  /** Newest first. */
  async list(customerId: number, beforeId: number | null, limit: number): Promise<LoginRecord[]> {
    const { rows } = await this.#options.pool.query<LoginRecord>(
      `select id::float8 as id, at_ms::float8 as "atMs", method, succeeded, device, address from login_history
        where customer_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [customerId, beforeId, limit],
    );
    return rows;
  }

  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from login_history where at_ms < $1', [now() - KEPT_MS]);
  }
}

/** Without version numbers, so that a browser update does not count as a new device. */
function deviceKey(device: string): string {
  return device.replaceAll(/\d+(?:[._]\d+)*/g, '#');
}
