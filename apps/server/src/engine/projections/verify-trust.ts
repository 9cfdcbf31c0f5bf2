import { exitAfter, interestOfDay, promisedInterest } from '@tallystick/core/trust/figures';
import { trustOrderOf, type TrustOrderRow } from './trust-rows.ts';
import type { Queryable } from './queryable.ts';

/**
 * Works every figure of every order out again from its own row, and holds
 * the rows against payments and ledger. Returns words of disagreement, or nothing.
 */
export async function verifyTrust(database: Queryable): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await database.query<TrustOrderRow>('select * from trust_orders order by order_id');
  const orders = rows.map(trustOrderOf);
  for (const order of orders) {
    const { orderId, principalMinor, paidDays, state } = order;
    const exit = exitAfter(principalMinor, order, paidDays);
    const right =
      order.promisedMinor === promisedInterest(principalMinor, order) &&
      order.paidMinor === exit.interestMinor &&
      order.penaltyMinor === (state === 'redeemed' ? exit.penaltyMinor : 0n);
    if (!right) problems.push(`the figures of trust order ${orderId} do not follow from its terms`);
  }
  const byId = new Map(orders.map(order => [order.orderId, order]));
  const payments = await database.query<{
    order_id: string;
    day: number;
    amount_minor: string;
    utc_day: number;
  }>('select order_id, day, amount_minor, utc_day from trust_payments');
  for (const payment of payments.rows) {
    const order = byId.get(Number(payment.order_id));
    const right =
      order !== undefined &&
      payment.day <= order.paidDays &&
      payment.utc_day === order.depositDay + payment.day &&
      BigInt(payment.amount_minor) === interestOfDay(order.principalMinor, order.dailyYieldPpm, payment.day);
    if (!right) problems.push(`day ${payment.day} of trust order ${payment.order_id} was paid wrong`);
  }
  for (const { what, sql } of SUMS) {
    const found = await database.query<{ name: string }>(`${sql} limit 10`);
    for (const { name } of found.rows) problems.push(`${what} ${name}`);
  }
  return problems;
}

/** Each must find nothing. */
const SUMS: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: 'the ledger and the row disagree on trust order',
    sql: `select o.order_id as name
      from trust_orders o left join ledger_entries e
        on e.owner_id = o.customer_id and e.account = 'trust' and e.currency_id = o.currency_id
          and e.reference = 'trust:' || o.order_id
      group by o.order_id
      having coalesce(sum(e.amount_minor), 0) <> o.paid_minor - o.penalty_minor`,
  },
  {
    what: 'unpaid promises are not what the trust escrow holds of currency',
    sql: `select coalesce(b.currency_id, o.currency_id) as name
      from (select currency_id, available_minor from balances where account = 'trustEscrow') as b
      full join (select currency_id, sum(promised_minor - paid_minor) as unpaid
        from trust_orders where state = 'hosting' group by currency_id) as o using (currency_id)
      where coalesce(b.available_minor, 0) <> coalesce(o.unpaid, 0)`,
  },
  {
    what: 'hosted principal is not what is frozen of',
    sql: `select coalesce(b.owner_id, o.customer_id) || '/' || coalesce(b.currency_id, o.currency_id) as name
      from (select owner_id, currency_id, frozen_minor from balances where account = 'trust') as b
      full join (select customer_id, currency_id, sum(principal_minor) as hosted
        from trust_orders where state = 'hosting' group by customer_id, currency_id) as o
        on o.customer_id = b.owner_id and o.currency_id = b.currency_id
      where coalesce(b.frozen_minor, 0) <> coalesce(o.hosted, 0)`,
  },
];
