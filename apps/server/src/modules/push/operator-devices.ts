import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { PERMISSIONS } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import { countRows, type Queries } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { Vault } from '../../vault/vault.ts';
import { MOST_PUSH_DEVICES } from './devices.ts';
import type { PushServices } from './endpoint.ts';
import {
  openSubscription,
  holdBrowser,
  sealSubscription,
  type Pushable,
  type Subscription,
} from './subscription.ts';

export interface OperatorPushDevicesOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly services: PushServices;
  readonly now: () => number;
}

/**
 * The browsers in which operators get alerts. They outlive sessions, because alerts matter most while the desk is
 * closed. They end with the account, with a colleague's change of it, and with a password change.
 */
export class OperatorPushDevices implements Pushable {
  readonly #options: OperatorPushDevicesOptions;

  constructor(options: OperatorPushDevicesOptions) {
    this.#options = options;
  }

  /**
   * A known browser moves to this operator, even from another person. Throws `push_endpoint_refused`,
   * `push_keys_invalid`, `too_many_push_devices`.
   */
  async subscribe(
    operator: Operator,
    input: DeskRequest<'POST desk/push_subscribe'>,
  ): Promise<DeskOutput<'POST desk/push_subscribe'>> {
    const { pool, vault, services, now } = this.#options;
    const kept = sealSubscription(input, services, vault);
    const { service, sealed, fingerprints } = kept;
    return inTransaction(pool, async client => {
      // The lock makes the count exact and excludes a simultaneous removal of the operator.
      const { rows: sessions } = await client.query<{ device: string }>(
        `select s.device from operators o join operator_sessions s on s.operator_id = o.id
          where s.id = $1 and s.ended_at_ms is null and o.active for update of o`,
        [operator.sessionId],
      );
      if (sessions[0] === undefined) throw new CallFailure('session_invalid');
      await holdBrowser(client, kept);
      await client.query('delete from operator_push_devices where fingerprint = any ($1::bytea[])', [
        fingerprints,
      ]);
      const others = await countRows(client, 'operator_push_devices where operator_id = $1', [operator.id]);
      if (others >= MOST_PUSH_DEVICES) {
        throw new CallFailure('too_many_push_devices', { maximum: MOST_PUSH_DEVICES });
      }
      const { rows } = await client.query<{ id: number }>(
        `insert into operator_push_devices (operator_id, fingerprint, service, sealed, device, created_at_ms)
         values ($1, $2, $3, $4, $5, $6) returning id::float8 as id`,
        [operator.id, fingerprints[0], service, sealed, sessions[0].device, now()],
      );
      return { device_id: rows[0]!.id };
    });
  }

  /** Throws not_found, also for another operator's device. */
  async unsubscribe(operator: Operator, deviceId: number): Promise<Record<never, never>> {
    const { rowCount } = await this.#options.pool.query(
      'delete from operator_push_devices where id = $1 and operator_id = $2',
      [deviceId, operator.id],
    );
    if (rowCount === 0) throw new CallFailure('not_found', { field: 'device_id' });
    return {};
  }

  async list(operator: Operator): Promise<DeskOutput<'GET desk/push_devices'>> {
    const { rows } = await this.#options.pool.query<DeskOutput<'GET desk/push_devices'>['items'][number]>(
      `select id::float8 as id, service, device, created_at_ms::float8 as created_at_ms,
              delivered_at_ms::float8 as delivered_at_ms
         from operator_push_devices where operator_id = $1 order by id desc`,
      [operator.id],
    );
    return { items: rows, most: MOST_PUSH_DEVICES };
  }

  /** Null for operators who were removed or lost the right to read alerts since. */
  async find(deviceId: string): Promise<Subscription | null> {
    const { pool, vault } = this.#options;
    const { rows } = await pool.query<{ fingerprint: Buffer; sealed: Buffer }>(
      `select d.fingerprint, d.sealed from operator_push_devices d join operators o on o.id = d.operator_id
        where d.id = $1 and o.active and o.role = any ($2)`,
      [deviceId, PERMISSIONS['alert.read']],
    );
    const [row] = rows;
    return row === undefined ? null : openSubscription(row, vault);
  }

  async delivered(deviceId: string): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('update operator_push_devices set delivered_at_ms = $2 where id = $1', [
      deviceId,
      now(),
    ]);
  }

  async remove(deviceId: string): Promise<void> {
    await this.#options.pool.query('delete from operator_push_devices where id = $1', [deviceId]);
  }
}

/** Call it in the transaction that changes the account: removes all of that operator's browsers. */
export async function forgetPushDevicesOf(db: Queries, operatorId: number): Promise<void> {
  await db.query('delete from operator_push_devices where operator_id = $1', [operatorId]);
}

const PREFIX = 'operator:';

/** An operator device's name in the outbox; customers' devices there are plain numbers. */
export function recipientOf(operatorDeviceId: string): string {
  return PREFIX + operatorDeviceId;
}

/** One sender for both kinds of devices. */
export function pushableOf(customers: Pushable, operators: Pushable): Pushable {
  const of = (recipient: string): readonly [Pushable, string] =>
    recipient.startsWith(PREFIX) ? [operators, recipient.slice(PREFIX.length)] : [customers, recipient];
  const passed =
    <Answer>(call: (devices: Pushable, id: string) => Promise<Answer>) =>
    (recipient: string): Promise<Answer> =>
      call(...of(recipient));
  return {
    find: passed((devices, id) => devices.find(id)),
    delivered: passed((devices, id) => devices.delivered(id)),
    remove: passed((devices, id) => devices.remove(id)),
  };
}
