import type pg from 'pg';
import { countRows } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Session } from '../../http/session.ts';
import type { Vault } from '../../vault/vault.ts';
import type { PushServices } from './endpoint.ts';
import {
  openSubscription,
  holdBrowser,
  sealSubscription,
  type Pushable,
  type Subscription,
} from './subscription.ts';

/** One person's browsers. */
export const MOST_PUSH_DEVICES = 10;

export interface PushDevicesOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly services: PushServices;
  readonly now: () => number;
}

export interface PushDevice {
  readonly id: number;
  readonly sessionId: number;
  /** The push service's host name. */
  readonly service: string;
  readonly device: string;
  readonly createdAtMs: number;
  readonly deliveredAtMs: number | null;
}

/** The browsers customers get pushes in, each for as long as the session that enabled it. */
export class PushDevices implements Pushable {
  readonly #options: PushDevicesOptions;

  constructor(options: PushDevicesOptions) {
    this.#options = options;
  }

  /**
   * A known browser moves to this session, even from another customer. Throws `push_endpoint_refused`,
   * `push_keys_invalid`, `too_many_push_devices`.
   */
  async subscribe(session: Session, input: Subscription): Promise<number> {
    const { pool, vault, services, now } = this.#options;
    const kept = sealSubscription(input, services, vault);
    const { service, sealed, fingerprints } = kept;
    return inTransaction(pool, async client => {
      const { rows: sessions } = await client.query<{ device: string }>(
        `select s.device from sessions s join customers c on c.id = s.customer_id
          where s.id = $1 and s.ended_at_ms is null for update of c`,
        [session.id],
      );
      // The session was logged out meanwhile.
      if (sessions[0] === undefined) throw new CallFailure('session_invalid');
      await holdBrowser(client, kept);
      // A browser has one row, so enabling it again does not count twice.
      await client.query(
        'delete from push_devices where fingerprint = any ($1::bytea[]) or session_id = $2',
        [fingerprints, session.id],
      );
      const others = await countRows(client, 'push_devices where customer_id = $1', [session.customerId]);
      if (others >= MOST_PUSH_DEVICES)
        throw new CallFailure('too_many_push_devices', { maximum: MOST_PUSH_DEVICES });
      const { rows } = await client.query<{ id: number }>(
        `insert into push_devices (customer_id, session_id, fingerprint, service, sealed, device, created_at_ms)
         values ($1, $2, $3, $4, $5, $6, $7) returning id::float8 as id`,
        [session.customerId, session.id, fingerprints[0], service, sealed, sessions[0].device, now()],
      );
      return rows[0]!.id;
    });
  }

  /** Throws not_found, also for another customer's device. */
  async unsubscribe(customerId: number, deviceId: number): Promise<void> {
    const { rowCount } = await this.#options.pool.query(
      'delete from push_devices where id = $1 and customer_id = $2',
      [deviceId, customerId],
    );
    if (rowCount === 0) throw new CallFailure('not_found', { field: 'device_id' });
  }

  /** Newest first. */
  async list(customerId: number): Promise<PushDevice[]> {
    const { rows } = await this.#options.pool.query<PushDevice>(
      `select id::float8 as id, session_id::float8 as "sessionId", service, device,
              created_at_ms::float8 as "createdAtMs", delivered_at_ms::float8 as "deliveredAtMs"
         from push_devices where customer_id = $1 order by id desc`,
      [customerId],
    );
    return rows;
  }

  /** Removes the browsers of ended sessions. */
  async forgetSessions(ids: readonly number[]): Promise<void> {
    await this.#options.pool.query('delete from push_devices where session_id = any ($1::bigint[])', [ids]);
  }

  /** Null: the device is gone, or its session has ended. Throws VaultError. */
  async find(deviceId: string): Promise<Subscription | null> {
    const { pool, vault, now } = this.#options;
    const { rows } = await pool.query<{ fingerprint: Buffer; sealed: Buffer }>(
      `select d.fingerprint, d.sealed from push_devices d join sessions s on s.id = d.session_id
        where d.id = $1 and s.ended_at_ms is null and s.expires_at_ms > $2`,
      [deviceId, now()],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return openSubscription(row, vault);
  }

  async delivered(deviceId: string): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('update push_devices set delivered_at_ms = $2 where id = $1', [deviceId, now()]);
  }

  async remove(deviceId: string): Promise<void> {
    await this.#options.pool.query('delete from push_devices where id = $1', [deviceId]);
  }
}
