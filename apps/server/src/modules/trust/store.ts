import type { TrustOrder } from '@tallystick/core';
import type pg from 'pg';
import { select } from '../../engine/projections/select.ts';
import { TRUST_ORDERS } from '../../engine/products/trust/tables.ts';
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
  const rest = `where ${where.sql} order by order_id desc limit ${limit}`;
  return select(pool, TRUST_ORDERS, rest, where.values);
}

export async function findOrder(
  pool: pg.Pool,
  customerId: number,
  orderId: number,
): Promise<TrustOrder | null> {
  const rest = 'where customer_id = $1 and order_id = $2';
  return (await select(pool, TRUST_ORDERS, rest, [customerId, orderId]))[0] ?? null;
}

/** All hosted orders, oldest first. */
export async function hostedOrders(pool: pg.Pool, customerId: number): Promise<TrustOrder[]> {
  const rest = `where customer_id = $1 and state = 'hosting' order by order_id`;
  return select(pool, TRUST_ORDERS, rest, [customerId]);
}

export interface ReportRow {
  readonly currencyId: number;
  readonly investedMinor: bigint;
  readonly yesterdayMinor: bigint;
  readonly accumulatedMinor: bigint;
  readonly expectedMinor: bigint;
}

/** One row for each currency in which the customer ever had an order, by id. */
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
