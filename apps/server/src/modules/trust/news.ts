import type { TrustOrder } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { DAY_MS } from '@tallystick/core/trust/figures';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { trustOrderOf, type TrustOrderRow } from '../../engine/projections/trust-rows.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { InTurn } from '../in-turn.ts';
import { writeCustomerNotices, type CustomerNotice } from '../notice/write.ts';
import { readState, writeState } from '../server-state.ts';

/** In `server_state`: the sequence up to which customers have been told. */
const STATE = 'trust-told';
const EVERY_MS = 5_000;

export interface TrustNewsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/**
 * Tells customers what their deposits paid, one notice for each day and currency, and which of them are complete. How
 * far it got is kept in the transaction of the notices, so each is written once, also after a crash or downtime.
 */
export class TrustNews {
  readonly #options: TrustNewsOptions;
  readonly #turns: InTurn;

  constructor(options: TrustNewsOptions) {
    this.#options = options;
    this.#turns = new InTurn(() => this.#tellAll(), {
      everyMs: EVERY_MS,
      log: options.log,
      failure: 'news of deposits could not be written; they will be with the next',
    });
  }

  /** Returns the way to stop. */
  start(): () => Promise<void> {
    return this.#turns.start();
  }

  /** Everything since the last time. One at a time. */
  tell(): Promise<void> {
    return this.#turns.now();
  }

  async #tellAll(): Promise<void> {
    await inTransaction(this.#options.pool, async client => {
      await client.query('set transaction isolation level repeatable read');
      const told = (await readState<{ sequence: number }>(client, STATE))?.sequence ?? 0;
      const { rows } = await client.query<{ last: string | null }>(
        `select greatest((select max(sequence) from trust_payments), (select max(sequence) from trust_orders)) as last`,
      );
      const last = Number(rows[0]?.last ?? 0);
      if (last <= told) return;
      const notices = [...(await this.#interest(client, told)), ...(await this.#ended(client, told))];
      await writeCustomerNotices(client, notices);
      await writeState(client, STATE, { sequence: last });
    });
  }

  async #interest(client: pg.ClientBase, told: number): Promise<CustomerNotice[]> {
    const { rows } = await client.query<{
      customer_id: number;
      currency_id: number;
      utc_day: number;
      amount: string;
      paid_at_ms: string;
    }>(
      `select customer_id, currency_id, utc_day, sum(amount_minor) as amount, max(paid_at_ms) as paid_at_ms
         from trust_payments where sequence > $1
        group by utc_day, customer_id, currency_id order by utc_day, customer_id, currency_id`,
      [told],
    );
    return rows.map(row => {
      const { code, decimals } = this.#options.units.currency(row.currency_id);
      return {
        customerId: row.customer_id,
        kind: 'trustInterest',
        atMs: Number(row.paid_at_ms),
        values: {
          amount: formatMinor(BigInt(row.amount), decimals),
          currency: code,
          day: new Date(row.utc_day * DAY_MS).toISOString().slice(0, 10),
        },
      };
    });
  }

  async #ended(client: pg.ClientBase, told: number): Promise<CustomerNotice[]> {
    const { rows } = await client.query<TrustOrderRow & { next_id: string | null }>(
      `select o.*, next.order_id as next_id
         from trust_orders o left join trust_orders next on next.renewal_of = o.order_id
        where o.state = 'completed' and o.sequence > $1 order by o.order_id`,
      [told],
    );
    return rows.map(row => this.#endedNotice(trustOrderOf(row), row.next_id));
  }

  #endedNotice(order: TrustOrder, nextId: string | null): CustomerNotice {
    const { code, decimals } = this.#options.units.currency(order.currencyId);
    return {
      customerId: order.customerId,
      kind: nextId === null ? 'trustCompleted' : 'trustRenewed',
      atMs: order.endedAtMs ?? this.#options.now(),
      values: {
        order: String(order.orderId),
        next: nextId ?? '',
        days: String(order.cycleDays),
        principal: formatMinor(order.principalMinor, decimals),
        interest: formatMinor(order.paidMinor, decimals),
        currency: code,
      },
    };
  }
}
