import type { TrustOrder } from '@tallystick/core';
import type pg from 'pg';
import { trustOrderOf, type TrustOrderRow } from '../../engine/projections/trust-rows.ts';
import { Conditions } from '../../http/page.ts';

export interface OrderFilter {
  readonly state?: TrustOrder['state'] | undefined;
  /** Orders older than this one. */
  readonly beforeId: number | null;
  readonly limit: number;
}

/** The customer's orders, newest first. */
export async function listOrders(
  pool: pg.Pool,
  customerId: number,
  filter: OrderFilter,
): Promise<TrustOrder[]> {
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf('state = ?', filter.state)
    .addIf('order_id < ?', filter.beforeId);
  const limit = where.parameter(filter.limit);
  const { rows } = await pool.query<TrustOrderRow>(
    `select * from trust_orders where ${where.sql} order by order_id desc limit ${limit}`,
    where.values,
  );
  return rows.map(trustOrderOf);
}

export async function findOrder(
  pool: pg.Pool,
  customerId: number,
  orderId: number,
): Promise<TrustOrder | null> {
  const { rows } = await pool.query<TrustOrderRow>(
    'select * from trust_orders where customer_id = $1 and order_id = $2',
    [customerId, orderId],
  );
  return rows[0] === undefined ? null : trustOrderOf(rows[0]);
}

/** All that are hosted, oldest first. */
export async function hostedOrders(pool: pg.Pool, customerId: number): Promise<TrustOrder[]> {
  const { rows } = await pool.query<TrustOrderRow>(
    `select * from trust_orders where customer_id = $1 and state = 'hosting' order by order_id`,
    [customerId],
  );
  return rows.map(trustOrderOf);
}

export interface ReportRow {
  readonly currencyId: number;
  readonly investedMinor: bigint;
  readonly yesterdayMinor: bigint;
  readonly accumulatedMinor: bigint;
  readonly expectedMinor: bigint;
}

/** One row for each currency the customer ever had an order in, by id. */
export async function readReport(pool: pg.Pool, customerId: number, yesterday: number): Promise<ReportRow[]> {
  const { rows } = await pool.query<{
    currency_id: number;
    invested: string;
    yesterday: string;
    accumulated: string;
    expected: string;
  }>(
    `select o.currency_id,
            coalesce(sum(o.principal_minor) filter (where o.state = 'hosting'), 0) as invested,
            coalesce(sum(o.promised_minor - o.paid_minor) filter (where o.state = 'hosting'), 0) as expected,
            sum(o.paid_minor) as accumulated,
            coalesce((select sum(p.amount_minor) from trust_payments p
              where p.customer_id = $1 and p.currency_id = o.currency_id and p.utc_day = $2), 0) as yesterday
       from trust_orders o where o.customer_id = $1 group by o.currency_id order by o.currency_id`,
    [customerId, yesterday],
  );
  return rows.map(row => ({
    currencyId: row.currency_id,
    investedMinor: BigInt(row.invested),
    yesterdayMinor: BigInt(row.yesterday),
    accumulatedMinor: BigInt(row.accumulated),
    expectedMinor: BigInt(row.expected),
  }));
}
