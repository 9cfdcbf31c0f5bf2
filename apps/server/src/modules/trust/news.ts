import type { TrustOrder } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { DAY_MS } from '@tallystick/core/trust/figures';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { trustOrderOf, type TrustOrderRow } from '../../engine/projections/trust-rows.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { writeCustomerNotices, type CustomerNotice } from '../notice/write.ts';

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
  #telling: Promise<void> = Promise.resolve();

  constructor(options: TrustNewsOptions) {
    this.#options = options;
  }

  /** Returns the way to stop. */
  start(): () => Promise<void> {
    const timer = setInterval(() => {
      this.tell().catch((error: unknown) =>
        this.#options.log.error(
          { err: error },
          'news of deposits could not be written; they will be with the next',
        ),
      );
    }, EVERY_MS);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await this.#telling.catch(() => undefined);
    };
  }

  /** Everything since the last time. One at a time. */
  tell(): Promise<void> {
    const before = this.#telling.catch(() => undefined);
    this.#telling = this.#tellAfter(before);
    return this.#telling;
  }

  async #tellAfter(before: Promise<void>): Promise<void> {
    await before;
    await inTransaction(this.#options.pool, async client => {
      await client.query('set transaction isolation level repeatable read');
      const told = await readTold(client);
      const { rows } = await client.query<{ last: string | null }>(
        `select greatest((select max(sequence) from trust_payments), (select max(sequence) from trust_orders)) as last`,
      );
      const last = Number(rows[0]?.last ?? 0);
      if (last <= told) return;
      const notices = [...(await this.#interest(client, told)), ...(await this.#ended(client, told))];
      await writeCustomerNotices(client, notices);
      await client.query(
        `insert into server_state (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value`,
        [STATE, JSON.stringify({ sequence: last })],
      );
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

async function readTold(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ value: { sequence: number } }>(
    'select value from server_state where name = $1',
    [STATE],
  );
  return rows[0]?.value.sequence ?? 0;
}
