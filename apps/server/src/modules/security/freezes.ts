import type { Command } from '@tallystick/core';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Sessions } from '../account/sessions.ts';
import { submitAttempt } from '../../http/submit.ts';
import { finishEach } from '../../module/left-work.ts';
import type { Messenger } from '../notification/messenger.ts';

export const UNFREEZE_AFTER_MS = 24 * 3_600_000;

export type FrozenBy = 'customer' | 'desk';

export interface Freeze {
  readonly id: number;
  readonly customerId: number;
  readonly by: FrozenBy;
  readonly cancelOrders: boolean;
  readonly sinceMs: number;
  readonly lifted: boolean;
  readonly coreState: 'untold' | 'frozen' | 'lifted';
}

/** Times and ids stay exact in float8. */
const COLUMNS = `id::float8 as id, customer_id as "customerId", frozen_by as by, cancel_orders as "cancelOrders",
  frozen_at_ms::float8 as "sinceMs", lifted_at_ms is not null as lifted, core_state as "coreState"`;

export interface FreezesOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly sessions: Sessions;
  readonly messenger: Messenger;
  readonly now: () => number;
}

/**
 * Frozen accounts: all sessions end, and the core refuses orders, transfers and withdrawals. The row is written before the
 * core's commands, whose keys contain its id, so that `finish` can complete them after a crash.
 */
export class Freezes {
  readonly #options: FreezesOptions;

  constructor(options: FreezesOptions) {
    this.#options = options;
  }

  /** Null: not frozen. */
  async current(customerId: number): Promise<Freeze | null> {
    const { rows } = await this.#options.pool.query<Freeze>(
      `select ${COLUMNS} from account_freezes where customer_id = $1 and lifted_at_ms is null`,
      [customerId],
    );
    return rows[0] ?? null;
  }

  /**
   * Ends every session and forgets all devices but the kept one. If the desk freezes what the customer has frozen, only the
   * desk can lift it. Throws already_frozen.
   */
  async freeze(
    customerId: number,
    by: FrozenBy,
    cancelOrders: boolean,
    keptDeviceId: number | null = null,
  ): Promise<Freeze> {
    const { pool, sessions, messenger, now } = this.#options;
    const { freeze, ended } = await inTransaction(pool, async client => {
      const { rows } = await client.query<Freeze>(
        `insert into account_freezes as f (customer_id, frozen_by, cancel_orders, frozen_at_ms) values ($1, $2, $3, $4)
       on conflict (customer_id) where lifted_at_ms is null do update set frozen_by = 'desk'
         where $2 = 'desk' and f.frozen_by = 'customer'
       returning ${COLUMNS}`,
        [customerId, by, cancelOrders, now()],
      );
      if (rows[0] === undefined) throw new CallFailure('already_frozen');
      await messenger.write(client, customerId, 'accountFrozen');
      return { freeze: rows[0], ended: await sessions.endAllIn(client, customerId, keptDeviceId) };
    });
    // First of all: it needs no core.
    sessions.endedHere(ended);
    messenger.wake();
    await this.#tellCore(freeze);
    return freeze;
  }

  /** The caller has checked that it may be lifted. Throws not_frozen. */
  async lift(customerId: number): Promise<void> {
    const { pool, messenger, now } = this.#options;
    const freeze = await inTransaction(pool, async client => {
      const { rows } = await client.query<Freeze>(
        `update account_freezes set lifted_at_ms = $2 where customer_id = $1 and lifted_at_ms is null
        returning ${COLUMNS}`,
        [customerId, now()],
      );
      if (rows[0] === undefined) throw new CallFailure('not_frozen');
      await messenger.write(client, customerId, 'accountUnfrozen');
      return rows[0];
    });
    await this.#tellCore(freeze);
    messenger.wake();
  }

  /** Sends the core's commands that were left out more than `leftForMs` ago. */
  async finish(leftForMs: number): Promise<void> {
    const { pool, now } = this.#options;
    const { rows } = await pool.query<Freeze>(
      `select ${COLUMNS} from account_freezes
        where (core_state = 'untold' or (core_state = 'frozen' and lifted_at_ms is not null))
          and coalesce(lifted_at_ms, frozen_at_ms) <= $1 order by id`,
      [now() - leftForMs],
    );
    await finishEach(rows, freeze => this.#tellCore(freeze));
  }

  async #tellCore(freeze: Freeze): Promise<void> {
    const { id, customerId } = freeze;
    if (freeze.coreState === 'untold') {
      await this.#submit(`${id}-on`, { type: 'setCustomerFrozen', customerId, frozen: true });
      if (freeze.cancelOrders) {
        await this.#submit(`${id}-cancel`, { type: 'cancelAllOrders', customerId, marketId: null });
      }
      await this.#note(id, 'frozen');
    }
    if (freeze.lifted) {
      await this.#submit(`${id}-off`, { type: 'setCustomerFrozen', customerId, frozen: false });
      await this.#note(id, 'lifted');
    }
  }

  async #submit(key: string, command: Command): Promise<void> {
    const inputHash = hashInput({ type: command.type });
    await submitAttempt(this.#options.bus, command, { scope: 'freeze', key, inputHash });
  }

  async #note(id: number, state: Freeze['coreState']): Promise<void> {
    await this.#options.pool.query(
      `update account_freezes set core_state = $2 where id = $1 and core_state <> 'lifted'`,
      [id, state],
    );
  }
}
