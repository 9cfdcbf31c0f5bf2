import type { EventOf, TrustOrder } from '@tallystick/core';
import { exitAfter, interestOfDay, promisedInterest } from '@tallystick/core/trust/figures';
import { byOwner, compareRows } from '../../projections/compare.ts';
import type { TableRule } from '../../projections/broken-rows.ts';
import { pagedRows } from '../../projections/paged-rows.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { VerifiedProduct } from '../verified-product.ts';
import { TRUST_ORDERS, TRUST_PAYMENTS } from './tables.ts';

/** Recomputes every figure of every order from its own row, and compares the rows with payments. */
async function verify(database: Queryable): Promise<string[]> {
  const problems: string[] = [];
  // Both are read in the order of their order ids.
  const payments = pagedRows(database, PAYMENTS, [0, 0], TRUST_PAYMENTS, one => [one.orderId, one.day]);
  let payment = await payments.next();
  const missed = (): void => {
    const { day, orderId } = payment.value as Payment;
    problems.push(`day ${day} of trust order ${orderId} was paid wrong`);
  };
  for await (const order of pagedRows(database, ORDERS, [0], TRUST_ORDERS, one => [one.orderId])) {
    if (!isRight(order))
      problems.push(`the figures of trust order ${order.orderId} do not follow from its terms`);
    for (; !payment.done && payment.value.orderId <= order.orderId; payment = await payments.next()) {
      if (!isOwed(payment.value, order)) missed();
    }
  }
  for (; !payment.done; payment = await payments.next()) missed();
  return problems;
}

type Payment = Omit<EventOf<'trustInterestPaid'>, 'type'>;

const ORDERS = 'select * from trust_orders where order_id > $1 order by order_id limit $2';
const PAYMENTS = `select * from trust_payments
  where (order_id, day) > ($1, $2) order by order_id, day limit $3`;

/** Promise, interest paid and penalty must follow from the order's terms. */
function isRight(order: TrustOrder): boolean {
  const { principalMinor, paidDays, state } = order;
  const exit = exitAfter(principalMinor, order, paidDays);
  return (
    order.promisedMinor === promisedInterest(principalMinor, order) &&
    order.paidMinor === exit.interestMinor &&
    order.penaltyMinor === (state === 'redeemed' ? exit.penaltyMinor : 0n)
  );
}

function isOwed(payment: Payment, order: TrustOrder): boolean {
  return (
    payment.orderId === order.orderId &&
    payment.day <= order.paidDays &&
    payment.utcDay === order.depositDay + payment.day &&
    payment.amountMinor === interestOfDay(order.principalMinor, order.dailyYieldPpm, payment.day)
  );
}

/** Each must return no rows. */
const SUMS: readonly TableRule[] = [
  {
    what: 'the ledger and the row disagree on trust order',
    sql: `select substr(reference, 7) as name from (
        select owner_id, currency_id, reference, amount_minor as minor from ledger_entries
          where owner_id > 0 and account = 'trust' and reference like 'trust:%'
        union all
        select customer_id, currency_id, 'trust:' || order_id, penalty_minor - paid_minor from trust_orders
      ) as both_sides group by owner_id, currency_id, reference having sum(minor) <> 0`,
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

export const TRUST_VERIFIED: VerifiedProduct = {
  rules: SUMS,
  verify,
  compared: [
    compareRows('hosted trust orders', TRUST_ORDERS, `state = 'hosting'`, exchange =>
      byOwner(exchange.trust.openOrders()),
    ),
  ],
};
